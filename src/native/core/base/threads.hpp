// Parallel loops.
#pragma once

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace tesla {

// Return the number of threads that have work to do.
inline unsigned thread_count(unsigned threads, std::size_t count) {
    constexpr std::size_t most = 256;
    return static_cast<unsigned>(
        std::clamp<std::size_t>(threads, 1, std::clamp<std::size_t>(count, 1, most)));
}

// Call work(index, thread) for every index; threads take ranges of indices as they become idle.
template <class Work>
void parallel_for(std::size_t count, unsigned threads, Work work) {
    // Long ranges first, since threads reuse data between adjacent indices; short ranges last, so that
    // all threads finish at the same time.
    constexpr std::size_t longest = 256, share = 16;
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex guard;
    auto run = [&](unsigned thread) {
        try {
            for (std::size_t begin = next, end; begin < count;) {
                end = begin + std::clamp<std::size_t>((count - begin) / (threads * share), 1, longest);
                if (!next.compare_exchange_weak(begin, end)) continue;
                for (; begin < end; ++begin) work(begin, thread);
                begin = next;
            }
        } catch (...) {  // for example out of memory: rethrown below instead of ending the process
            const std::lock_guard lock(guard);
            failure = std::current_exception();
            next = count;
        }
    };
    std::vector<std::thread> pool;
    try {
        for (unsigned thread = 1; thread < threads; ++thread) pool.emplace_back(run, thread);
    } catch (const std::exception&) {
        // No more threads are available: the existing ones do all the work.
    }
    run(0);
    for (auto& thread : pool) thread.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace tesla
