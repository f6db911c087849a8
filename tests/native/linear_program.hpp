// The oracle of every solver here: the simplex method as in textbooks, a dense tableau and Bland's
// rule, which comes to an end always.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

class LinearProgram {
  public:
    // Number of the new variable, not negative; one of it is worth so much.
    std::size_t add_variable(double worth) {
        worth_.push_back(worth);
        return worth_.size() - 1;
    }
    // The sum of these variables, each times its factor, is at most `limit`, which is not negative.
    void add_limit(std::vector<std::pair<std::size_t, double>> sum, double limit) {
        rows_.push_back(std::move(sum));
        limits_.push_back(limit);
    }
    // The greatest worth.
    double solve() const;

  private:
    std::vector<double> worth_, limits_;
    std::vector<std::vector<std::pair<std::size_t, double>>> rows_;
};

// The transport problem as one: profit[x][y] for each unit, 0 where there is no edge.
double best_transport(const std::vector<std::vector<double>>& profit, const std::vector<double>& supply,
                      const std::vector<double>& demand);
