// Prices of a transport problem that is solved: see matching/prices.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graded.hpp"

namespace tesla {

// One that was solved: profits have a row of `columns` for each supply, flows are the optimum.
struct SolvedTransport {
    const std::vector<std::int64_t>& profits;
    const std::vector<double>&supply, &demand;
    const std::vector<GradedFlow>& flows;
};

// Keeps its memory from problem to problem.
class Prices {
  public:
    // The highest prices that the supplies can have; `turned`: the demands.
    const std::vector<std::int64_t>& highest(const SolvedTransport& solved, bool turned);

  private:
    std::vector<std::int64_t> own_, other_, risen_;
    std::vector<double> left_;
};

}  // namespace tesla
