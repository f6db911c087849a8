#include "celab/covering.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace tesla::celab {

double all_covered(std::uint32_t size, std::span<const double> weights) {
    double total = 0;
    for (std::uint32_t n = 1; n <= std::min<std::size_t>(size, weights.size()); ++n)
        total += weights[n - 1] * (size - n + 1);
    return total;
}

double Covering::most_covered(const CoverProblem& problem) {
    settle(problem);
    double settled = 0;
    for (std::uint32_t n = 1; n <= std::min<std::size_t>(problem.size, problem.weights.size()); ++n) {
        if (problem.weights[n - 1] == 0) continue;
        std::uint32_t covered = 0;
        for (std::uint32_t start = 0; start + n <= problem.size; ++start)
            covered += far_[start] >= start + n;
        settled += problem.weights[n - 1] * covered;
    }
    return live_.empty() ? settled : settled + leftover(problem);
}

// far_: how far the fixed n-grams cover from each token on; live_: the remaining n-grams of each kind.
void Covering::settle(const CoverProblem& problem) {
    begin(problem);
    while (!live_.empty() && find_free(problem)) cover(problem);
}

void Covering::begin(const CoverProblem& problem) {
    const auto& weights = problem.weights;
    counting_.assign(weights.size() + 1, 0);
    for (std::uint32_t n = 1; n <= weights.size(); ++n)
        counting_[n] = weights[n - 1] > 0 ? n : counting_[n - 1];
    starts_ = problem.starts.items;
    far_.assign(problem.size, 0);
    live_.clear();
    for (std::uint32_t kind = 0; kind < problem.lengths.size(); ++kind)
        if (problem.partners.count(kind) && counting_[problem.lengths[kind]])
            live_.push_back({kind, problem.starts.begin[kind], problem.starts.begin[kind + 1]});
}

// free_: which of the remaining kinds can be matched completely. Returns whether there are any.
bool Covering::find_free(const CoverProblem& problem) {
    free_.assign(live_.size(), 0);
    entangled_.clear();
    demand_.clear();
    bool any = false;
    for (std::size_t i = 0; i < live_.size(); ++i) {
        const auto own = problem.partners[live_[i].kind];
        const std::uint32_t count = live_[i].last - live_[i].first;
        if (own.size() > 1 || problem.sharers.count(own[0]) > 1) {
            entangled_.push_back(live_[i].kind);
            demand_.push_back(count);
            free_[i] = 2;
        } else if (count <= problem.capacity.count(own[0])) {
            free_[i] = 1;
            any = true;
        }
    }
    if (entangled_.empty()) return any;
    const auto& shorts =
        saturation_.short_kinds(entangled_, demand_, problem.partners, problem.capacity);
    std::size_t k = 0;
    for (auto& state : free_)
        if (state == 2) {
            state = !shorts[k++];
            any |= state != 0;
        }
    return any;
}

// Free n-grams cover everything inside them; of the others keep what is not covered yet.
void Covering::cover(const CoverProblem& problem) {
    for (std::size_t i = 0; i < live_.size(); ++i)
        if (free_[i])
            for (auto s = live_[i].first; s < live_[i].last; ++s) {
                auto& far = far_[starts_[s]];
                far = std::max(far, starts_[s] + problem.lengths[live_[i].kind]);
            }
    std::partial_sum(far_.begin(), far_.end(), far_.begin(),
                     [](auto a, auto b) { return std::max(a, b); });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < live_.size(); ++i) {
        if (free_[i]) continue;
        Live live = live_[i];
        const std::uint32_t length = problem.lengths[live.kind], n = counting_[length];
        auto out = live.first;
        for (auto s = live.first; s < live.last; ++s) {
            const auto start = starts_[s];
            for (auto a = start; a + n <= start + length; ++a)
                if (far_[a] < a + n) {
                    starts_[out++] = start;
                    break;
                }
        }
        live.last = out;
        if (live.first < live.last) live_[kept++] = live;
    }
    live_.resize(kept);
}

double Covering::leftover(const CoverProblem& problem) {
    run_.clear();
    for (const Live& live : live_)
        for (auto s = live.first; s < live.last; ++s)
            run_.push_back({starts_[s], starts_[s] + problem.lengths[live.kind], live.kind});
    std::sort(run_.begin(), run_.end(), [](const CoverNode& a, const CoverNode& b) {
        return std::tie(a.start, a.stop) < std::tie(b.start, b.stop);
    });
    // Equal blocks become one block with a multiplicity.
    std::map<Block, std::uint32_t> blocks;
    std::size_t first = 0;
    std::uint32_t end = 0;
    auto close = [&](std::size_t last) {
        ++blocks[make_block(std::span(run_).subspan(first, last - first), far_)];
    };
    for (std::size_t i = 0; i < run_.size(); ++i) {
        const CoverNode node = run_[i];
        // Split blocks where their overlap is already covered.
        if (i > first && !(node.start < end && far_[node.start] < std::min(end, node.stop))) {
            close(i);
            first = i;
            end = 0;
        }
        end = std::max(end, node.stop);
    }
    close(run_.size());

    // Blocks that do not compete for a partner are independent.
    leader_.resize(problem.capacity.size());
    std::iota(leader_.begin(), leader_.end(), 0);
    const auto one = [&](const Block& block) { return problem.partners[block.nodes[0].kind][0]; };
    for (const auto& [block, _] : blocks)
        for (const CoverNode& node : block.nodes)
            for (const auto partner : problem.partners[node.kind])
                leader_[find(partner)] = find(one(block));
    std::map<std::uint32_t, std::vector<Repeated>> parts;
    for (const auto& [block, times] : blocks) parts[find(one(block))].push_back({&block, times});
    double total = 0;
    for (const auto& [_, part] : parts)
        total += most_packed(part, problem.partners, problem.capacity, problem.weights);
    return total;
}

std::uint32_t Covering::find(std::uint32_t partner) {
    while (leader_[partner] != partner) partner = leader_[partner] = leader_[leader_[partner]];
    return partner;
}

}  // namespace tesla::celab
