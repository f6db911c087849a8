#include "graded.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tesla {

namespace {

constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max() / 4;
// What all weights together count for at least: with less, units of weight would be infinite, and a
// weight of 0 no number.
constexpr double kLeast = 1e-290;

}  // namespace

void GradedSolver::start() {
    edges_.clear();
    begin_.assign(1, 0);
}

double GradedSolver::solve(const double* similarity, const std::vector<double>& supply,
                           const std::vector<double>& demand, std::vector<GradedFlow>* flows) {
    start();
    for (std::size_t x = 0; x < supply.size(); ++x) {
        for (std::size_t y = 0; y < demand.size(); ++y)
            if (const double one = similarity[x * demand.size() + y]; one > 0) add(y, one);
        end_row();
    }
    return solve(supply, demand, flows);
}

// The Hungarian method with capacities: prices of a row and a column together are never less than the
// gain, and flow is on edges only where they are equal. Most rows find room in the column that they
// like best, above all where those that gain most come first.
double GradedSolver::solve(const std::vector<double>& supply, const std::vector<double>& demand,
                           std::vector<GradedFlow>* flows) {
    supplied_ = demanded_ = 0;
    if (supply.empty() || demand.empty()) return 0.0;
    quantise(supply, demand);
    order();
    for (const auto x : order_)
        while (rows_[x].left)
            if (!direct(x)) insert(x);
    return value(flows);
}

void GradedSolver::quantise(const std::vector<double>& supply, const std::vector<double>& demand) {
    const double total = std::max({std::accumulate(supply.begin(), supply.end(), 0.0),
                                   std::accumulate(demand.begin(), demand.end(), 0.0), kLeast});
    scale_ = kWeightUnits / total;
    const auto units = [&](double weight) { return static_cast<Units>(weight * scale_ + 0.5); };
    rows_.clear();
    columns_.clear();
    for (const double weight : supply) rows_.push_back({units(weight), 0, kFar, kNone});
    for (const double weight : demand) columns_.push_back({units(weight), 0, kFar, kNone, kNone, false});
    for (const Row& row : rows_) supplied_ += static_cast<double>(row.left);
    for (const Column& column : columns_) demanded_ += static_cast<double>(column.left);
}

// Rows by what they gain at best.
void GradedSolver::order() {
    order_.clear();
    for (std::uint32_t x = 0; x < rows_.size(); ++x) {
        Units best = 0;
        for (auto e = begin_[x]; e < begin_[x + 1]; ++e) best = std::max(best, edges_[e].gain);
        rows_[x].price = best;
        if (best && rows_[x].left) order_.push_back(x);
        if (!best) rows_[x].left = 0;
    }
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t one, std::uint32_t other) {
        const Units a = rows_[one].price, b = rows_[other].price;
        return a != b ? a > b : one < other;
    });
}

// Whether there was room in the best column by price, or the row is better left unmatched.
bool GradedSolver::direct(std::uint32_t x) {
    Row& row = rows_[x];
    Units price = 0;
    std::uint32_t best = kNone;
    bool room = false;
    for (auto e = begin_[x]; e < begin_[x + 1]; ++e) {
        const Column& column = columns_[edges_[e].y];
        const Units gain = edges_[e].gain - column.price;
        if (gain < price || (gain == price && (room || !column.left))) continue;
        price = gain;
        best = e;
        room = column.left != 0;
    }
    row.price = price;
    if (!price) {
        row.left = 0;
        return true;
    }
    if (!room) return false;
    Column& column = columns_[edges_[best].y];
    const Units amount = std::min(row.left, column.left);
    row.left -= amount;
    column.left -= amount;
    move(best, amount);
    return true;
}

void GradedSolver::move(std::uint32_t edge, Units amount) {
    Edge& moved = edges_[edge];
    moved.flow += amount;
    if (moved.listed) return;
    moved.listed = true;
    moved.next = columns_[moved.y].first;
    columns_[moved.y].first = edge;
}

