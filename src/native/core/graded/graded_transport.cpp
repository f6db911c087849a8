#include "graded/graded_transport.hpp"

#include <algorithm>
#include <limits>
#include <numeric>

namespace tesla::graded {

namespace {

constexpr std::int64_t kUnreached = std::numeric_limits<std::int64_t>::max() / 4;
// Lower bound of the total weight: with less, the unit of weight would be infinite, and 0 times infinity
// is not a number.
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
            if (const double pair_similarity = similarity[x * demand.size() + y]; pair_similarity > 0)
                add(y, pair_similarity);
        end_row();
    }
    return solve(supply, demand, flows);
}

// The Hungarian method with capacities, for what the presolve leaves. Invariant: the price of a row plus
// the price of a column is never less than the gain of their edge, and an edge has flow only if they are
// equal. Most rows find capacity in their best column, especially since the rows with the largest gains
// are inserted first.
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
    for (const double weight : supply) rows_.push_back({units(weight), 0, kUnreached, kNoIndex});
    for (const double weight : demand)
        columns_.push_back({units(weight), 0, kUnreached, kNoIndex, kNoIndex});
    for (const Row& row : rows_) supplied_ += static_cast<double>(row.left);
    for (const Column& column : columns_) demanded_ += static_cast<double>(column.left);
}

// Fix flow that some optimal solution has and remove it from the problem, as long as this makes the
// problem much smaller. It does not if the texts have few words in common.
void GradedSolver::presolve(std::vector<GradedFlow>* flows) {
    constexpr auto full_profit = static_cast<Units>(kProfitUnits);
    constexpr std::size_t kMinEqualShare = 3;
    fixed_ = 0;
    std::size_t equal = 0;
    for (const Edge& edge : edges_) equal += edge.gain == full_profit;
    if (equal * kMinEqualShare < rows_.size()) return;
    for (std::size_t before = 0; edges_.size() * 4 < before * 3 || !before;) {
        before = edges_.size();
        if (!before) return;
        find_choices();
        if (!fix(flows)) return;
        drop_empty_edges();
    }
}

void GradedSolver::find_choices() {
    of_rows_.assign(rows_.size(), {});
    of_columns_.assign(columns_.size(), {});
    for (std::uint32_t x = 0; x < rows_.size(); ++x) {
        const Units left = rows_[x].left;
        Choice choice;
        for (auto e = begin_[x]; e < begin_[x + 1]; ++e) {
            const Edge& edge = edges_[e];
            choice.add(edge.gain, columns_[edge.y].left, e);
            of_columns_[edge.y].add(edge.gain, left, e);
        }
        of_rows_[x] = choice;
    }
}

