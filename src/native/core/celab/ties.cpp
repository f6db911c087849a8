#include "celab/ties.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/no_index.hpp"
#include "celab/paths.hpp"
#include "celab/program.hpp"

namespace tesla::celab {

namespace {

constexpr double kGap = 1e-10;
constexpr double kDearer = 1e-9;

class Ties {
  public:
    explicit Ties(const Competition& rivals) : rivals_(rivals), cost_(rivals.distinct.back() + 1) {
        for (const auto& [block, _] : rivals.blocks) finders_.emplace_back(*block, rivals.weights);
        count_ = static_cast<std::uint32_t>(rivals.distinct.size());
        for (const auto times : rivals.times) occurrences_ += times;
        for (const auto kind : rivals.kinds)
            ties_.push_back(static_cast<std::uint32_t>(
                std::lower_bound(rivals.distinct.begin(), rivals.distinct.end(), kind) -
                rivals.distinct.begin()));
    }

    double pack() {
        for (bool first = true;; first = false) {
            TiedProgram program(rivals_, ties_, count_);
            if (first && 2 * program.covers() > rivals_.covers.weights.size())
                return pack_apart(rivals_);
            const double value = program.solve();
            const auto prices = program.prices();
            const double most = bound(prices.partners);
            if (most <= value + kGap * most) return value;
            // If every n-gram had a smaller surplus than this, there could be no such gap.
            const double least = std::min(kDearer, (most - value) / (2 * occurrences_));
            if (!untie(prices.within, least)) return pack_apart(rivals_);  // because of rounding
        }
    }

  private:
    // Return an upper bound of the gain at these prices of partners. Writes the cost of kinds to cost_.
    double bound(const std::vector<double>& prices) {
        for (const auto kind : rivals_.distinct) {
            cost_[kind] = INFINITY;
            for (const auto partner : rivals_.partners[kind])
                cost_[kind] = std::min(cost_[kind], prices[rivals_.row(partner)]);
        }
        double most = 0;
        for (std::size_t row = 0; row < prices.size(); ++row)
            most += prices[row] * rivals_.capacity.count(rivals_.used[row]);
        for (std::size_t i = 0; i < finders_.size(); ++i)
            most += rivals_.blocks[i].times * finders_[i].best(cost_);
        return most;
    }

    // Put n-grams that have more to cover than they cost into a tie of their own; returns whether there
    // are any.
    bool untie(const std::vector<double>& within, double least) {
        std::vector<std::uint32_t> dearer(count_, kNoIndex);
        std::vector<char> others(count_, 0);
        for (std::size_t place = 0; place < ties_.size(); ++place)
            if (!(within[place] > cost_[rivals_.kinds[place]] + least)) others[ties_[place]] = 1;
        const auto before = count_;
        for (std::size_t place = 0; place < ties_.size(); ++place) {
            auto& tie = ties_[place];
            if (!others[tie] || !(within[place] > cost_[rivals_.kinds[place]] + least)) continue;
            if (dearer[tie] == kNoIndex) dearer[tie] = count_++;
            tie = dearer[tie];
        }
        return count_ > before;
    }

    const Competition& rivals_;
    std::vector<PathFinder> finders_;
    std::vector<double> cost_;
    std::vector<std::uint32_t> ties_;
    std::uint32_t count_;
    double occurrences_ = 0;  // of all n-grams
};

}  // namespace

double pack_apart(const Competition& rivals) {
    std::vector<std::uint32_t> apart(rivals.kinds.size());
    std::iota(apart.begin(), apart.end(), 0);
    return TiedProgram(rivals, apart, static_cast<std::uint32_t>(apart.size())).solve();
}

double pack_tied(const Competition& rivals) { return Ties(rivals).pack(); }

}  // namespace tesla::celab
