// Bounds check for indices that come from a caller.
#pragma once

#include <stdexcept>

namespace tesla {

inline void check(bool there, const char* what) {
    if (!there) throw std::out_of_range(what);
}

}  // namespace tesla
