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

// The Hungarian method with capacities, for what is not settled before: prices of a row and a column
// together are never less than the gain, and flow is on edges only where they are equal. Most rows find
// room in the column that they like best, above all where those that gain most come first.
double GradedSolver::solve(const std::vector<double>& supply, const std::vector<double>& demand,
                           std::vector<GradedFlow>* flows) {
    supplied_ = demanded_ = 0;
    if (supply.empty() || demand.empty()) return 0.0;
    quantise(supply, demand);
    presolve(flows);
    flow_.assign(edges_.size(), 0);
    next_.assign(edges_.size(), kUnlisted);
    order();
    for (const auto& [_, x] : order_)
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
    for (const double weight : demand) columns_.push_back({units(weight), 0, kFar, kNone, kNone});
    for (const Row& row : rows_) supplied_ += static_cast<double>(row.left);
    for (const Column& column : columns_) demanded_ += static_cast<double>(column.left);
}

// Flow that some best solution has is taken out of the problem, for as long as that makes it much
// smaller. Where texts have few words in common, it does not.
void GradedSolver::presolve(std::vector<GradedFlow>* flows) {
    constexpr auto one = static_cast<Units>(kProfitUnits);
    constexpr std::size_t few = 3;
    fixed_ = 0;
    std::size_t equal = 0;
    for (const Edge& edge : edges_) equal += edge.gain == one;
    if (equal * few < rows_.size()) return;
    for (std::size_t before = 0; edges_.size() * 4 < before * 3 || !before;) {
        before = edges_.size();
        if (!before) return;
        look();
        if (!fix(flows)) return;
        drop();
    }
}

void GradedSolver::look() {
    of_rows_.assign(rows_.size(), {});
    of_columns_.assign(columns_.size(), {});
    for (std::uint32_t x = 0; x < rows_.size(); ++x) {
        const Units left = rows_[x].left;
        Choice own;
        for (auto e = begin_[x]; e < begin_[x + 1]; ++e) {
            const Edge& edge = edges_[e];
            own.add(edge.gain, columns_[edge.y].left, e);
            of_columns_[edge.y].add(edge.gain, left, e);
        }
        of_rows_[x] = own;
    }
}

// Whether there was any such flow. Let (x, y) gain g.
//
// Where the best other edges of x and of y gain no more than g together, (x, y) is filled: as long as it
// is not, flow on others of either can be put there instead, which loses at most as much as it gains.
//
// Where y has room for all that is in any row beside it, a row that likes y best goes there: it takes
// nothing from anybody. So does a column that likes best a row which has enough for all columns beside
// it.
//
// Both hold for what is left if flow has been taken out meanwhile: other edges go, none come; and what
// is taken out of y is taken out of a row beside it too.
bool GradedSolver::fix(std::vector<GradedFlow>* flows) {
    bool any = false;
    for (std::uint32_t x = 0; x < rows_.size(); ++x) {
        const Choice& own = of_rows_[x];
        if (!own.best) continue;
        const std::uint32_t y = edges_[own.edge].y;
        const Choice& other = of_columns_[y];
        const bool liked = other.best == own.best && own.second + other.second <= own.best;
        const bool room = columns_[y].left >= other.beside;
        if (liked || room) any |= fix_edge(own.edge, flows);
    }
    for (const Choice& own : of_columns_) {
        if (!own.best) continue;
        const std::uint32_t x = edges_[own.edge].x;
        if (rows_[x].left >= of_rows_[x].beside) any |= fix_edge(own.edge, flows);
    }
    return any;
}

bool GradedSolver::fix_edge(std::uint32_t edge, std::vector<GradedFlow>* flows) {
    Row& row = rows_[edges_[edge].x];
    Column& column = columns_[edges_[edge].y];
    const Units amount = std::min(row.left, column.left);
    if (!amount) return false;
    row.left -= amount;
    column.left -= amount;
    fixed_ += worth(edges_[edge], amount, flows);
    return true;
}

// Edges whose row or column has nothing left.
void GradedSolver::drop() {
    std::uint32_t kept = 0, e = 0;
    for (std::size_t x = 0; x < rows_.size(); ++x) {
        const bool any = rows_[x].left != 0;
        for (const auto end = begin_[x + 1]; e < end; ++e) {
            edges_[kept] = edges_[e];
            kept += any && columns_[edges_[e].y].left != 0;
        }
        begin_[x + 1] = kept;
    }
    edges_.erase(edges_.begin() + kept, edges_.end());
}

// Rows by what they gain at best.
void GradedSolver::order() {
    order_.clear();
    for (std::uint32_t x = 0; x < rows_.size(); ++x) {
        Units best = 0;
        for (auto e = begin_[x]; e < begin_[x + 1]; ++e) best = std::max(best, edges_[e].gain);
        rows_[x].price = best;
        if (best && rows_[x].left) order_.push_back({best, x});
        if (!best) rows_[x].left = 0;
    }
    std::sort(order_.begin(), order_.end(), [](const Ranked& one, const Ranked& other) {
        return one.gain != other.gain ? one.gain > other.gain : one.x < other.x;
    });
}

