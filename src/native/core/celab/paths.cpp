#include "celab/paths.hpp"

#include <algorithm>
#include <cmath>

namespace tesla::celab {

PathFinder::PathFinder(const Block& block, std::span<const double> weights) : block_(block) {
    for (const CoverNode& node : block.nodes) {
        first_.push_back(gains_.size());
        gains(node, block.far, weights, gains_);
    }
}

double PathFinder::best(const std::vector<double>& prices) {
    last_.assign(block_.far.size() + 1, -INFINITY);
    so_far_.assign(1, {0, 0.0});
    for (std::size_t place = 0; place < block_.nodes.size(); ++place) {
        const CoverNode& node = block_.nodes[place];
        const double* own = &gains_[first_[place]];
        std::size_t k = so_far_.size() - 1;
        while (so_far_[k].stop > node.start) --k;
        double value = so_far_[k].value + own[node.stop - node.start];
        for (auto at = node.start + 1; at < node.stop; ++at)
            value = std::max(value, last_[at] + own[node.stop - at]);
        value -= prices[node.kind];
        last_[node.stop] = std::max(last_[node.stop], value);
        if (value > so_far_.back().value) so_far_.push_back({node.stop, value});
    }
    return so_far_.back().value;
}

}  // namespace tesla::celab
