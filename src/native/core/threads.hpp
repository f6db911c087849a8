// Work in threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tesla {

// As many threads as there is work for.
inline unsigned useful(unsigned threads, std::size_t count) {
    constexpr std::size_t most = 256;
    return static_cast<unsigned>(
        std::clamp<std::size_t>(threads, 1, std::clamp<std::size_t>(count, 1, most)));
}

// work(index, thread) for every index; stretches are handed out as threads get free.
template <class Work>
void in_threads(std::size_t count, unsigned threads, Work work) {
    // Short ones, since all wait for the last.
    const std::size_t step = std::clamp<std::size_t>(count / (threads * 32), 1, 16);
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex guard;
    auto run = [&](unsigned thread) {
        try {
            for (std::size_t begin; (begin = next.fetch_add(step)) < count;)
                for (std::size_t i = begin; i < std::min(begin + step, count); ++i) work(i, thread);
        } catch (...) {  // out of memory, say: not the end of the process, but an exception
            const std::lock_guard lock(guard);
            failure = std::current_exception();
            next = count;
        }
    };
    std::vector<std::thread> pool;
    try {
        for (unsigned thread = 1; thread < threads; ++thread) pool.emplace_back(run, thread);
    } catch (const std::exception&) {
        // No more threads to be had: those there are do all the work.
    }
    run(0);
    for (auto& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tesla
