// The transport problem for any similarity and any weights: see _core/graded.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tesla {

struct GradedFlow {
    std::int32_t x, y;
    double amount;
};

// Keeps its memory from problem to problem.
class GradedSolver {
  public:
    // What similarities and weights are rounded to: parts of 1, and of all weight.
    static constexpr double kProfitUnits = static_cast<double>(std::int64_t{1} << 40);
    static constexpr double kWeightUnits = static_cast<double>(std::int64_t{1} << 50);

    // The best total of similarity times flow; `similarity` has a row of demand.size() for each
    // supply, all in [0,1]; weights are finite and not negative. Flows are added where wanted.
    double solve(const double* similarity, const std::vector<double>& supply,
                 const std::vector<double>& demand, std::vector<GradedFlow>* flows = nullptr);

    // All weights of either side of the last problem as it was solved. Flows at similarity 1 that
    // leave nothing over have exactly this value.
    double supplied() const { return supplied_ / scale_; }
    double demanded() const { return demanded_ / scale_; }

    using Units = std::int64_t;
    // Its similarities as they were solved, in whole units.
    const std::vector<Units>& profits() const { return profits_; }
    static Units to_units(double similarity);

  private:

    void quantise(const double* similarity, const std::vector<double>& supply,
                  const std::vector<double>& demand);
    bool sweep();
    bool dominates(std::size_t x, std::size_t y, Units second);
    void move(std::size_t x, std::size_t y, Units amount);
    void compact();
    void insert(std::size_t row);
    void augment(std::size_t row, std::size_t end);

    std::size_t nx_ = 0, ny_ = 0;
    const double* similarity_ = nullptr;
    // In units, whole numbers that a double holds exactly; the value is one where similarities are 1.
    double scale_ = 1, value_ = 0, supplied_ = 0, demanded_ = 0;
    std::size_t checks_ = 0;  // that the presolve may still make
    std::vector<GradedFlow>* flows_ = nullptr;
    std::vector<Units> profits_, left_x_, left_y_;
    // What the presolve leaves, rows and columns numbered anew; one more column takes what stays
    // unmatched, at profit 0.
    std::size_t rows_ = 0, columns_ = 0;
    std::vector<std::size_t> row_of_, column_of_;
    std::vector<Units> gains_, flow_, supply_, demand_, u_, v_, to_row_, to_column_;
    std::vector<std::uint32_t> row_before_, column_before_;  // of a column, of a row
    std::vector<std::vector<std::uint32_t>> sources_;        // of each column: rows that flow into it
    std::vector<char> done_;
    std::vector<std::uint32_t> reached_;
};

}  // namespace tesla
