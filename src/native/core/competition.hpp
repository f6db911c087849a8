// What n-grams of several blocks compete for: _core/competition.py again.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "blocks.hpp"
#include "lists.hpp"

namespace tesla {

// The n-grams of all blocks end to end.
struct Competition {
    Competition(std::span<const Repeated> blocks, const Lists& partners, const Lists& capacity,
                std::span<const double> weights);

    std::span<const Repeated> blocks;
    const Lists& partners;                      // by kind
    const Lists& capacity;                      // of each partner, its n-grams
    std::span<const double> weights;            // of n-grams of length 1, 2, ...
    std::vector<std::uint32_t> kinds, times;    // by place
    std::vector<std::uint32_t> distinct, used;  // kinds, and their partners, ascending
    Covers covers;                              // by place, once they are found
    std::vector<std::uint32_t> cover_times;

    void find_covers();
    // The partner's place in `used`.
    std::uint32_t row(std::uint32_t partner) const;
};

}  // namespace tesla
