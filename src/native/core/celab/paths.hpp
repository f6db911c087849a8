// The best n-grams at given prices form a longest path: a port of core/solvers/packing.py.
#pragma once

#include <span>
#include <vector>

#include "base/namespaces.hpp"
#include "celab/blocks.hpp"

namespace tesla::celab {

class PathFinder {
  public:
    PathFinder(const Block& block, std::span<const double> weights);
    // Return the largest gain minus prices (by kind).
    double best(const std::vector<double>& prices);

  private:
    struct UpTo {
        std::uint32_t stop;
        double value;
    };
    const Block& block_;
    std::vector<double> gains_;
    std::vector<std::size_t> first_;  // by node: its first gain
    std::vector<double> last_;        // by stop: the best value of paths that end there
    std::vector<UpTo> so_far_;
};

}  // namespace tesla::celab
