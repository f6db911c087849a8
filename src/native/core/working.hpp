// Who is inside the core: a process forks when nobody is, so that its child finds everything whole.
#pragma once

#include "gate.hpp"

namespace tesla {

class Working {
  public:
    // To be held by whoever uses or waits for what several threads share without the interpreter's
    // lock, before all other gates.
    Gate::Read begin() { return gate_->read(); }

    void hold() { held_ = gate_->write(); }
    void go_on() {
        const auto done = std::move(held_);  // the next one's as soon as it is given up
    }
    // In the child: those who waited are not there any more, and the gate cannot be used nor removed.
    void renew() {
        held_.release();
        gate_ = new Gate;
    }

  private:
    Gate* gate_ = new Gate;
    Gate::Write held_;
};

// Never removed: threads may be at work when the process ends.
inline Working& working() {
    static Working& all = *new Working;
    return all;
}

}  // namespace tesla
