// The n-grams of several blocks and the partners they compete for: a port of core/solvers/packing.py.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/lists.hpp"
#include "base/namespaces.hpp"
#include "celab/blocks.hpp"

namespace tesla::celab {

// The n-grams of all blocks, concatenated.
struct Competition {
    Competition(std::span<const Repeated> blocks, const Lists& partners, const Lists& capacity,
                std::span<const double> weights);

    std::span<const Repeated> blocks;
    const Lists& partners;                      // by kind
    const Lists& capacity;                      // by partner: its n-grams
    std::span<const double> weights;            // by n-gram length 1, 2, ...
    std::vector<std::uint32_t> kinds, times;    // by index
    std::vector<std::uint32_t> distinct, used;  // kinds, and their partners, ascending
    Covers covers;                              // by index, once they are computed
    std::vector<std::uint32_t> cover_times;

    void find_covers();
    // Return the index of the partner in `used`.
    std::uint32_t row(std::uint32_t partner) const;
};

}  // namespace tesla::celab
