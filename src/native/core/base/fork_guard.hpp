// Makes forks safe: a process forks only when no thread is inside the core, so that the child process
// finds consistent data.
#pragma once

#include <new>

#include "base/read_write_lock.hpp"

namespace tesla {

class ForkGuard {
  public:
    ForkGuard() { new (&lock_) ReadWriteLock; }
    ~ForkGuard() {}  // it may still be in use when the process ends
    ForkGuard(const ForkGuard&) = delete;
    ForkGuard& operator=(const ForkGuard&) = delete;

    // Hold the result while using, or waiting for, data that threads share without the GIL. Acquire it
    // before all other locks.
    ReadWriteLock::ReadGuard enter() { return lock_.read(); }

    // Both may be called again after an interruption: a thread acquires the lock once, and releases only
    // its own.
    void before_fork() {
        if (!write_guard()) write_guard() = lock_.write();
    }
    void after_fork_in_parent() {
        if (write_guard()) write_guard().unlock();
    }
    // In the child, waiting threads no longer exist, so that the lock can be neither used nor destroyed.
    // A new one replaces it.
    void after_fork_in_child() {
        write_guard().release();
        new (&lock_) ReadWriteLock;
    }

  private:
    static ReadWriteLock::WriteGuard& write_guard() {
        thread_local ReadWriteLock::WriteGuard guard;
        return guard;
    }

    union {
        ReadWriteLock lock_;
    };
};

inline ForkGuard& fork_guard() {
    static ForkGuard guard;
    return guard;
}

}  // namespace tesla
