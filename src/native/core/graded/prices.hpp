// Dual prices of a solved transport problem: see core/solvers/transport_prices.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/graded_transport.hpp"

namespace tesla::graded {

// A solved problem: profits have a row of `columns` for each supply, flows are an optimum.
struct SolvedTransport {
    const std::vector<std::int64_t>& profits;
    const std::vector<double>&supply, &demand;
    const std::vector<GradedFlow>& flows;
};

// Memory is reused from problem to problem.
class Prices {
  public:
    // Return the highest dual prices of the supplies; `transposed`: of the demands.
    const std::vector<std::int64_t>& highest(const SolvedTransport& solved, bool transposed);

  private:
    std::vector<std::int64_t> prices_, other_prices_, risen_;
    std::vector<double> left_;
};

}  // namespace tesla::graded
