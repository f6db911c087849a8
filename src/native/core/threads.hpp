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
    // Long ones at first, since what a thread keeps of one serves the next, as in products; short ones
    // at last, since all wait for the last.
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
