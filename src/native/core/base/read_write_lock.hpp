// A read-write lock without writer starvation: a waiting writer is served before later readers.
#pragma once

#include <mutex>
#include <shared_mutex>

namespace tesla {

class ReadWriteLock {
  public:
    using ReadGuard = std::shared_lock<std::shared_mutex>;
    using WriteGuard = std::unique_lock<std::shared_mutex>;

    ReadGuard read() {
        const std::lock_guard queued(queue_);
        return ReadGuard(mutex_);
    }
    WriteGuard write() {
        const std::lock_guard queued(queue_);
        return WriteGuard(mutex_);
    }
    // Returns an empty guard if another thread holds the lock or waits for it.
    WriteGuard try_write() {
        const std::unique_lock queued(queue_, std::try_to_lock);
        return queued ? WriteGuard(mutex_, std::try_to_lock) : WriteGuard();
    }

  private:
    std::mutex queue_;
    std::shared_mutex mutex_;
};

}  // namespace tesla
