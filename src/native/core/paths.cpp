// The best n-grams at given prices are a longest path: _core/paths.py again.
#include <algorithm>
#include <map>

#include "packing.hpp"
#include "simplex.hpp"

namespace tesla {

namespace {

constexpr double kTolerance = 1e-9;
constexpr std::uint32_t kNone = ~std::uint32_t{0};

class PathFinder {
  public:
    explicit PathFinder(const Block& block, std::span<const double> weights) : block_(block) {
        for (const CoverNode& node : block.nodes) {
            first_.push_back(gains_.size());
            gains(node, block.far, weights, gains_);
        }
    }
    // Of the n-gram at that place.
    const double* gain(std::size_t place) const { return &gains_[first_[place]]; }

    // The greatest gain less prices (by kind).
    double best(const std::vector<double>& prices) {
        last_.assign(block_.far.size() + 1, {0.0, kNone});
        before_.resize(block_.nodes.size());
        so_far_.assign(1, {0, 0.0, kNone});
        for (std::uint32_t place = 0; place < block_.nodes.size(); ++place) {
            const CoverNode& node = block_.nodes[place];
            const double* own = gain(place);
            std::size_t k = so_far_.size() - 1;
            while (so_far_[k].stop > node.start) --k;
            double value = so_far_[k].value + own[node.stop - node.start];
            std::uint32_t previous = so_far_[k].place;
            for (auto at = node.start + 1; at < node.stop; ++at) {
                if (last_[at].place == kNone) continue;
                const double other = last_[at].value + own[node.stop - at];
                if (other > value) {
                    value = other;
                    previous = last_[at].place;
                }
            }
            value -= prices[node.kind];
            before_[place] = previous;
            auto& here = last_[node.stop];
            if (here.place == kNone || value > here.value) here = {value, place};
            if (value > so_far_.back().value) so_far_.push_back({node.stop, value, place});
        }
        chosen.clear();
        for (auto place = so_far_.back().place; place != kNone; place = before_[place])
            chosen.push_back(place);
        std::reverse(chosen.begin(), chosen.end());
        return so_far_.back().value;
    }

    std::vector<std::uint32_t> chosen;  // places of the best

  private:
    struct Last {
        double value;
        std::uint32_t place;
    };
    struct UpTo {
        std::uint32_t stop;
        double value;
        std::uint32_t place;
    };
    const Block& block_;
    std::vector<double> gains_;
    std::vector<std::size_t> first_;
    std::vector<Last> last_;
    std::vector<std::uint32_t> before_;
    std::vector<UpTo> so_far_;
};

}  // namespace

double pack_by_paths(const Competition& all) {
    std::vector<double> limits;
    for (const auto partner : all.used) limits.push_back(all.capacity.count(partner));
    std::vector<PathFinder> finders;
    for (const auto& [block, times] : all.blocks) {
        limits.push_back(times);
        finders.emplace_back(*block, all.weights);
    }
    std::vector<double> prices(limits.size(), 0.0);
    std::vector<double> none(prices);
    Simplex program(std::move(limits), std::move(none));
    std::vector<std::uint32_t> cheapest(all.kinds.back() + 1);
    std::vector<double> price_of(all.kinds.back() + 1);
    std::map<std::uint32_t, double> column;
    for (;;) {
        for (const auto kind : all.kinds) {
            std::uint32_t best = kNone;
            for (const auto partner : all.partners[kind])
                if (const auto row = all.row(partner); best == kNone || prices[row] < prices[best])
                    best = row;
            cheapest[kind] = best;
            price_of[kind] = prices[best];
        }
        bool grown = false;
        for (std::size_t k = 0; k < finders.size(); ++k) {
            const Block& block = *all.blocks[k].block;
            const auto own = static_cast<std::uint32_t>(all.used.size() + k);
            if (!(finders[k].best(price_of) > prices[own] + kTolerance)) continue;
            column.clear();
            column[own] = 1;
            double worth = 0;
            std::uint32_t end = 0;
            for (const auto place : finders[k].chosen) {
                const CoverNode& node = block.nodes[place];
                worth += finders[k].gain(place)[node.stop - std::max(end, node.start)];
                end = node.stop;
                column[cheapest[node.kind]] += 1;
            }
            grown |= program.add(worth, {column.begin(), column.end()});
        }
        if (grown)
            program.solve();
        else if (program.settle())
            return program.value();
        prices = program.prices();
        for (auto& price : prices) price = std::max(price, 0.0);
    }
}

}  // namespace tesla
