// Lists from initializers.
#pragma once

#include <cstdint>
#include <vector>

#include "base/lists.hpp"

using Numbers = std::vector<std::uint32_t>;

inline tesla::Lists lists(const std::vector<Numbers>& given) {
    tesla::Lists made;
    for (const auto& list : given) {
        made.items.insert(made.items.end(), list.begin(), list.end());
        made.close();
    }
    return made;
}
