#include "packing.hpp"

#include <algorithm>

#include "competition.hpp"
#include "ties.hpp"

namespace tesla {

namespace {

// Fewer are done sooner each by itself.
constexpr std::size_t kManyNodes = 300;

// N-grams that have nothing to do with each other but for one partner: those of most gain.
double dearest(const Competition& all) {
    std::vector<std::pair<double, std::uint32_t>> worth;
    std::vector<double> table;
    for (const auto& [block, times] : all.blocks) {
        gains(block->nodes[0], block->far, all.weights, table);
        worth.emplace_back(table.back(), times);
    }
    std::sort(worth.rbegin(), worth.rend());
    std::uint32_t left = all.capacity.count(all.used[0]);
    double total = 0;
    for (const auto& [gain, times] : worth) {
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
    if (rivals.used.size() == 1 && nodes == blocks.size()) return dearest(rivals);
    rivals.find_covers();
    return nodes > kManyNodes ? pack_tied(rivals) : pack_apart(rivals);
}

}  // namespace tesla