// Whether there was room in the best column by price, or the row is better left unmatched.
bool GradedSolver::direct(std::uint32_t x) {
    Row& row = rows_[x];
    // Twice the gain by price, and one more where there is room: which is best cannot be foreseen, and
    // so there is no branch on it.
    Units most = 1;
    std::uint32_t best = kNone;
    for (auto e = begin_[x]; e < begin_[x + 1]; ++e) {
        const Column& column = columns_[edges_[e].y];
        const Units own = (edges_[e].gain - column.price) * 2 + (column.left != 0);
        best = own > most ? e : best;
        most = std::max(most, own);
    }
    const Units price = most / 2;
    row.price = price;
    if (!price) {
        row.left = 0;
        return true;
    }
    if (most % 2 == 0) return false;
    Column& column = columns_[edges_[best].y];
    const Units amount = std::min(row.left, column.left);
    row.left -= amount;
    column.left -= amount;
    move(best, amount);
    return true;
}

void GradedSolver::move(std::uint32_t edge, Units amount) {
    flow_[edge] += amount;
    if (next_[edge] != kUnlisted) return;
    Column& column = columns_[edges_[edge].y];
    next_[edge] = column.first;
    column.first = edge;
}

// What the row has left goes along the cheapest path by reduced costs, found by Dijkstra over columns.
void GradedSolver::insert(std::uint32_t x) {
    limit_ = kFar;
    near_ = 0;
    seen_ = 0;
    reach(x, 0, kNone);
    spread();
    for (auto y = nearest(); y != kNone; y = nearest()) {
        for (auto e = columns_[y].first; e != kNone; e = next_[e])
            if (flow_[e] && rows_[edges_[e].x].far == kFar) reach(edges_[e].x, columns_[y].far, e);
        spread();
    }
    augment(x);
    settle();
}

void GradedSolver::reach(std::uint32_t x, Units far, std::uint32_t before) {
    Row& row = rows_[x];
    row.far = far;
    row.before = before;
    reached_.push_back(x);
    if (far + row.price >= limit_) return;
    limit_ = far + row.price;
    end_ = kNone;
    leaver_ = x;
}

// To the columns of rows that were reached; what is as far as the limit cannot help.
void GradedSolver::spread() {
    Units limit = limit_;  // here, since what is written below could be it to a compiler
    Column* const columns = columns_.data();
    const Edge* const edges = edges_.data();
    for (; seen_ < reached_.size(); ++seen_) {
        const std::uint32_t x = reached_[seen_];
        const Units base = rows_[x].far + rows_[x].price;
        for (std::uint32_t e = begin_[x], end = begin_[x + 1]; e < end; ++e) {
            Column& column = columns[edges[e].y];
            const Units far = base + column.price - edges[e].gain;
            if (far >= limit) continue;
            if (column.left) {
                limit = far;
                end_ = e;
                continue;
            }
            if (far >= column.far) continue;
            if (column.far == kFar) {
                touched_.push_back(edges[e].y);
                open_.push_back(edges[e].y);
            }
            column.far = far;
            column.before = e;
        }
    }
    limit_ = limit;
}

// The nearest column that has not been looked at and can still help. None is nearer than the last one.
std::uint32_t GradedSolver::nearest() {
    std::size_t at = open_.size();
    Units near = limit_;
    for (std::size_t k = open_.size(); k-- > 0 && near > near_;) {
        if (columns_[open_[k]].far >= near) continue;
        near = columns_[open_[k]].far;
        at = k;
    }
    if (at == open_.size()) return kNone;
    near_ = near;
    const std::uint32_t y = open_[at];
    open_[at] = open_.back();
    open_.pop_back();
    return y;
}

// New prices, and nothing is reached any more.
void GradedSolver::settle() {
    for (const auto x : reached_) {
        rows_[x].price -= limit_ - rows_[x].far;
        rows_[x].far = kFar;
    }
    for (const auto y : touched_) {
        columns_[y].price += std::max<Units>(limit_ - columns_[y].far, 0);
        columns_[y].far = kFar;
    }
    reached_.clear();
    touched_.clear();
    open_.clear();
}

// From the row along the path to its end.
void GradedSolver::augment(std::uint32_t x) {
    const std::uint32_t last = end_ == kNone ? leaver_ : edges_[end_].x;
    Units amount = rows_[x].left;
    if (end_ != kNone) amount = std::min(amount, columns_[edges_[end_].y].left);
    for (auto row = last; row != x; row = edges_[columns_[edges_[rows_[row].before].y].before].x)
        amount = std::min(amount, flow_[rows_[row].before]);
    rows_[x].left -= amount;
    if (end_ != kNone) {
        columns_[edges_[end_].y].left -= amount;
        move(end_, amount);
    }
    for (auto row = last; row != x;) {
        flow_[rows_[row].before] -= amount;
        const std::uint32_t by = columns_[edges_[rows_[row].before].y].before;
        move(by, amount);
        row = edges_[by].x;
    }
}

// What so much flow on an edge adds to the value.
double GradedSolver::worth(const Edge& edge, Units amount, std::vector<GradedFlow>* flows) const {
    const double units = static_cast<double>(amount);
    if (flows)
        flows->push_back(
            {static_cast<std::int32_t>(edge.x), static_cast<std::int32_t>(edge.y), units / scale_});
    // What is 1 to the solver is 1 in the value.
    return edge.gain == static_cast<Units>(kProfitUnits) ? units : edge.similarity * units;
}

double GradedSolver::value(std::vector<GradedFlow>* flows) const {
    double total = fixed_;
    for (std::size_t e = 0; e < edges_.size(); ++e)
        if (flow_[e]) total += worth(edges_[e], flow_[e], flows);
    return total / scale_;
}

}  // namespace tesla
