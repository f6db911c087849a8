#include <doctest/doctest.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <string>

#include "base/threads.hpp"
#include "failing_memory.hpp"

TEST_CASE("the number of threads is limited by the amount of work") {
    CHECK(tesla::thread_count(4, 100) == 4);
    CHECK(tesla::thread_count(4, 3) == 3);
    CHECK(tesla::thread_count(4, 0) == 1);
    CHECK(tesla::thread_count(0, 100) == 1);
    CHECK(tesla::thread_count(100'000, 1'000'000) == 256);
}

TEST_CASE("every index is processed once, by an existing thread") {
    for (const std::size_t count : {0, 1, 7, 8, 1000, 4099})
        for (const unsigned threads : {1u, 2u, 3u, 8u}) {
            CAPTURE(count);
            CAPTURE(threads);
            std::vector<std::atomic<int>> done(count);
            std::atomic<bool> strange = false;
            tesla::parallel_for(count, threads, [&](std::size_t index, unsigned thread) {
                ++done[index];
                if (thread >= threads) strange = true;
            });
            CHECK_FALSE(strange);
            CHECK(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
        }
}

TEST_CASE("an exception of any thread is rethrown, and the work ends") {
    for (const unsigned threads : {1u, 4u}) {
        CAPTURE(threads);
        constexpr std::size_t count = 1'000'000;
        std::atomic<std::size_t> done{0};
        const auto run = [&] {
            tesla::parallel_for(count, threads, [&](std::size_t index, unsigned) {
                if (index == 100) throw std::runtime_error("at " + std::to_string(index));
                ++done;
            });
        };
        CHECK_THROWS_WITH_AS(run(), "at 100", std::runtime_error);
        CHECK(done < count);
    }
}

TEST_CASE("exceptions of all threads at once are one") {
    CHECK_THROWS_AS(tesla::parallel_for(1000, 4, [](std::size_t, unsigned) { throw std::bad_alloc(); }),
                    std::bad_alloc);
}

TEST_CASE("without memory for threads, the work is done or an exception is thrown") {
    for (std::size_t failing = 1; failing < 12; ++failing) {
        CAPTURE(failing);
        std::vector<std::atomic<int>> done(500);
        fail_allocation(failing);
        try {
            tesla::parallel_for(done.size(), 4, [&](std::size_t index, unsigned) { ++done[index]; });
            fail_allocation(0);
            CHECK(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
        } catch (const std::bad_alloc&) {
            fail_allocation(0);
        }
    }
}
