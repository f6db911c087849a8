// The transport problem for any similarities and weights: see core/solvers/graded_transport.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"
#include "base/no_index.hpp"

namespace tesla::graded {

struct GradedFlow {
    std::int32_t x, y;
    double amount;
};

// Sparse: only pairs with a positive similarity are stored, row by row, and the running time grows with
// their number. A presolve fixes what is certainly optimal, and the solver handles the rest. Memory is
// reused from problem to problem.
class GradedSolver {
  public:
    // Units that similarities and weights are rounded to: fractions of 1, and of the total weight.
    static constexpr double kProfitUnits = static_cast<double>(std::int64_t{1} << 40);
    static constexpr double kWeightUnits = static_cast<double>(std::int64_t{1} << 50);
    using Units = std::int64_t;
    // Similarities are not negative; calling a rounding function here would dominate the running time.
    static Units to_units(double similarity) {
        return static_cast<Units>(similarity * kProfitUnits + 0.5);
    }

    // Begin a new problem.
    void start();
    // Add an edge from the supply of the current row to a demand, at most one per pair; 0 < similarity
    // <= 1.
    void add(std::size_t y, double similarity) {
        const Units gain = to_units(similarity);
        if (!gain) return;
        edges_.push_back({gain, similarity, static_cast<std::uint32_t>(begin_.size() - 1),
                          static_cast<std::uint32_t>(y)});
    }
    void end_row() { begin_.push_back(static_cast<std::uint32_t>(edges_.size())); }

    // Return the maximum of the sum of similarity times flow. There must be one row per supply; weights
    // are finite and not negative. Flows are appended to `flows` unless it is null.
    double solve(const std::vector<double>& supply, const std::vector<double>& demand,
                 std::vector<GradedFlow>* flows = nullptr);
    // The same for a dense matrix: a row of demand.size() similarities in [0,1] for each supply.
    double solve(const double* similarity, const std::vector<double>& supply,
                 const std::vector<double>& demand, std::vector<GradedFlow>* flows = nullptr);

    // The total weights of the last problem, as they were rounded. If everything is matched at
    // similarity 1, the value is exactly this number.
    double supplied() const { return supplied_ / scale_; }
    double demanded() const { return demanded_ / scale_; }

  private:
    static constexpr std::uint32_t kUnlisted = kNoIndex - 1;
    struct Edge {
        Units gain;
        double similarity;
        std::uint32_t x, y;
    };
    struct Row {
        Units left, price, distance;  // distance from the row that is inserted
        std::uint32_t before;         // the edge whose flow is reduced
    };
    struct Column {
        Units left, price, distance;
        std::uint32_t before;  // the edge by which the column was reached
        std::uint32_t first;   // of the edges that ever had flow into the column
    };

    struct Ranked {
        Units gain;
        std::uint32_t x;
    };

    // Of a row or a column: its best gain and the edge that has it, its second best gain, and the total
    // of what its neighbours have left.
    struct Choice {
        Units best = 0, second = 0, reachable = 0;
        std::uint32_t edge = kNoIndex;
        void add(Units gain, Units left, std::uint32_t at) {
            second = std::max(second, std::min(best, gain));
            edge = gain > best ? at : edge;
            best = std::max(best, gain);
            reachable += left;
        }
    };

    void quantise(const std::vector<double>& supply, const std::vector<double>& demand);
    void presolve(std::vector<GradedFlow>* flows);
    void find_choices();
    bool fix(std::vector<GradedFlow>* flows);
    bool fix_edge(std::uint32_t edge, std::vector<GradedFlow>* flows);
    void drop_empty_edges();
    void order();
    bool direct(std::uint32_t x);
    void insert(std::uint32_t x);
    void reach(std::uint32_t x, Units distance, std::uint32_t before);
    void spread();
    std::uint32_t nearest_column();
    void settle();
    void augment(std::uint32_t x);
    void move(std::uint32_t edge, Units amount);
    double flow_value(const Edge& edge, Units amount, std::vector<GradedFlow>* flows) const;
    double value(std::vector<GradedFlow>* flows) const;

    // In units: integers that a double represents exactly.
    double scale_ = 1, supplied_ = 0, demanded_ = 0;
    double fixed_ = 0;  // the value of the flow that the presolve fixed
    std::vector<Choice> of_rows_, of_columns_;
    std::vector<Edge> edges_;          // row by row
    std::vector<Units> flow_;          // by edge
    std::vector<std::uint32_t> next_;  // by edge: the next one that ever had flow into the same column
    std::vector<std::uint32_t> begin_;
    std::vector<Row> rows_;
    std::vector<Column> columns_;
    std::vector<Ranked> order_;  // in which rows are inserted
    // State of inserting a row: rows that were reached and how many of them were scanned, columns that
    // were reached, and columns that are still unscanned.
    std::vector<std::uint32_t> reached_, touched_, open_;
    std::size_t scanned_ = 0;
    // The shortest distance at which flow can end: by an edge into a column with capacity, or in a row
    // that leaves the same amount unmatched, at profit 0.
    Units limit_ = 0, last_distance_ = 0;  // last_distance_: of the column that was scanned last
    std::uint32_t end_edge_ = kNoIndex, unmatched_row_ = 0;
};

}  // namespace tesla::graded
