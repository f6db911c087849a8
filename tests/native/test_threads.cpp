#include <doctest/doctest.h>

#include <atomic>
#include <new>
#include <stdexcept>
#include <string>

#include "failing_memory.hpp"
#include "threads.hpp"

TEST_CASE("as many threads as there is work for") {
    CHECK(tesla::useful(4, 100) == 4);
    CHECK(tesla::useful(4, 3) == 3);
    CHECK(tesla::useful(4, 0) == 1);
    CHECK(tesla::useful(0, 100) == 1);
    CHECK(tesla::useful(100'000, 1'000'000) == 256);
}

TEST_CASE("every index is done once, by a thread there is") {
    for (const std::size_t count : {0, 1, 7, 8, 1000, 4099})
        for (const unsigned threads : {1u, 2u, 3u, 8u}) {
            CAPTURE(count);
            CAPTURE(threads);
            std::vector<std::atomic<int>> done(count);
            std::atomic<bool> strange = false;
            tesla::in_threads(count, threads, [&](std::size_t index, unsigned thread) {
                ++done[index];
                if (thread >= threads) strange = true;
            });
            CHECK_FALSE(strange);
            CHECK(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
        }
}

TEST_CASE("an exception of any thread arrives, and the work ends") {
    for (const unsigned threads : {1u, 4u}) {
        CAPTURE(threads);
        constexpr std::size_t count = 1'000'000;
        std::atomic<std::size_t> done{0};
        const auto run = [&] {
            tesla::in_threads(count, threads, [&](std::size_t index, unsigned) {
                if (index == 100) throw std::runtime_error("at " + std::to_string(index));
                ++done;
            });
        };
        CHECK_THROWS_WITH_AS(run(), "at 100", std::runtime_error);
        CHECK(done < count);
    }
}

TEST_CASE("exceptions of all threads at once are one") {
    CHECK_THROWS_AS(tesla::in_threads(1000, 4, [](std::size_t, unsigned) { throw std::bad_alloc(); }),
                    std::bad_alloc);
}

TEST_CASE("without memory for threads the work is done all the same, or said not to be") {
    for (std::size_t failing = 1; failing < 12; ++failing) {
        CAPTURE(failing);
        std::vector<std::atomic<int>> done(500);
        fail_allocation(failing);
        try {
            tesla::in_threads(done.size(), 4, [&](std::size_t index, unsigned) { ++done[index]; });
            fail_allocation(0);
            CHECK(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
        } catch (const std::bad_alloc&) {
            fail_allocation(0);
        }
    }
}
