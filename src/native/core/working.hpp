// Who is inside the core: a process forks when nobody is, so that its child finds everything whole.
#pragma once

#include <new>

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

    // Both may be called again by who was interrupted: a thread has it once, and gives up its own only.
    void hold() {
        if (!held()) held() = gate_.write();
    }
    void go_on() {
        if (held()) held().unlock();
    }
    // In the child: those who waited are not there any more, so that the gate can neither be used nor
    // ended. A new one takes its place.
    void renew() {
        held().release();
        new (&gate_) Gate;
    }

  private:
    static Gate::Write& held() {
        thread_local Gate::Write own;
        return own;
    }

    union {
        Gate gate_;
    };
};

inline Working& working() {
    static Working all;
    return all;
}

}  // namespace tesla