// Returns whether any flow was fixed. Let the edge (x, y) have gain g.
//
// Case 1: if the best other edge of x and the best other edge of y together gain no more than g, then
// (x, y) can be filled completely: as long as it is not, flow on other edges of x and of y can be moved
// to it, which loses at most as much as it gains.
//
// Case 2: if y has capacity for everything in all rows adjacent to y, a row whose best edge leads to y
// can send everything to y, since this takes capacity from no other row. The same holds for a column
// whose best edge comes from a row with enough for all columns adjacent to that row.
//
// Both cases stay valid for the rest of the problem after other flow has been fixed: edges are only
// removed, never added, and what is taken from y is also taken from a row adjacent to y.
bool GradedSolver::fix(std::vector<GradedFlow>* flows) {
    bool any = false;
    for (std::uint32_t x = 0; x < rows_.size(); ++x) {
        const Choice& choice = of_rows_[x];
        if (!choice.best) continue;
        const std::uint32_t y = edges_[choice.edge].y;
        const Choice& other = of_columns_[y];
        const bool mutual = other.best == choice.best && choice.second + other.second <= choice.best;
        const bool has_capacity = columns_[y].left >= other.reachable;
        if (mutual || has_capacity) any |= fix_edge(choice.edge, flows);
    }
    for (const Choice& choice : of_columns_) {
        if (!choice.best) continue;
        const std::uint32_t x = edges_[choice.edge].x;
        if (rows_[x].left >= of_rows_[x].reachable) any |= fix_edge(choice.edge, flows);
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
    fixed_ += flow_value(edges_[edge], amount, flows);
    return true;
}

// Remove the edges whose row or column has nothing left.
void GradedSolver::drop_empty_edges() {
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

// Sort the rows by their largest gain.
void GradedSolver::order() {
    order_.clear();
    for (std::uint32_t x = 0; x < rows_.size(); ++x) {
        Units best = 0;
        for (auto e = begin_[x]; e < begin_[x + 1]; ++e) best = std::max(best, edges_[e].gain);
        rows_[x].price = best;
        if (best && rows_[x].left) order_.push_back({best, x});
        if (!best) rows_[x].left = 0;
    }
    std::sort(order_.begin(), order_.end(), [](const Ranked& first, const Ranked& second) {
        return first.gain != second.gain ? first.gain > second.gain : first.x < second.x;
    });
}

// Returns true if the best column by reduced gain has capacity, or if the row is better left unmatched.
bool GradedSolver::direct(std::uint32_t x) {
    Row& row = rows_[x];
    // Twice the reduced gain, plus one if the column has capacity. The maximum is computed without
    // branches, which would be unpredictable.
    Units most = 1;
    std::uint32_t best = kNoIndex;
    for (auto e = begin_[x]; e < begin_[x + 1]; ++e) {
        const Column& column = columns_[edges_[e].y];
        const Units candidate = (edges_[e].gain - column.price) * 2 + (column.left != 0);
        best = candidate > most ? e : best;
        most = std::max(most, candidate);
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

// Send what is left in the row along the cheapest path by reduced costs (Dijkstra's algorithm over
// columns).
void GradedSolver::insert(std::uint32_t x) {
    limit_ = kUnreached;
    last_distance_ = 0;
    scanned_ = 0;
    reach(x, 0, kNoIndex);
    spread();
    for (auto y = nearest_column(); y != kNoIndex; y = nearest_column()) {
        for (auto e = columns_[y].first; e != kNoIndex; e = next_[e])
            if (flow_[e] && rows_[edges_[e].x].distance == kUnreached)
                reach(edges_[e].x, columns_[y].distance, e);
        spread();
    }
    augment(x);
    settle();
}

void GradedSolver::reach(std::uint32_t x, Units distance, std::uint32_t before) {
    Row& row = rows_[x];
    row.distance = distance;
    row.before = before;
    reached_.push_back(x);
    if (distance + row.price >= limit_) return;
    limit_ = distance + row.price;
    end_edge_ = kNoIndex;
    unmatched_row_ = x;
}

// Relax the edges of the rows that were reached; distances of at least the limit cannot help.
void GradedSolver::spread() {
    Units limit =
        limit_;  // a local copy: the compiler must assume that the stores below may change the member
    Column* const columns = columns_.data();
    const Edge* const edges = edges_.data();
    for (; scanned_ < reached_.size(); ++scanned_) {
        const std::uint32_t x = reached_[scanned_];
        const Units base = rows_[x].distance + rows_[x].price;
        for (std::uint32_t e = begin_[x], end = begin_[x + 1]; e < end; ++e) {
            Column& column = columns[edges[e].y];
            const Units distance = base + column.price - edges[e].gain;
            if (distance >= limit) continue;
            if (column.left) {
                limit = distance;
                end_edge_ = e;
                continue;
            }
            if (distance >= column.distance) continue;
            if (column.distance == kUnreached) {
                touched_.push_back(edges[e].y);
                open_.push_back(edges[e].y);
            }
            column.distance = distance;
            column.before = e;
        }
    }
    limit_ = limit;
}

// Return the nearest unscanned column that can still help. None is nearer than the last one scanned.
std::uint32_t GradedSolver::nearest_column() {
    std::size_t at = open_.size();
    Units distance = limit_;
    for (std::size_t k = open_.size(); k-- > 0 && distance > last_distance_;) {
        if (columns_[open_[k]].distance >= distance) continue;
        distance = columns_[open_[k]].distance;
        at = k;
    }
    if (at == open_.size()) return kNoIndex;
    last_distance_ = distance;
    const std::uint32_t y = open_[at];
    open_[at] = open_.back();
    open_.pop_back();
    return y;
}

// Update the prices and reset the distances.
void GradedSolver::settle() {
    for (const auto x : reached_) {
        rows_[x].price -= limit_ - rows_[x].distance;
        rows_[x].distance = kUnreached;
    }
    for (const auto y : touched_) {
        columns_[y].price += std::max<Units>(limit_ - columns_[y].distance, 0);
        columns_[y].distance = kUnreached;
    }
    reached_.clear();
    touched_.clear();
    open_.clear();
}

// Augment the flow along the path from the row to its end.
void GradedSolver::augment(std::uint32_t x) {
    const std::uint32_t last = end_edge_ == kNoIndex ? unmatched_row_ : edges_[end_edge_].x;
    Units amount = rows_[x].left;
    if (end_edge_ != kNoIndex) amount = std::min(amount, columns_[edges_[end_edge_].y].left);
    for (auto row = last; row != x; row = edges_[columns_[edges_[rows_[row].before].y].before].x)
        amount = std::min(amount, flow_[rows_[row].before]);
    rows_[x].left -= amount;
    if (end_edge_ != kNoIndex) {
        columns_[edges_[end_edge_].y].left -= amount;
        move(end_edge_, amount);
    }
    for (auto row = last; row != x;) {
        flow_[rows_[row].before] -= amount;
        const std::uint32_t by = columns_[edges_[rows_[row].before].y].before;
        move(by, amount);
        row = edges_[by].x;
    }
}

// Return the value of this amount of flow on an edge.
double GradedSolver::flow_value(const Edge& edge, Units amount, std::vector<GradedFlow>* flows) const {
    const double units = static_cast<double>(amount);
    if (flows)
        flows->push_back(
            {static_cast<std::int32_t>(edge.x), static_cast<std::int32_t>(edge.y), units / scale_});
    // A similarity that rounds to 1 in units counts as exactly 1.
    return edge.gain == static_cast<Units>(kProfitUnits) ? units : edge.similarity * units;
}

double GradedSolver::value(std::vector<GradedFlow>* flows) const {
    double total = fixed_;
    for (std::size_t e = 0; e < edges_.size(); ++e)
        if (flow_[e]) total += flow_value(edges_[e], flow_[e], flows);
    return total / scale_;
}

}  // namespace tesla::graded
