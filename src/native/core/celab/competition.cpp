#include "celab/competition.hpp"

#include <algorithm>

namespace tesla::celab {

Competition::Competition(std::span<const Repeated> block_list, const Lists& links, const Lists& units,
                         std::span<const double> gram_weights)
    : blocks(block_list), partners(links), capacity(units), weights(gram_weights) {
    for (const auto& [block, often] : blocks)
        for (const CoverNode& node : block->nodes) {
            kinds.push_back(node.kind);
            times.push_back(often);
        }
    distinct = kinds;
    sort_unique(distinct);
    for (const auto kind : distinct)
        used.insert(used.end(), partners[kind].begin(), partners[kind].end());
    sort_unique(used);
}

void Competition::find_covers() {
    std::uint32_t first = 0;
    for (const auto& [block, often] : blocks) {
        const Covers block_covers = celab::covers(*block, weights);
        for (std::size_t i = 0; i < block_covers.weights.size(); ++i) {
            for (const auto place : block_covers.around[i]) covers.around.items.push_back(first + place);
            covers.around.close();
            covers.weights.push_back(block_covers.weights[i]);
            cover_times.push_back(often);
        }
        first += static_cast<std::uint32_t>(block->nodes.size());
    }
}

std::uint32_t Competition::row(std::uint32_t partner) const {
    return static_cast<std::uint32_t>(std::lower_bound(used.begin(), used.end(), partner) -
                                      used.begin());
}

}  // namespace tesla::celab
