// The oracle for all solvers: the textbook simplex method with a dense tableau and Bland's rule, which
// always terminates.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

class LinearProgram {
  public:
    // Return the index of a new non-negative variable with this objective coefficient.
    std::size_t add_variable(double worth) {
        worth_.push_back(worth);
        return worth_.size() - 1;
    }
    // Add the constraint: the sum of these variables, each times its factor, is at most `limit`, which
    // is not negative.
    void add_limit(std::vector<std::pair<std::size_t, double>> sum, double limit) {
        rows_.push_back(std::move(sum));
        limits_.push_back(limit);
    }
    // Return the maximum of the objective.
    double solve() const;

  private:
    std::vector<double> worth_, limits_;
    std::vector<std::vector<std::pair<std::size_t, double>>> rows_;
};

// The transport problem as a linear program: profit[x][y] per unit, 0 if there is no edge.
double best_transport(const std::vector<std::vector<double>>& profit, const std::vector<double>& supply,
                      const std::vector<double>& demand);
