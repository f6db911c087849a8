#include "celab/blocks.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "base/no_index.hpp"

namespace tesla::celab {

Block make_block(std::span<CoverNode> run, const std::vector<std::uint32_t>& far) {
    std::uint32_t base = run[0].start, end = 0;
    for (const CoverNode& node : run) {
        base = std::min(base, node.start);
        end = std::max(end, node.stop);
    }
    std::sort(run.begin(), run.end(), [](const CoverNode& a, const CoverNode& b) {
        return std::tie(a.stop, a.start) < std::tie(b.stop, b.start);
    });
    Block block;
    for (const CoverNode& node : run)
        block.nodes.push_back({node.start - base, node.stop - base, node.kind});
    for (auto token = base; token < end; ++token)
        block.far.push_back(std::max(far[token], token) - base);
    return block;
}

void gains(const CoverNode& node, const std::vector<std::uint32_t>& far, std::span<const double> weights,
           std::vector<double>& result) {
    double sum = 0;
    result.push_back(0);
    for (auto end = node.stop; end > node.start; --end) {
        for (auto a = node.start; a < end; ++a)
            if (far[a] < end) sum += weights[end - a - 1];
        result.push_back(sum);
    }
}

Covers covers(const Block& block, std::span<const double> weights) {
    std::uint32_t order = 0;
    for (const CoverNode& node : block.nodes) order = std::max(order, node.stop - node.start);
    const auto size = static_cast<std::uint32_t>(block.far.size());
    std::vector<std::uint32_t> places(static_cast<std::size_t>(size) * order, kNoIndex);
    for (std::uint32_t place = 0; place < block.nodes.size(); ++place) {
        const CoverNode& node = block.nodes[place];
        places[node.start * order + node.stop - node.start - 1] = place;
    }
    Covers result;
    // Equal sets have the same first n-gram.
    std::vector<std::vector<std::uint32_t>> of(block.nodes.size());
    std::vector<std::uint32_t> around;
    for (std::uint32_t stop = 1; stop <= size; ++stop) {
        const std::uint32_t from = stop > order ? stop - order : 0;
        for (auto start = from; start < stop; ++start) {
            const double weight = weights[stop - start - 1];
            if (weight == 0 || block.far[start] >= stop) continue;
            around.clear();
            for (auto a = from; a <= start; ++a)
                for (auto n = stop - a; n <= order; ++n)
                    if (const auto place = places[a * order + n - 1]; place != kNoIndex)
                        around.push_back(place);
            if (around.empty()) continue;
            auto& same = of[around[0]];
            const auto known = std::find_if(same.begin(), same.end(), [&](std::uint32_t set) {
                const auto its = result.around[set];
                return std::equal(its.begin(), its.end(), around.begin(), around.end());
            });
            if (known != same.end()) {
                result.weights[*known] += weight;
                continue;
            }
            same.push_back(static_cast<std::uint32_t>(result.weights.size()));
            result.around.items.insert(result.around.items.end(), around.begin(), around.end());
            result.around.close();
            result.weights.push_back(weight);
        }
    }
    return result;
}

}  // namespace tesla::celab
