#include "celab/packing.hpp"

#include <algorithm>

#include "celab/competition.hpp"
#include "celab/ties.hpp"

namespace tesla::celab {

namespace {

// Smaller problems are solved faster without ties.
constexpr std::size_t kManyNodes = 300;

// N-grams that are independent except for one common partner: choose those with the largest gains.
double largest_gains(const Competition& all) {
    std::vector<std::pair<double, std::uint32_t>> gains_by_block;
    std::vector<double> table;
    for (const auto& [block, times] : all.blocks) {
        gains(block->nodes[0], block->far, all.weights, table);
        gains_by_block.emplace_back(table.back(), times);
    }
    std::sort(gains_by_block.rbegin(), gains_by_block.rend());
    std::uint32_t left = all.capacity.count(all.used[0]);
    double total = 0;
    for (const auto& [gain, times] : gains_by_block) {
        const auto taken = std::min(times, left);
        total += gain * taken;
        left -= taken;
    }
    return total;
}

}  // namespace

double most_packed(const std::vector<Repeated>& blocks, const Lists& partners, const Lists& capacity,
                   std::span<const double> weights) {
    Competition rivals(blocks, partners, capacity, weights);
    const std::size_t nodes = rivals.kinds.size();
    if (rivals.used.size() == 1 && nodes == blocks.size()) return largest_gains(rivals);
    rivals.find_covers();
    return nodes > kManyNodes ? pack_tied(rivals) : pack_apart(rivals);
}

}  // namespace tesla::celab
