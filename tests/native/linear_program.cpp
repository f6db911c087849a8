#include "linear_program.hpp"

#include <doctest/doctest.h>

#include <stdexcept>

namespace {

constexpr double kUnmatchable = 1e-9;

}  // namespace

double LinearProgram::solve() const {
    const std::size_t rows = rows_.size(), columns = worth_.size() + rows;
    // Each row ends with its limit; the last row has the reduced costs.
    std::vector<std::vector<double>> table(rows + 1, std::vector<double>(columns + 1, 0.0));
    std::vector<std::size_t> basis(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        for (const auto& [variable, factor] : rows_[row]) table[row][variable] += factor;
        table[row][worth_.size() + row] = 1;
        table[row][columns] = limits_[row];
        basis[row] = worth_.size() + row;
    }
    for (std::size_t variable = 0; variable < worth_.size(); ++variable)
        table[rows][variable] = worth_[variable];
    for (;;) {
        std::size_t entering = 0;
        while (entering < columns && table[rows][entering] <= kUnmatchable) ++entering;
        if (entering == columns) return -table[rows][columns];
        std::size_t leaving = rows;
        for (std::size_t row = 0; row < rows; ++row) {
            if (table[row][entering] <= kUnmatchable) continue;
            const auto ratio = [&](std::size_t r) { return table[r][columns] / table[r][entering]; };
            if (leaving == rows || ratio(row) < ratio(leaving) - kUnmatchable ||
                (ratio(row) <= ratio(leaving) + kUnmatchable && basis[row] < basis[leaving]))
                leaving = row;
        }
        if (leaving == rows) throw std::logic_error("a linear program without limits");
        const double pivot = table[leaving][entering];
        for (double& entry : table[leaving]) entry /= pivot;
        for (std::size_t row = 0; row <= rows; ++row) {
            const double factor = table[row][entering];
            if (row == leaving || factor == 0) continue;
            for (std::size_t column = 0; column <= columns; ++column)
                table[row][column] -= factor * table[leaving][column];
        }
        basis[leaving] = entering;
    }
}

double best_transport(const std::vector<std::vector<double>>& profit, const std::vector<double>& supply,
                      const std::vector<double>& demand) {
    LinearProgram program;
    std::vector<std::vector<std::pair<std::size_t, double>>> out(supply.size()), in(demand.size());
    for (std::size_t x = 0; x < supply.size(); ++x)
        for (std::size_t y = 0; y < demand.size(); ++y) {
            if (profit[x][y] == 0) continue;
            const std::size_t flow = program.add_variable(profit[x][y]);
            out[x].emplace_back(flow, 1.0);
            in[y].emplace_back(flow, 1.0);
        }
    for (std::size_t x = 0; x < supply.size(); ++x) program.add_limit(out[x], supply[x]);
    for (std::size_t y = 0; y < demand.size(); ++y) program.add_limit(in[y], demand[y]);
    return program.solve();
}

TEST_CASE("the oracle itself: an example with a known solution") {
    LinearProgram program;  // 3x + 5y, x <= 4, 2y <= 12, 3x + 2y <= 18: 36 at (2, 6)
    const auto x = program.add_variable(3), y = program.add_variable(5);
    program.add_limit({{x, 1}}, 4);
    program.add_limit({{y, 2}}, 12);
    program.add_limit({{x, 3}, {y, 2}}, 18);
    CHECK(program.solve() == doctest::Approx(36));
}

TEST_CASE("the oracle itself: the spec's worked matching") {
    CHECK(best_transport({{.5, 0, 0}, {0, .5, 0}, {0, 1, 0}, {0, 0, 1}}, {1, .8, .2, .1}, {1, .8, .1}) ==
          doctest::Approx(1.1));
}
