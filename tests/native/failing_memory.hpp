// Memory that runs out on purpose: what a thing is like after std::bad_alloc.
#pragma once

#include <cstddef>
#include <new>

// The count-th allocation of this thread from now on fails, 0: none does.
void fail_allocation(std::size_t count);

// Does something to a new thing (`make` gives a pointer) time and again, each time with a later
// allocation failing, until it goes through, and looks at what is left each time.
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
        if (!failed) return count - 1;  // so many have failed
    }
}
