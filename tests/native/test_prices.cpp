#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "graded/prices.hpp"

using namespace tesla;
using namespace tesla::graded;
using namespace tesla::matching;
using namespace tesla::text;

namespace {

struct Problem {
    std::vector<double> similarity, supply, demand;
};

Problem random_problem(std::mt19937& random) {
    std::uniform_int_distribution<int> size(1, 6), grade(0, 4), weight(1, 4);
    Problem made;
    const int rows = size(random), columns = size(random);
    for (int i = 0; i < rows; ++i) made.supply.push_back(weight(random) * 0.3);
    for (int j = 0; j < columns; ++j) made.demand.push_back(weight(random) * 0.3);
    for (int k = 0; k < rows * columns; ++k) made.similarity.push_back(grade(random) / 4.0);
    return made;
}

// In units of the solver.
std::vector<GradedSolver::Units> profits_of(const Problem& problem) {
    std::vector<GradedSolver::Units> profits;
    for (const double one : problem.similarity) profits.push_back(GradedSolver::to_units(one));
    return profits;
}

}  // namespace

TEST_CASE("prices are those of an optimum: strong duality") {
    std::mt19937 random(7);
    GradedSolver solver;
    Prices prices;
    for (int round = 0; round < 300; ++round) {
        const Problem problem = random_problem(random);
        std::vector<GradedFlow> flows;
        const double value =
            solver.solve(problem.similarity.data(), problem.supply, problem.demand, &flows);
        const auto profits = profits_of(problem);
        const SolvedTransport solved{profits, problem.supply, problem.demand, flows};
        for (const bool turned : {false, true}) {
            const auto own = prices.highest(solved, turned);
            const auto& weights = turned ? problem.demand : problem.supply;
            const auto& others = turned ? problem.supply : problem.demand;
            double dual = 0;
            for (std::size_t i = 0; i < own.size(); ++i) {
                CHECK(own[i] >= 0);
                dual += static_cast<double>(own[i]) * weights[i];
            }
            // The lowest feasible prices of the other side, given these.
            for (std::size_t j = 0; j < others.size(); ++j) {
                std::int64_t price = 0;
                for (std::size_t i = 0; i < own.size(); ++i) {
                    const std::size_t at = turned ? j * weights.size() + i : i * others.size() + j;
                    price = std::max(price, profits[at] - own[i]);
                }
                dual += static_cast<double>(price) * others[j];
            }
            CHECK(dual / GradedSolver::kProfitUnits == doctest::Approx(value).epsilon(1e-9));
        }
    }
}

TEST_CASE("of all prices the highest: what a little more weight on the other side loses") {
    std::mt19937 random(11);
    GradedSolver solver;
    Prices prices;
    const double little = 1e-4;
    for (int round = 0; round < 100; ++round) {
        Problem problem = random_problem(random);
        std::vector<GradedFlow> flows;
        const double value =
            solver.solve(problem.similarity.data(), problem.supply, problem.demand, &flows);
        const auto profits = profits_of(problem);
        const auto own = prices.highest({profits, problem.supply, problem.demand, flows}, false);
        // Reducing a supply loses its highest price.
        for (std::size_t i = 0; i < own.size(); ++i) {
            problem.supply[i] -= little;
            const double less = solver.solve(problem.similarity.data(), problem.supply, problem.demand);
            problem.supply[i] += little;
            CHECK(
                (value - less) / little ==
                doctest::Approx(static_cast<double>(own[i]) / GradedSolver::kProfitUnits).epsilon(1e-4));
        }
    }
}

TEST_CASE("flows that are no optimum have no prices") {
    const std::vector<std::int64_t> profits{1, 2, 2, 1};
    const std::vector<double> weights{1, 1};
    const std::vector<GradedFlow> flows{{0, 0, 1.0}, {1, 1, 1.0}};
    CHECK_THROWS(Prices().highest({profits, weights, weights, flows}, false));
}
