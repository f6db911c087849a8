// Many may read what one may change; who wants to change it is let in before later readers.
#pragma once

#include <mutex>
#include <shared_mutex>

namespace tesla {

class Gate {
  public:
    using Read = std::shared_lock<std::shared_mutex>;
    using Write = std::unique_lock<std::shared_mutex>;

    Read read() {
        const std::lock_guard turn(turn_);
        return Read(inside_);
    }
    Write write() {
        const std::lock_guard turn(turn_);
        return Write(inside_);
    }
    // Not held if somebody else is inside or waits.
    Write try_write() {
        const std::unique_lock turn(turn_, std::try_to_lock);
        return turn ? Write(inside_, std::try_to_lock) : Write();
    }

  private:
    std::mutex turn_;
    std::shared_mutex inside_;
};

}  // namespace tesla
