#include "graded.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tesla {

namespace {

constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;
constexpr std::uint32_t kNone = ~std::uint32_t{0};
// Rows that the presolve may look through for each word: enough for sentences. In texts of thousands
// of words it would cost more than it saves.
constexpr std::size_t kChecks = 40;
// What all weights together count for at least: with less, units of weight would be infinite, and a
// weight of 0 no number.
constexpr double kLeast = 1e-290;

}  // namespace

double GradedSolver::solve(const double* similarity, const std::vector<double>& supply,
                           const std::vector<double>& demand, std::vector<GradedFlow>* flows) {
    nx_ = supply.size();
    ny_ = demand.size();
    similarity_ = similarity;
    flows_ = flows;
    value_ = supplied_ = demanded_ = 0;
    if (!nx_ || !ny_) return value_;
    quantise(similarity, supply, demand);
    checks_ = kChecks * (nx_ + ny_);
    while (sweep()) {
    }
    compact();
    for (std::size_t row = 0; row < rows_; ++row)
        while (supply_[row]) insert(row);
    const std::size_t width = columns_ + 1;
    for (std::size_t row = 0; row < rows_; ++row)
        for (std::size_t column = 0; column < columns_; ++column)
            if (const Units amount = flow_[row * width + column])
                move(row_of_[row], column_of_[column], amount);
    return value_ / scale_;
}

// Nothing is negative; a function for rounding would take longer than all the rest.
GradedSolver::Units GradedSolver::to_units(double similarity) {
    return static_cast<Units>(similarity * kProfitUnits + 0.5);
}

void GradedSolver::quantise(const double* similarity, const std::vector<double>& supply,
                            const std::vector<double>& demand) {
    const double total = std::max({std::accumulate(supply.begin(), supply.end(), 0.0),
                                   std::accumulate(demand.begin(), demand.end(), 0.0), kLeast});
    scale_ = kWeightUnits / total;
    profits_.resize(nx_ * ny_);
    const auto rounded = [](double units) { return static_cast<Units>(units + 0.5); };
    for (std::size_t i = 0; i < profits_.size(); ++i) profits_[i] = to_units(similarity[i]);
    left_x_.clear();
    left_y_.clear();
    for (const double weight : supply) left_x_.push_back(rounded(weight * scale_));
    for (const double weight : demand) left_y_.push_back(rounded(weight * scale_));
    for (const Units units : left_x_) supplied_ += static_cast<double>(units);
    for (const Units units : left_y_) demanded_ += static_cast<double>(units);
}

void GradedSolver::move(std::size_t x, std::size_t y, Units amount) {
    const std::size_t edge = x * ny_ + y;
    const double units = static_cast<double>(amount);
    // What is 1 to the solver is 1 in the value.
    const bool same = profits_[edge] == static_cast<Units>(kProfitUnits);
    value_ += same ? units : similarity_[edge] * units;
    if (flows_)
        flows_->push_back({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y), units / scale_});
}

// Dominance presolve, as in _core/presolve.py: whether some edge was settled.
bool GradedSolver::sweep() {
    bool any = false;
    for (std::size_t x = 0; x < nx_; ++x) {
        while (left_x_[x]) {
            const Units* row = &profits_[x * ny_];
            std::size_t best = ny_;
            Units first = 0, second = 0;
            for (std::size_t y = 0; y < ny_; ++y) {
                if (row[y] <= second || !left_y_[y]) continue;
                if (row[y] > first) {
                    second = first;
                    first = row[y];
                    best = y;
                } else {
                    second = row[y];
                }
            }
            if (best == ny_) {
                left_x_[x] = 0;  // nothing left that it resembles
                break;
            }
            if (!dominates(x, best, second)) break;
            const Units amount = std::min(left_x_[x], left_y_[best]);
            left_x_[x] -= amount;
            left_y_[best] -= amount;
            move(x, best, amount);
            any = true;
        }
    }
    return any;
}

// `second` is the best that x has beside y: what binds is only what could make up for y's loss.
bool GradedSolver::dominates(std::size_t x, std::size_t y, Units second) {
    const Units* row = &profits_[x * ny_];
    for (std::size_t other = 0; other < nx_; ++other) {
        if (other == x || !left_x_[other]) continue;
        const Units* theirs = &profits_[other * ny_];
        const Units spare = row[y] - theirs[y];
        if (spare < 0) return false;
        if (!theirs[y] || second <= spare) continue;
        if (!checks_) return false;
        --checks_;
        for (std::size_t z = 0; z < ny_; ++z)
            if (row[z] > spare + theirs[z] && z != y && left_y_[z]) return false;
    }
    return true;
}

