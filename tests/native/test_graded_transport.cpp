#include <doctest/doctest.h>

#include <cmath>

#include "dice.hpp"
#include "graded/graded_transport.hpp"
#include "linear_program.hpp"

namespace {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

Row flat(const Rows& rows) {
    Row all;
    for (const auto& row : rows) all.insert(all.end(), row.begin(), row.end());
    return all;
}

// Solve, and check that the flows are feasible and have this value.
double checked(tesla::graded::GradedSolver& solver, const Rows& similarity, const Row& supply,
               const Row& demand) {
    std::vector<tesla::graded::GradedFlow> flows;
    const Row all = flat(similarity);
    const double value = solver.solve(all.data(), supply, demand, &flows);
    Row from(supply.size()), to(demand.size());
    double sum = 0;
    for (const auto& [x, y, amount] : flows) {
        CHECK(amount > 0);
        from[static_cast<std::size_t>(x)] += amount;
        to[static_cast<std::size_t>(y)] += amount;
        sum += similarity[static_cast<std::size_t>(x)][static_cast<std::size_t>(y)] * amount;
    }
    for (std::size_t x = 0; x < from.size(); ++x) CHECK(from[x] <= supply[x] * (1 + 1e-9) + 1e-12);
    for (std::size_t y = 0; y < to.size(); ++y) CHECK(to[y] <= demand[y] * (1 + 1e-9) + 1e-12);
    CHECK(sum == doctest::Approx(value).epsilon(1e-12));
    return value;
}

}  // namespace

TEST_CASE("the spec's worked matching, graded") {
    tesla::graded::GradedSolver solver;
    CHECK(checked(solver, {{.5, 0, 0}, {0, .5, 0}, {0, 1, 0}, {0, 0, 1}}, {1, .8, .2, .1},
                  {1, .8, .1}) == doctest::Approx(1.1).epsilon(1e-12));
}

TEST_CASE("random similarities as a linear program solves them") {
    Dice dice(6);
    tesla::graded::GradedSolver solver;  // one instance for all problems: its memory must not matter
    for (int round = 0; round < 300; ++round) {
        CAPTURE(round);
        const std::size_t nx = dice.roll(1, 6), ny = dice.roll(1, 6);
        // Few distinct similarities make many ties, many make none.
        const std::uint32_t steps = dice.roll(2) ? 3 : 1000, density = dice.roll(1, 4);
        Rows similarity(nx, Row(ny));
        for (auto& row : similarity)
            for (double& entry : row)
                if (dice.roll(4) < density) entry = dice.roll(steps + 1) / static_cast<double>(steps);
        Row supply(nx), demand(ny);
        for (double& weight : supply) weight = dice.roll(1000) / 500.0;
        for (double& weight : demand) weight = dice.roll(1000) / 500.0;
        CHECK(checked(solver, similarity, supply, demand) ==
              doctest::Approx(best_transport(similarity, supply, demand)).epsilon(1e-8));
    }
}

TEST_CASE("a chain of displacements: every word gives way to the next") {
    // The best edge of each x is y[x], and y[x + 1] is nearly as good; the last x has only y[0].
    constexpr std::size_t size = 40;
    Rows similarity(size, Row(size));
    for (std::size_t x = 0; x + 1 < size; ++x) {
        similarity[x][x] = 1;
        similarity[x][x + 1] = 0.99;
    }
    similarity[size - 1][0] = 0.9;
    tesla::graded::GradedSolver solver;
    CHECK(checked(solver, similarity, Row(size, 1), Row(size, 1)) ==
          doctest::Approx(39 * 0.99 + 0.9).epsilon(1e-12));
}

TEST_CASE("weights of any size: what counts is their proportion") {
    const Rows similarity{{1, .9}, {.9, 0}};
    for (const double unit : {1e-200, 1e-6, 1.0, 1e6, 1e200}) {
        CAPTURE(unit);
        tesla::graded::GradedSolver solver;
        CHECK(checked(solver, similarity, {unit, unit}, {unit, unit}) / unit ==
              doctest::Approx(1.8).epsilon(1e-12));
    }
}

TEST_CASE("nothing to match") {
    tesla::graded::GradedSolver solver;
    CHECK(checked(solver, {{0, 0}}, {1}, {1, 1}) == 0);
    CHECK(checked(solver, {{1, 1}}, {0}, {0, 0}) == 0);
    CHECK(checked(solver, {}, {}, {1, 2}) == 0);
    // Nearly zero weights must not give NaN on any platform.
    CHECK(checked(solver, {{1, 1}}, {1e-310}, {1e-310, 0}) == doctest::Approx(0).epsilon(1e-300));
}

TEST_CASE("a side without words matches nothing") {
    const std::vector<double> none, some{1.0, 2.0};
    CHECK(tesla::graded::GradedSolver().solve(nullptr, some, none, nullptr) == 0.0);
    CHECK(tesla::graded::GradedSolver().solve(nullptr, none, some, nullptr) == 0.0);
}

TEST_CASE("if everything matches at similarity 1, the value is exactly the total weight") {
    tesla::graded::GradedSolver solver;
    const Row weights{.1, .7, 1.0 / 3, .013, 1e-9, 2.5};
    Rows similarity(weights.size(), Row(weights.size(), .3));
    for (std::size_t i = 0; i < weights.size(); ++i) similarity[i][i] = 1;
    similarity[1][2] = similarity[2][1] = 1 - 1e-15;  // rounds to 1 in units of the solver
    const double value = checked(solver, similarity, weights, weights);
    CHECK(value == solver.supplied());
    CHECK(value == solver.demanded());
}
