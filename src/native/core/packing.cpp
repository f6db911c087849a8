#include "packing.hpp"

#include <algorithm>

#include "simplex.hpp"

namespace tesla {

namespace {

// Paths serve better where many n-grams have few partners, as in text that repeats itself.
constexpr std::size_t kManyNodes = 1000, kNodesForPartner = 10;
// With more, paths come to no end: every round finds one that is a little better.
constexpr std::size_t kManyPartners = 120;

void sort_unique(std::vector<std::uint32_t>& numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

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

double pack(const Competition& all) {
    std::vector<double> limits, first_worth;
    auto new_row = [&](double limit, double worth) {
        limits.push_back(limit);
        first_worth.push_back(worth);
        return static_cast<std::uint32_t>(limits.size() - 1);
    };
    for (const auto partner : all.used) new_row(all.capacity.count(partner), 0);
    std::vector<std::uint32_t> taking(all.kinds.back() + 1);
    std::vector<Simplex::Column> columns, shares;
    for (const auto kind : all.kinds) {
        const auto own = all.partners[kind];
        if (own.size() == 1) {
            taking[kind] = all.row(own[0]);
            continue;
        }
        taking[kind] = new_row(0, 0);
        for (const auto partner : own) shares.push_back({{all.row(partner), 1.0}, {taking[kind], -1.0}});
    }
    double everything = 0;
    for (const auto& [block, times] : all.blocks) {
        const std::size_t first = columns.size();
        for (const CoverNode& node : block->nodes) columns.push_back({{taking[node.kind], times}});
        const Covers found = covers(*block, all.weights);
        for (std::size_t i = 0; i < found.weights.size(); ++i) {
            const double worth = found.weights[i] * times;
            everything += worth;
            const auto cover = new_row(1, -worth);
            shares.push_back({{cover, -1.0}});
            for (const auto place : found.around[i]) columns[first + place].emplace_back(cover, 1.0);
        }
    }
    Simplex program(std::move(limits), std::move(first_worth));
    for (const auto* group : {&columns, &shares})
        for (const auto& column : *group) program.add(0, column);
    program.solve();
    program.settle();
    return everything + program.value();
}

}  // namespace

std::uint32_t Competition::row(std::uint32_t partner) const {
    return static_cast<std::uint32_t>(std::lower_bound(used.begin(), used.end(), partner) -
                                      used.begin());
}

double most_packed(const std::vector<Repeated>& blocks, const Lists& partners, const Lists& capacity,
                   std::span<const double> weights) {
    Competition all{blocks, partners, capacity, weights, {}, {}};
    for (const auto& [block, times] : blocks) {
        all.nodes += block->nodes.size();
        for (const CoverNode& node : block->nodes) all.kinds.push_back(node.kind);
    }
    sort_unique(all.kinds);
    for (const auto kind : all.kinds)
        all.used.insert(all.used.end(), partners[kind].begin(), partners[kind].end());
    sort_unique(all.used);
    if (all.used.size() == 1 && all.nodes == blocks.size()) return dearest(all);
    if (all.used.size() <= kManyPartners &&
        all.nodes > std::max(kManyNodes, kNodesForPartner * all.used.size()))
        return pack_by_paths(all);
    return pack(all);
}

}  // namespace tesla
