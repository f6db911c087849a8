// N-grams that compete for capacity: _core/packing.py again.
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

}  // namespace tesla
