// The index that stands for "none", for example at the end of a linked list in an array.
#pragma once

#include <cstdint>

namespace tesla {

inline constexpr std::uint32_t kNoIndex = ~std::uint32_t{0};

}  // namespace tesla
