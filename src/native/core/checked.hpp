// What is asked for by number must be there.
#pragma once

#include <stdexcept>

namespace tesla {

inline void check(bool there, const char* what) {
    if (!there) throw std::out_of_range(what);
}

}  // namespace tesla
