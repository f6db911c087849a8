#include "graded/prices.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace tesla::graded {

namespace {

// Relative to the total weight: more than rounding errors, less than the weight of a word.
constexpr double kDust = 1.0 / static_cast<double>(std::int64_t{1} << 40);

}  // namespace

// The prices of the other side rise from 0 until no pair gains more than the sum of its two prices. The
// flows of a supply limit its price; a supply without weight may have any price.
const std::vector<std::int64_t>& Prices::highest(const SolvedTransport& solved, bool transposed) {
    const auto& weights = transposed ? solved.demand : solved.supply;
    const std::size_t columns = solved.demand.size(), rows = solved.supply.size();
    const std::size_t size = weights.size(), others = transposed ? rows : columns;
    const auto sum = [](const std::vector<double>& all) {
        return std::accumulate(all.begin(), all.end(), 0.0);
    };
    const double dust = kDust * std::max(sum(solved.supply), sum(solved.demand));
    const auto profit = [&](std::size_t one, std::size_t other) {
        return solved.profits[transposed ? other * columns + one : one * columns + other];
    };
    const auto ends = [&](const GradedFlow& flow) {
        const auto x = static_cast<std::size_t>(flow.x), y = static_cast<std::size_t>(flow.y);
        return transposed ? std::pair(y, x) : std::pair(x, y);
    };
    const std::int64_t top =
        solved.profits.empty() ? 0 : *std::max_element(solved.profits.begin(), solved.profits.end());
    left_ = weights;
    for (const auto& flow : solved.flows) left_[ends(flow).first] -= flow.amount;
    other_prices_.assign(others, 0);
    for (std::size_t round = 0; round <= rows + columns; ++round) {
        prices_.assign(size, top);
        for (const auto& flow : solved.flows) {
            if (flow.amount <= dust) continue;
            const auto [one, other] = ends(flow);
            prices_[one] = std::min(prices_[one], profit(one, other) - other_prices_[other]);
        }
        for (std::size_t one = 0; one < size; ++one)
            if (left_[one] > dust) prices_[one] = 0;
        risen_.assign(others, 0);
        // In the memory order of the profits.
        for (std::size_t x = 0, at = 0; x < rows; ++x)
            for (std::size_t y = 0; y < columns; ++y, ++at) {
                const std::size_t one = transposed ? y : x, other = transposed ? x : y;
                risen_[other] = std::max(risen_[other], solved.profits[at] - prices_[one]);
            }
        if (risen_ == other_prices_) return prices_;
        other_prices_.swap(risen_);
    }
    throw std::logic_error("these flows are not an optimum");
}

}  // namespace tesla::graded