// What the row has left goes along the cheapest path by reduced costs, found by Dijkstra over columns.
void GradedSolver::insert(std::uint32_t x) {
    nowhere_ = kFar;
    seen_ = 0;
    reach(x, 0, kNone);
    for (;;) {
        spread();
        const std::uint32_t y = nearest();
        if (y == kNone) {
            augment(x, leaver_, kNone);
            settle(nowhere_);
            return;
        }
        Column& column = columns_[y];
        column.done = true;
        if (column.left) {
            augment(x, edges_[column.before].x, column.before);
            settle(column.far);
            return;
        }
        for (auto e = column.first; e != kNone; e = edges_[e].next)
            if (edges_[e].flow && rows_[edges_[e].x].far == kFar) reach(edges_[e].x, column.far, e);
    }
}

void GradedSolver::reach(std::uint32_t x, Units far, std::uint32_t before) {
    Row& row = rows_[x];
    row.far = far;
    row.before = before;
    reached_.push_back(x);
    if (far + row.price >= nowhere_) return;
    nowhere_ = far + row.price;
    leaver_ = x;
}

// To the columns of rows that were reached.
void GradedSolver::spread() {
    for (; seen_ < reached_.size(); ++seen_) {
        const std::uint32_t x = reached_[seen_];
        const Units base = rows_[x].far + rows_[x].price;
        for (auto e = begin_[x]; e < begin_[x + 1]; ++e) {
            Column& column = columns_[edges_[e].y];
            const Units far = base + column.price - edges_[e].gain;
            if (far >= column.far || far >= nowhere_) continue;
            if (column.far == kFar) {
                touched_.push_back(edges_[e].y);
                open_.push_back(edges_[e].y);
            }
            column.far = far;
            column.before = e;
        }
    }
}

// The nearest column that is not done, nearer than nowhere; those with room come first.
std::uint32_t GradedSolver::nearest() {
    std::size_t at = open_.size();
    Units near = nowhere_;
    for (std::size_t k = 0; k < open_.size(); ++k) {
        const Column& column = columns_[open_[k]];
        if (column.far > near || (column.far == near && (at == open_.size() || !column.left))) continue;
        near = column.far;
        at = k;
    }
    if (at == open_.size()) return kNone;
    const std::uint32_t y = open_[at];
    open_[at] = open_.back();
    open_.pop_back();
    return y;
}

// New prices, and nothing is reached any more.
void GradedSolver::settle(Units far) {
    for (const auto x : reached_) {
        rows_[x].price -= far - rows_[x].far;
        rows_[x].far = kFar;
    }
    for (const auto y : touched_) {
        Column& column = columns_[y];
        if (column.done) column.price += far - column.far;
        column.done = false;
        column.far = kFar;
    }
    reached_.clear();
    touched_.clear();
    open_.clear();
}

// Along the path to a row that was reached and, from there, into a column by an edge, or out of it all.
void GradedSolver::augment(std::uint32_t x, std::uint32_t last, std::uint32_t into) {
    Units amount = rows_[x].left;
    if (into != kNone) amount = std::min(amount, columns_[edges_[into].y].left);
    for (auto row = last; row != x; row = edges_[columns_[edges_[rows_[row].before].y].before].x)
        amount = std::min(amount, edges_[rows_[row].before].flow);
    rows_[x].left -= amount;
    if (into != kNone) {
        columns_[edges_[into].y].left -= amount;
        move(into, amount);
    }
    for (auto row = last; row != x;) {
        edges_[rows_[row].before].flow -= amount;
        const std::uint32_t by = columns_[edges_[rows_[row].before].y].before;
        move(by, amount);
        row = edges_[by].x;
    }
}

double GradedSolver::value(std::vector<GradedFlow>* flows) const {
    double total = 0;
    for (const Edge& edge : edges_) {
        if (!edge.flow) continue;
        const double units = static_cast<double>(edge.flow);
        // What is 1 to the solver is 1 in the value.
        const bool same = edge.gain == static_cast<Units>(kProfitUnits);
        total += same ? units : edge.similarity * units;
        if (flows)
            flows->push_back({static_cast<std::int32_t>(edge.x), static_cast<std::int32_t>(edge.y),
                              units / scale_});
    }
    return total / scale_;
}

}  // namespace tesla
