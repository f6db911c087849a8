#include "celab/simplex.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "base/no_index.hpp"

namespace tesla::celab {

namespace {

constexpr double kReducedCost = 1e-10;
constexpr double kZero = 1e-12;
constexpr double kPivot = 1e-7;
constexpr double kInfeasible = 1e-9;
constexpr double kShift = 1e-6;
constexpr int kPatience = 200, kManySteps = 1000;
constexpr std::size_t kRefresh = 100;

}  // namespace

Simplex::Simplex(std::vector<double> limits, std::vector<double> initial_objective,
                 std::uint32_t exceeding)
    : limits_(std::move(limits)), objective_(std::move(initial_objective)), exceeding_(exceeding) {
    for (std::uint32_t row = 0; row < rows(); ++row) {
        entries_.push_back({row, 1.0});
        column_begin_.push_back(entries_.size());
    }
    for (std::size_t row = rows() - exceeding; row < rows(); ++row)
        add(0, {{static_cast<std::uint32_t>(row), -1.0}});
    direction_.assign(rows(), 0);
    begin(kShift);
}

void Simplex::begin(double shift) {
    basis_.resize(rows());
    std::iota(basis_.begin(), basis_.end(), 0);
    etas_.clear();
    eta_entries_.clear();
    fresh_ = 0;
    shifted_ = limits_;
    double whole;
    for (std::size_t row = 0; row < rows(); ++row)
        shifted_[row] += shift * (0.5 + std::modf(row * 0.6180339887498949, &whole));
    amounts_ = shifted_;
}

void Simplex::add(double coefficient, const Column& column) {
    for (const auto& [row, value] : column) entries_.push_back({row, value});
    column_begin_.push_back(entries_.size());
    objective_.push_back(coefficient);
}

const std::vector<double>& Simplex::prices() {
    prices_.resize(rows());
    for (std::size_t row = 0; row < rows(); ++row) prices_[row] = objective_[basis_[row]];
    back(prices_);
    return prices_;
}

double Simplex::value() const {
    double sum = 0;
    for (std::size_t row = 0; row < rows(); ++row) sum += objective_[basis_[row]] * amounts_[row];
    return sum;
}

void Simplex::solve() {
    int stalled = 0;
    reach_.clear();
    for (int steps = 0;; ++steps) {
        if (steps == kManySteps) reach_.assign(objective_.size(), 1.0);
        const bool bland = stalled > kPatience;
        const auto [column, gain] = entering(bland);
        if (column != kNoIndex) {
            stalled = step(column, gain, bland) ? 0 : stalled + 1;
        } else {
            if (!fresh_) return;
            refresh();
        }
    }
}

void Simplex::settle() {
    shifted_ = limits_;
    for (std::size_t steps = 0;; ++steps) {
        amounts_ = limits_;
        forth(amounts_);
        const auto least = std::min_element(amounts_.begin(), amounts_.end());
        if (*least > -kInfeasible) break;
        if (steps > 10 * rows() || !dual_step(static_cast<std::uint32_t>(least - amounts_.begin()))) {
            begin(0);
            solve();
            break;
        }
    }
    for (auto& amount : amounts_) amount = std::max(amount, 0.0);
}

// For a row that is infeasible, choose the column whose reduced cost suffers least.
bool Simplex::dual_step(std::uint32_t row) {
    prices();
    std::vector<double> own(rows(), 0.0);
    own[row] = 1;
    back(own);
    double least = INFINITY, pivot = 0;
    std::uint32_t found = kNoIndex;
    for (std::uint32_t column = 0; column < objective_.size(); ++column) {
        double entry = 0, loss = -objective_[column];
        for (auto e = column_begin_[column]; e < column_begin_[column + 1]; ++e) {
            entry += own[entries_[e].row] * entries_[e].value;
            loss += prices_[entries_[e].row] * entries_[e].value;
        }
        if (entry >= -kPivot) continue;
        const double ratio = std::max(loss, 0.0) / -entry;
        if (ratio < least - kZero || (ratio <= least + kZero && entry < pivot)) {
            least = std::min(ratio, least);
            pivot = entry;
            found = column;
        }
    }
    if (found == kNoIndex) return false;
    load(found);
    append(row, direction_[row]);
    basis_[row] = found;
    if (++fresh_ >= kRefresh) refresh();
    return true;
}

// Return the column with the largest gain (or the first one with any), and the gain.
std::pair<std::uint32_t, double> Simplex::entering(bool bland) {
    prices();
    double best = 0, most = 0;
    std::uint32_t found = kNoIndex;
    for (std::uint32_t column = 0; column < objective_.size(); ++column) {
        double gain = objective_[column];
        for (auto e = column_begin_[column]; e < column_begin_[column + 1]; ++e)
            gain -= prices_[entries_[e].row] * entries_[e].value;
        if (gain <= kReducedCost) continue;
        const double merit = reach_.empty() ? gain : gain * gain / reach_[column];
        if (merit > most) {
            most = merit;
            best = gain;
            found = column;
            if (bland) break;
        }
    }
    return {found, best};
}

void Simplex::load(std::uint32_t column) {
    std::fill(direction_.begin(), direction_.end(), 0.0);
    for (auto e = column_begin_[column]; e < column_begin_[column + 1]; ++e)
        direction_[entries_[e].row] = entries_[e].value;
    forth(direction_);
    nonzero_.clear();
    for (std::uint32_t row = 0; row < rows(); ++row)
        if (std::fabs(direction_[row]) > kZero) nonzero_.push_back(row);
}

bool Simplex::step(std::uint32_t entering, double gain, bool bland) {
    load(entering);
    const auto row = bland ? leaving_by_bland() : leaving(gain);
    if (row == kNoIndex) throw std::logic_error("a linear program without limits");
    if (!reach_.empty()) reweigh(row, entering);
    const double amount = std::max(amounts_[row] / direction_[row], 0.0);
    for (const auto i : nonzero_) amounts_[i] = std::max(amounts_[i] - amount * direction_[i], 0.0);
    amounts_[row] = amount;
    append(row, direction_[row]);
    basis_[row] = entering;
    if (++fresh_ >= kRefresh) refresh();
    return amount > kPivot * kPivot;
}

// Devex pricing: the column in direction_ replaces the one of this row.
void Simplex::reweigh(std::uint32_t row, std::uint32_t entering) {
    inverse_row_.assign(rows(), 0.0);
    inverse_row_[row] = 1;
    back(inverse_row_);
    const double own = reach_[entering] / (direction_[row] * direction_[row]);
    for (std::uint32_t column = 0; column < objective_.size(); ++column) {
        double entry = 0;
        for (auto e = column_begin_[column]; e < column_begin_[column + 1]; ++e)
            entry += inverse_row_[entries_[e].row] * entries_[e].value;
        reach_[column] = std::max(reach_[column], entry * entry * own);
    }
    reach_[basis_[row]] = std::max(own, 1.0);
}

std::uint32_t Simplex::leaving_by_bland() const {
    double amount = INFINITY;
    std::uint32_t found = kNoIndex;
    for (const auto row : nonzero_) {
        if (direction_[row] <= kPivot) continue;
        const double ratio = amounts_[row] / direction_[row];
        if (ratio < amount - kZero || (ratio <= amount + kZero && basis_[row] < basis_[found])) {
            amount = std::min(ratio, amount);
            found = row;
        }
    }
    return found;
}

// A column that reaches 0 leaves the basis, unless the opposite slack of its row can continue in its
// place and there is still something to gain.
std::uint32_t Simplex::leaving(double gain) {
    ratios_.clear();
    for (const auto row : nonzero_)
        if (direction_[row] > kPivot) ratios_.emplace_back(amounts_[row] / direction_[row], row);
    std::sort(ratios_.begin(), ratios_.end());
    std::size_t last = 0;
    for (; last < ratios_.size(); ++last) {
        const auto row = ratios_[last].second;
        const auto other = opposite(basis_[row]);
        if (other == kNoIndex) break;
        gain += (objective_[basis_[row]] + objective_[other]) * direction_[row];
        if (gain <= kReducedCost) break;
    }
    if (last == ratios_.size()) return kNoIndex;
    auto best = last;
    // The largest pivot is numerically the safest.
    for (auto k = last; k < ratios_.size() && ratios_[k].first <= ratios_[last].first + kZero; ++k)
        if (direction_[ratios_[k].second] > direction_[ratios_[best].second]) best = k;
    for (std::size_t k = 0; k < last; ++k) {
        const auto row = ratios_[k].second;
        basis_[row] = opposite(basis_[row]);
        etas_.push_back({row, -1, eta_entries_.size()});
        direction_[row] = -direction_[row];
        amounts_[row] = -amounts_[row];
    }
    return ratios_[best].second;
}

// Return the other one of the two slack columns of a row.
std::uint32_t Simplex::opposite(std::uint32_t column) const {
    const auto own = static_cast<std::uint32_t>(rows());
    if (column >= own + exceeding_ || column + exceeding_ < own) return kNoIndex;
    return column < own ? column + exceeding_ : column - exceeding_;
}

// The column is in direction_.
void Simplex::append(std::uint32_t row, double pivot) {
    if (nonzero_.size() == 1 && pivot == 1.0) return;
    for (const auto i : nonzero_)
        if (i != row) eta_entries_.push_back({i, -direction_[i] / pivot});
    etas_.push_back({row, 1 / pivot, eta_entries_.size()});
}

void Simplex::forth(std::vector<double>& vector) const {
    std::size_t e = 0;
    for (const Eta& eta : etas_) {
        const double value = vector[eta.row];
        if (value != 0) {
            vector[eta.row] = value * eta.own;
            for (; e < eta.end; ++e) vector[eta_entries_[e].row] += value * eta_entries_[e].value;
        }
        e = eta.end;
    }
}

void Simplex::back(std::vector<double>& vector) const {
    for (std::size_t k = etas_.size(); k-- > 0;) {
        const Eta& eta = etas_[k];
        double value = vector[eta.row] * eta.own;
        for (auto e = k ? etas_[k - 1].end : 0; e < eta.end; ++e)
            value += vector[eta_entries_[e].row] * eta_entries_[e].value;
        vector[eta.row] = value;
    }
}

// First the columns that are the only ones in some row, which cause no fill-in; then the rest, short
// ones first.
void Simplex::refresh() {
    etas_.clear();
    eta_entries_.clear();
    fresh_ = 0;
    std::vector<std::uint32_t> waiting;
    const std::vector<std::uint32_t> basis = std::move(basis_);
    basis_.assign(rows(), kNoIndex);
    for (const auto column : basis) {
        if (column < rows())
            basis_[column] = column;
        else
            waiting.push_back(column);
    }
    // By row: how many waiting columns have an entry in it, and the sum of their indices.
    std::vector<std::uint32_t> count(rows(), 0), places(rows(), 0);
    auto each = [&](std::uint32_t place, auto act) {
        const auto column = waiting[place];
        for (auto e = column_begin_[column]; e < column_begin_[column + 1]; ++e)
            if (basis_[entries_[e].row] != entries_[e].row) act(entries_[e].row);
    };
    for (std::uint32_t place = 0; place < waiting.size(); ++place)
        each(place, [&](std::uint32_t row) {
            ++count[row];
            places[row] += place;
        });
    std::vector<std::uint32_t> single;
    for (std::uint32_t row = 0; row < rows(); ++row)
        if (count[row] == 1) single.push_back(row);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> order;
    std::vector<char> ordered(waiting.size(), 0);
    while (!single.empty()) {
        const auto row = single.back();
        single.pop_back();
        if (count[row] != 1) continue;
        const auto place = places[row];
        order.emplace_back(waiting[place], row);
        ordered[place] = 1;
        each(place, [&](std::uint32_t other) {
            places[other] -= place;
            if (--count[other] == 1) single.push_back(other);
        });
    }
    const std::size_t clear = order.size();
    for (std::uint32_t place = 0; place < waiting.size(); ++place)
        if (!ordered[place]) order.emplace_back(waiting[place], kNoIndex);
    std::stable_sort(order.begin() + clear, order.end(), [&](const auto& a, const auto& b) {
        return column_begin_[a.first + 1] - column_begin_[a.first] <
               column_begin_[b.first + 1] - column_begin_[b.first];
    });
    for (auto [column, row] : order) {
        if (row != kNoIndex) {
            // None of the rows before has an entry here, so the inverse does not change it.
            nonzero_.clear();
            for (auto e = column_begin_[column]; e < column_begin_[column + 1]; ++e) {
                nonzero_.push_back(entries_[e].row);
                direction_[entries_[e].row] = entries_[e].value;
            }
        } else {
            load(column);
            for (const auto i : nonzero_)
                if (basis_[i] == kNoIndex &&
                    (row == kNoIndex || std::fabs(direction_[i]) > std::fabs(direction_[row])))
                    row = i;
            if (row == kNoIndex) throw std::logic_error("a basis that is none");
        }
        append(row, direction_[row]);
        basis_[row] = column;
    }
    amounts_ = shifted_;
    forth(amounts_);
    for (auto& amount : amounts_) amount = std::max(amount, 0.0);
}

}  // namespace tesla::celab
