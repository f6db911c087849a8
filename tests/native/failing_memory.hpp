// Simulated allocation failures: tests the state of an object after std::bad_alloc.
#pragma once

#include <cstddef>
#include <new>

// The count-th allocation of this thread from now on fails; 0: none fails.
void fail_allocation(std::size_t count);

// Apply `act` to new objects (`make` returns a pointer) again and again, each time with a later
// allocation failing, until it succeeds; `check` is called each time.
template <class Make, class Act, class Check>
std::size_t fail_each_allocation(Make make, Act act, Check check) {
    for (std::size_t count = 1;; ++count) {
        const auto thing = make();
        bool failed = false;
        fail_allocation(count);
        try {
            act(*thing);
        } catch (const std::bad_alloc&) {
            failed = true;
        }
        fail_allocation(0);
        check(*thing, failed);
        if (!failed) return count - 1;  // number of failures
    }
}
