// Who is inside the core: a process forks when nobody is, so that its child finds everything whole.
#pragma once

#include <new>
#include <utility>

#include "gate.hpp"

namespace tesla {

class Working {
  public:
    Working() { new (&gate_) Gate; }
    ~Working() {}  // it may still be in use when the process ends
    Working(const Working&) = delete;
    Working& operator=(const Working&) = delete;

    // To be held by whoever uses or waits for what several threads share without the interpreter's
    // lock, before all other gates.
    Gate::Read begin() { return gate_.read(); }

    void hold() { held_ = gate_.write(); }
    void go_on() {
        const auto done = std::move(held_);  // the next one's as soon as it is given up
    }
    // In the child: those who waited are not there any more, so that the gate can neither be used nor
    // ended. A new one takes its place.
    void renew() {
        held_.release();
        new (&gate_) Gate;
    }

  private:
    union {
        Gate gate_;
    };
    Gate::Write held_;
};

inline Working& working() {
    static Working all;
    return all;
}

}  // namespace tesla
