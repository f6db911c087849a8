// N-grams that compete for capacity: a port of core/solvers/packing.py.
#pragma once

#include <span>
#include <vector>

#include "blocks.hpp"
#include "lists.hpp"

namespace tesla {

// Return the largest gain of n-grams of these blocks; `partners` are by kind, and each
// partner can be used as often as `capacity` has n-grams of it.
double most_packed(const std::vector<Repeated>& blocks, const Lists& partners, const Lists& capacity,
                   std::span<const double> weights);

}  // namespace tesla
