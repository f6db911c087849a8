#include "prices.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace tesla {

namespace {

// Of all weight: what rounding leaves is less, what a word weighs is more.
constexpr double kDust = 1.0 / static_cast<double>(std::int64_t{1} << 40);

}  // namespace

// Prices of the other side rise from nothing until no pair is worth more than its two prices. What
// flows from a supply keeps its price down; one without any weight has any price.
const std::vector<std::int64_t>& Prices::highest(const SolvedTransport& solved, bool turned) {
    const auto& weights = turned ? solved.demand : solved.supply;
    const std::size_t columns = solved.demand.size(), rows = solved.supply.size();
    const std::size_t size = weights.size(), others = turned ? rows : columns;
    const auto sum = [](const std::vector<double>& all) {
        return std::accumulate(all.begin(), all.end(), 0.0);
    };
    const double dust = kDust * std::max(sum(solved.supply), sum(solved.demand));
    const auto profit = [&](std::size_t one, std::size_t other) {
        return solved.profits[turned ? other * columns + one : one * columns + other];
    };
    const auto ends = [&](const GradedFlow& flow) {
        const auto x = static_cast<std::size_t>(flow.x), y = static_cast<std::size_t>(flow.y);
        return turned ? std::pair(y, x) : std::pair(x, y);
    };
    const std::int64_t top =
        solved.profits.empty() ? 0 : *std::max_element(solved.profits.begin(), solved.profits.end());
    left_ = weights;
    for (const auto& flow : solved.flows) left_[ends(flow).first] -= flow.amount;
    other_.assign(others, 0);
    for (std::size_t round = 0; round <= rows + columns; ++round) {
        own_.assign(size, top);
        for (const auto& flow : solved.flows) {
            if (flow.amount <= dust) continue;
            const auto [one, other] = ends(flow);
            own_[one] = std::min(own_[one], profit(one, other) - other_[other]);
        }
        for (std::size_t one = 0; one < size; ++one)
            if (left_[one] > dust) own_[one] = 0;
        risen_.assign(others, 0);
        // In the order in which profits lie.
        for (std::size_t x = 0, at = 0; x < rows; ++x)
            for (std::size_t y = 0; y < columns; ++y, ++at) {
                const std::size_t one = turned ? y : x, other = turned ? x : y;
                risen_[other] = std::max(risen_[other], solved.profits[at] - own_[one]);
            }
        if (risen_ == other_) return own_;
        other_.swap(risen_);
    }
    throw std::logic_error("these flows are not an optimum");
}

}  // namespace tesla
