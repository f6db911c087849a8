#include "graded.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tesla {

namespace {

using Units = std::int64_t;
constexpr double kProfitUnits = static_cast<double>(Units{1} << 40);
constexpr double kWeightUnits = static_cast<double>(Units{1} << 50);
constexpr Units kUnreached = std::numeric_limits<Units>::min() / 4;
constexpr int kSweeps = 2;

class Solver {
  public:
    Solver(const double* similarity, const std::vector<double>& supply,
           const std::vector<double>& demand)
        : nx_(supply.size()), ny_(demand.size()), profits_(nx_ * ny_), amounts_(nx_ * ny_, 0) {
        const double total = std::max({std::accumulate(supply.begin(), supply.end(), 0.0),
                                       std::accumulate(demand.begin(), demand.end(), 0.0), 1e-300});
        scale = kWeightUnits / total;
        for (std::size_t i = 0; i < profits_.size(); ++i)
            profits_[i] = std::llrint(similarity[i] * kProfitUnits);
        for (const double weight : supply) left_x_.push_back(std::llrint(weight * scale));
        for (const double weight : demand) left_y_.push_back(std::llrint(weight * scale));
    }

    double scale;

    void run() {
        for (int sweep = 0; sweep < kSweeps; ++sweep) presolve();
        while (augment()) {}
    }
    Units amount(std::size_t x, std::size_t y) const { return amounts_[x * ny_ + y]; }

  private:
    Units profit(std::size_t x, std::size_t y) const { return profits_[x * ny_ + y]; }
    Units& flow(std::size_t x, std::size_t y) { return amounts_[x * ny_ + y]; }

    void presolve() {
        for (std::size_t x = 0; x < nx_; ++x) {
            if (!left_x_[x]) continue;
            std::size_t best = ny_;
            for (std::size_t y = 0; y < ny_; ++y)
                if (profit(x, y) && left_y_[y] && (best == ny_ || profit(x, y) > profit(x, best)))
                    best = y;
            if (best == ny_ || !dominates(x, best)) continue;
            const Units amount = std::min(left_x_[x], left_y_[best]);
            left_x_[x] -= amount;
            left_y_[best] -= amount;
            flow(x, best) += amount;
        }
    }

    bool dominates(std::size_t x, std::size_t y) const {
        for (std::size_t other = 0; other < nx_; ++other) {
            if (other == x || !left_x_[other] || !profit(other, y)) continue;
            const Units spare = profit(x, y) - profit(other, y);
            if (spare < 0) return false;
            for (std::size_t z = 0; z < ny_; ++z)
                if (z != y && left_y_[z] && spare + profit(other, z) < profit(x, z)) return false;
        }
        return true;
    }

    // Flow along the path that gains most; what flows can be taken back on the way.
    bool augment() {
        best_x_.assign(nx_, kUnreached);
        best_y_.assign(ny_, kUnreached);
        before_x_.assign(nx_, ny_);
        before_y_.assign(ny_, nx_);
        wave_x_.clear();
        for (std::size_t x = 0; x < nx_; ++x)
            if (left_x_[x]) {
                best_x_[x] = 0;
                wave_x_.push_back(x);
            }
        while (!wave_x_.empty()) {
            wave_y_.clear();
            touched_.assign(ny_, 0);
            for (const std::size_t x : wave_x_)
                for (std::size_t y = 0; y < ny_; ++y) {
                    const Units gain = best_x_[x] + profit(x, y);
                    if (!profit(x, y) || gain <= best_y_[y] || gain <= -1) continue;
                    best_y_[y] = gain;
                    before_y_[y] = x;
                    if (!touched_[y]) wave_y_.push_back(y);
                    touched_[y] = 1;
                }
            wave_x_.clear();
            touched_.assign(nx_, 0);
            for (const std::size_t y : wave_y_)
                for (std::size_t x = 0; x < nx_; ++x) {
                    const Units gain = best_y_[y] - profit(x, y);
                    if (!flow(x, y) || x == before_y_[y] || gain <= best_x_[x]) continue;
                    best_x_[x] = gain;
                    before_x_[x] = y;
                    if (!touched_[x]) wave_x_.push_back(x);
                    touched_[x] = 1;
                }
        }
        std::size_t end = ny_;
        for (std::size_t y = 0; y < ny_; ++y)
            if (left_y_[y] && best_y_[y] > 0 && (end == ny_ || best_y_[y] > best_y_[end])) end = y;
        if (end == ny_) return false;
        push(end);
        return true;
    }

    void push(std::size_t end) {
        Units amount = left_y_[end];
        std::size_t y = end, x = before_y_[y];
        for (; before_x_[x] != ny_; x = before_y_[y]) {
            y = before_x_[x];
            amount = std::min(amount, flow(x, y));
        }
        amount = std::min(amount, left_x_[x]);
        left_x_[x] -= amount;
        left_y_[end] -= amount;
        y = end;
        x = before_y_[y];
        flow(x, y) += amount;
        while (before_x_[x] != ny_) {
            y = before_x_[x];
            flow(x, y) -= amount;
            x = before_y_[y];
            flow(x, y) += amount;
        }
    }

    std::size_t nx_, ny_;
    std::vector<Units> profits_, amounts_, left_x_, left_y_, best_x_, best_y_;
    std::vector<std::size_t> before_x_, before_y_, wave_x_, wave_y_;
    std::vector<char> touched_;
};

}  // namespace

GradedTransport solve_graded(const double* similarity, const std::vector<double>& supply,
                             const std::vector<double>& demand) {
    Solver solver(similarity, supply, demand);
    solver.run();
    GradedTransport result;
    for (std::size_t x = 0; x < supply.size(); ++x)
        for (std::size_t y = 0; y < demand.size(); ++y)
            if (const Units amount = solver.amount(x, y)) {
                const double weight = static_cast<double>(amount) / solver.scale;
                result.value += similarity[x * demand.size() + y] * weight;
                result.flows.push_back(
                    {static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), weight});
            }
    return result;
}

}  // namespace tesla
