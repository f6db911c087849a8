#include <doctest/doctest.h>

#include "dice.hpp"
#include "graphs.hpp"
#include "linear_program.hpp"
#include "matching/transport.hpp"

using tesla::matching::Amount;
using Amounts = std::vector<Amount>;

namespace {

double best(const Profits& profits, const Amounts& supply, const Amounts& demand) {
    std::vector<std::vector<double>> rows;
    for (const auto& row : profits) rows.emplace_back(row.begin(), row.end());
    return best_transport(rows, {supply.begin(), supply.end()}, {demand.begin(), demand.end()});
}

// Flows use edges, respect the capacities, and have the reported value.
void check_flows(const std::vector<tesla::matching::Flow>& flows, Amount value, const Profits& profits,
                 Amounts supply, Amounts demand) {
    Amount sum = 0;
    for (const auto& [x, y, amount] : flows) {
        const auto from = static_cast<std::size_t>(x), to = static_cast<std::size_t>(y);
        CHECK(amount > 0);
        CHECK(profits[from][to] > 0);
        sum += profits[from][to] * amount;
        supply[from] -= amount;
        demand[to] -= amount;
        CHECK(supply[from] >= 0);
        CHECK(demand[to] >= 0);
    }
    CHECK(sum == value);
}

struct Problem {
    Profits profits;
    Amounts supply, demand;
};

// `first` isolated nodes come first on both sides, so that the rest is in other words of the masks.
Problem random_problem(Dice& dice, std::size_t first) {
    const std::size_t nx = dice.roll(1, 5), ny = dice.roll(1, 5);
    const Amount top = dice.roll(1, 3);
    Problem made{Profits(first + nx, Amounts(first + ny)), Amounts(first + nx), Amounts(first + ny)};
    const std::uint32_t density = dice.roll(1, 4);
    for (std::size_t x = first; x < first + nx; ++x)
        for (std::size_t y = first; y < first + ny; ++y)
            // From n to 2n, as n-grams have them: or from 1 on, which the solver need not care about.
            if (dice.roll(4) < density) made.profits[x][y] = dice.roll(2) ? top + dice.roll(top + 1) : 1;
    for (std::size_t x = first; x < first + nx; ++x) made.supply[x] = dice.roll(5);
    for (std::size_t y = first; y < first + ny; ++y) made.demand[y] = dice.roll(5);
    return made;
}

template <class Width>
void check_random(Width width, std::uint32_t seed, std::size_t first) {
    Dice dice(seed);
    tesla::matching::PrimalDual<Width> method;  // the same instance for all problems
    for (int round = 0; round < 150; ++round) {
        const Problem given = random_problem(dice, first);
        CAPTURE(round);
        const auto graph = make_graph(width, given.profits);
        const double wanted = best(given.profits, given.supply, given.demand);
        Amounts supply = given.supply, demand = given.demand;
        std::vector<tesla::matching::Flow> flows;
        const Amount value = tesla::matching::solve(graph, supply, demand, &flows, method);
        CHECK(static_cast<double>(value) == doctest::Approx(wanted));
        check_flows(flows, value, given.profits, given.supply, given.demand);
        supply = given.supply;
        demand = given.demand;
        CHECK(tesla::matching::solve(graph, supply, demand, nullptr, method) == value);
        // The presolve would solve most of these; here it is not used.
        if (graph.profits.empty()) continue;
        flows.clear();
        CHECK(method.run(graph, given.supply, given.demand, &flows) == value);
        check_flows(flows, value, given.profits, given.supply, given.demand);
    }
}

Amount solved(const Profits& profits, Amounts supply, Amounts demand,
              std::vector<tesla::matching::Flow>* flows = nullptr) {
    using Width = tesla::FixedWidth<1>;
    tesla::matching::PrimalDual<Width> rest;
    return tesla::matching::solve(make_graph(Width{}, profits), supply, demand, flows, rest);
}

}  // namespace

TEST_CASE("the spec's worked matching, in tenths and halves") {
    const Profits profits{{1, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 0, 2}};
    std::vector<tesla::matching::Flow> flows;
    CHECK(solved(profits, {10, 8, 2, 1}, {10, 8, 1}, &flows) == 22);
    check_flows(flows, 22, profits, {10, 8, 2, 1}, {10, 8, 1});
}

TEST_CASE("what looks best at first is not") {
    // If x0 took its best, y0, then x1, which has only y0, would have nothing: 4 instead of 6.
    CHECK(solved({{4, 3}, {3, 0}}, {1, 1}, {1, 1}) == 6);
}

TEST_CASE("random problems as a linear program solves them, in masks of every width") {
    check_random(tesla::FixedWidth<1>{}, 1, 0);
    check_random(tesla::FixedWidth<2>{}, 2, 61);
    check_random(tesla::FixedWidth<4>{}, 3, 190);
    check_random(tesla::AnyWidth{1}, 4, 0);
    check_random(tesla::AnyWidth{5}, 5, 253);
}

TEST_CASE("the presolve says whether it has settled everything") {
    using Width = tesla::FixedWidth<1>;
    const auto settled = [](const Profits& profits) {
        const auto graph = make_graph(Width{}, profits);
        Amounts supply(profits.size(), 1), demand(profits[0].size(), 1);
        return tesla::matching::Presolve<Width>(graph, supply, demand, nullptr).run();
    };
    CHECK(settled({{2, 1}, {1, 2}}));
    // Three nodes that share three in a ring: none can prove that its choice is safe.
    CHECK_FALSE(settled({{1, 1, 0}, {0, 1, 1}, {1, 0, 1}}));
}

TEST_CASE("amounts beyond 32 bits") {
    const Amount much = Amount{1} << 40;
    CHECK(solved({{2, 1}, {2, 2}}, {much, much}, {much + 1, much}) == 4 * much);
}
