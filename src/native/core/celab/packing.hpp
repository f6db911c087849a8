// N-grams that compete for capacity: a port of core/solvers/packing.py.
#pragma once

#include <span>
#include <vector>

#include "base/lists.hpp"
#include "base/namespaces.hpp"
#include "celab/blocks.hpp"

namespace tesla::celab {

// Return the largest gain of n-grams of these blocks; `partners` are by kind, and each
// partner can be used as often as `capacity` has n-grams of it.
double most_packed(const std::vector<Repeated>& blocks, const Lists& partners, const Lists& capacity,
                   std::span<const double> weights);

}  // namespace tesla::celab
