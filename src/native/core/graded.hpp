// The transport problem for any similarity and any weights: see _core/graded.py.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesla {

struct GradedFlow {
    std::int32_t x, y;
    double amount;
};

// Over those pairs alone that resemble each other, row by row: its work grows with their number. What is
// sure to be best is settled first, and the solver proper has the rest. Keeps its memory from problem to
// problem.
class GradedSolver {
  public:
    // What similarities and weights are rounded to: parts of 1, and of all weight.
    static constexpr double kProfitUnits = static_cast<double>(std::int64_t{1} << 40);
    static constexpr double kWeightUnits = static_cast<double>(std::int64_t{1} << 50);
    using Units = std::int64_t;
    // Nothing is negative; a function for rounding would take longer than all the rest.
    static Units to_units(double similarity) {
        return static_cast<Units>(similarity * kProfitUnits + 0.5);
    }

    // A new problem.
    void start();
    // That the supply whose row is under way resembles a demand, each once: more than 0, at most 1.
    void add(std::size_t y, double similarity) {
        const Units gain = to_units(similarity);
        if (!gain) return;
        edges_.push_back({gain, similarity, static_cast<std::uint32_t>(begin_.size() - 1),
                          static_cast<std::uint32_t>(y)});
    }
    void end_row() { begin_.push_back(static_cast<std::uint32_t>(edges_.size())); }

    // The best total of similarity times flow, with a row for each supply; weights are finite and not
    // negative. Flows are added where wanted.
    double solve(const std::vector<double>& supply, const std::vector<double>& demand,
                 std::vector<GradedFlow>* flows = nullptr);
    // The same of similarities in a row of demand.size() for each supply, all in [0,1].
    double solve(const double* similarity, const std::vector<double>& supply,
                 const std::vector<double>& demand, std::vector<GradedFlow>* flows = nullptr);

    // All weights of either side of the last problem as it was solved. Flows at similarity 1 that
    // leave nothing over have exactly this value.
    double supplied() const { return supplied_ / scale_; }
    double demanded() const { return demanded_ / scale_; }

  private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0}, kUnlisted = kNone - 1;
    struct Edge {
        Units gain;
        double similarity;
        std::uint32_t x, y;
    };
    struct Row {
        Units left, price, far;  // far: from the row that is inserted
        std::uint32_t before;    // the edge whose flow gives way
    };
    struct Column {
        Units left, price, far;
        std::uint32_t before;  // the edge by which it was reached
        std::uint32_t first;   // of those that ever had flow into it
    };

    struct Ranked {
        Units gain;
        std::uint32_t x;
    };

    // Of a row or a column: what it gains at best, and by which edge, and next to that; and all that
    // those have together that it can be matched with.
    struct Choice {
        Units best = 0, second = 0, beside = 0;
        std::uint32_t edge = kNone;
        void add(Units gain, Units left, std::uint32_t at) {
            second = std::max(second, std::min(best, gain));
            edge = gain > best ? at : edge;
            best = std::max(best, gain);
            beside += left;
        }
    };

    void quantise(const std::vector<double>& supply, const std::vector<double>& demand);
    void presolve(std::vector<GradedFlow>* flows);
    void look();
    bool fix(std::vector<GradedFlow>* flows);
    bool fix_edge(std::uint32_t edge, std::vector<GradedFlow>* flows);
    void drop();
    void order();
    bool direct(std::uint32_t x);
    void insert(std::uint32_t x);
    void reach(std::uint32_t x, Units far, std::uint32_t before);
    void spread();
    std::uint32_t nearest();
    void settle();
    void augment(std::uint32_t x);
    void move(std::uint32_t edge, Units amount);
    double worth(const Edge& edge, Units amount, std::vector<GradedFlow>* flows) const;
    double value(std::vector<GradedFlow>* flows) const;

    // In units, whole numbers that a double holds exactly.
    double scale_ = 1, supplied_ = 0, demanded_ = 0;
    double fixed_ = 0;  // the value of what was settled first
    std::vector<Choice> of_rows_, of_columns_;
    std::vector<Edge> edges_;          // row by row
    std::vector<Units> flow_;          // of edges, as is the next
    std::vector<std::uint32_t> next_;  // that ever had flow into the same column
    std::vector<std::uint32_t> begin_;
    std::vector<Row> rows_;
    std::vector<Column> columns_;
    std::vector<Ranked> order_;  // in which rows are inserted
    // Of the row that is inserted: rows that were reached and how many of them have been looked at,
    // columns that were reached, and those that have not been looked at.
    std::vector<std::uint32_t> reached_, touched_, open_;
    std::size_t seen_ = 0;
    // How far its flow can get at least: by an edge into a column that has room, or else out of a row
    // that leaves as much unmatched, at profit 0.
    Units limit_ = 0, near_ = 0;  // and how far the column is that was looked at last
    std::uint32_t end_ = kNone, leaver_ = 0;
};

}  // namespace tesla