void GradedSolver::compact() {
    row_of_.clear();
    column_of_.clear();
    for (std::size_t x = 0; x < nx_; ++x)
        if (left_x_[x]) row_of_.push_back(x);
    for (std::size_t y = 0; y < ny_; ++y)
        if (left_y_[y]) column_of_.push_back(y);
    rows_ = row_of_.size();
    columns_ = rows_ ? column_of_.size() : 0;
    const std::size_t width = columns_ + 1;
    gains_.assign(rows_ * width, 0);
    flow_.assign(rows_ * width, 0);
    supply_.resize(rows_);
    demand_.resize(width);
    u_.assign(rows_, 0);
    v_.assign(width, 0);
    to_row_.resize(rows_);
    to_column_.resize(width);
    column_before_.resize(rows_);
    row_before_.resize(width);
    done_.resize(width);
    if (sources_.size() < width) sources_.resize(width);
    for (std::size_t column = 0; column < width; ++column) sources_[column].clear();
    for (std::size_t row = 0; row < rows_; ++row) {
        supply_[row] = left_x_[row_of_[row]];
        for (std::size_t column = 0; column < columns_; ++column)
            gains_[row * width + column] = profits_[row_of_[row] * ny_ + column_of_[column]];
    }
    for (std::size_t column = 0; column < columns_; ++column)
        demand_[column] = left_y_[column_of_[column]];
    demand_[columns_] = kFar;
}

// The Hungarian method with capacities: prices u + v >= gain, flow on tight edges only. What the
// row has left goes along the cheapest path by reduced costs, found by Dijkstra over columns.
void GradedSolver::insert(std::size_t row) {
    const std::size_t width = columns_ + 1;
    if (!u_[row])  // enters at the lowest price that the columns allow
        for (std::size_t column = 0; column < width; ++column)
            if (gains_[row * width + column])
                u_[row] = std::max(u_[row], gains_[row * width + column] - v_[column]);
    std::fill(to_row_.begin(), to_row_.end(), kFar);
    std::fill(to_column_.begin(), to_column_.end(), kFar);
    std::fill(done_.begin(), done_.end(), 0);
    reached_.clear();
    std::size_t at = row;
    to_row_[row] = 0;
    column_before_[row] = kNone;
    reached_.push_back(static_cast<std::uint32_t>(row));
    std::size_t seen = 0;  // reached rows whose edges have been looked at
    for (;;) {
        for (; seen < reached_.size(); ++seen) {
            at = reached_[seen];
            const Units* gains = &gains_[at * width];
            const Units base = to_row_[at] + u_[at];
            for (std::size_t column = 0; column < width; ++column) {
                if (done_[column] || (!gains[column] && column != columns_)) continue;
                const Units far = base + v_[column] - gains[column];
                if (far < to_column_[column]) {
                    to_column_[column] = far;
                    row_before_[column] = static_cast<std::uint32_t>(at);
                }
            }
        }
        std::size_t near = columns_;
        for (std::size_t column = 0; column < columns_; ++column)
            if (!done_[column] && to_column_[column] < to_column_[near]) near = column;
        done_[near] = 1;
        if (demand_[near]) {
            const Units end = to_column_[near];
            for (const auto r : reached_) u_[r] -= end - to_row_[r];
            for (std::size_t column = 0; column < columns_; ++column)
                if (done_[column]) v_[column] += end - to_column_[column];
            augment(row, near);
            return;
        }
        for (const auto source : sources_[near]) {
            if (to_row_[source] != kFar) continue;
            to_row_[source] = to_column_[near];
            column_before_[source] = static_cast<std::uint32_t>(near);
            reached_.push_back(source);
        }
    }
}

void GradedSolver::augment(std::size_t row, std::size_t end) {
    const std::size_t width = columns_ + 1;
    Units amount = std::min(supply_[row], demand_[end]);
    for (std::size_t y = end, x = row_before_[y]; column_before_[x] != kNone; x = row_before_[y]) {
        y = column_before_[x];
        amount = std::min(amount, flow_[x * width + y]);
    }
    supply_[row] -= amount;
    if (end != columns_) demand_[end] -= amount;
    for (std::size_t y = end;;) {
        const std::size_t x = row_before_[y];
        Units& into = flow_[x * width + y];
        if (!into) sources_[y].push_back(static_cast<std::uint32_t>(x));
        into += amount;
        if (column_before_[x] == kNone) return;
        y = column_before_[x];
        Units& out = flow_[x * width + y];
        out -= amount;
        if (!out) std::erase(sources_[y], static_cast<std::uint32_t>(x));
    }
}

}  // namespace tesla
