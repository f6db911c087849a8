// The transport problem for any similarity and any weights: see _core/graded.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesla {

struct GradedFlow {
    std::int32_t x, y;
    double amount;
};

struct GradedTransport {
    double value = 0;
    std::vector<GradedFlow> flows;
};

// `similarity` has rows of demand.size() for each supply.
GradedTransport solve_graded(const double* similarity, const std::vector<double>& supply,
                             const std::vector<double>& demand);

}  // namespace tesla
