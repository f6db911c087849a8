// N-grams that compete for capacity: _core/packing.py and _core/paths.py again.
#pragma once

#include <span>
#include <vector>

#include "blocks.hpp"
#include "lists.hpp"

namespace tesla {

// The greatest gain of n-grams of these blocks, `partners` (by kind) being as many as `capacity`
// has (by partner).
double most_packed(const std::vector<Repeated>& blocks, const Lists& partners, const Lists& capacity,
                   std::span<const double> weights);

// What both ways of packing start from.
struct Competition {
    const std::vector<Repeated>& blocks;
    const Lists& partners;
    const Lists& capacity;
    std::span<const double> weights;
    std::vector<std::uint32_t> kinds, used;  // ascending
    std::size_t nodes = 0;

    std::uint32_t row(std::uint32_t partner) const;
};

double pack_by_paths(const Competition& all);

}  // namespace tesla
