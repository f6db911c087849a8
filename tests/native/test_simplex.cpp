#include <doctest/doctest.h>

#include <map>
#include <stdexcept>

#include "celab/simplex.hpp"
#include "dice.hpp"
#include "linear_program.hpp"

namespace {

struct Program {
    std::vector<double> limits;
    std::map<tesla::celab::Simplex::Column, double> columns;  // one of a kind, as the solver has them

    double best() const {
        LinearProgram slow;
        std::vector<std::vector<std::pair<std::size_t, double>>> rows(limits.size());
        for (const auto& [column, worth] : columns) {
            const std::size_t variable = slow.add_variable(worth);
            for (const auto& [row, entry] : column) rows[row].emplace_back(variable, entry);
        }
        for (std::size_t row = 0; row < rows.size(); ++row) slow.add_limit(rows[row], limits[row]);
        return slow.solve();
    }
};

// Every column has an entry in some limited row: the program is bounded.
Program random_program(Dice& dice) {
    Program made;
    const std::uint32_t rows = dice.roll(1, 8), columns = dice.roll(1, 14);
    for (std::uint32_t row = 0; row < rows; ++row) made.limits.push_back(dice.roll(5));
    for (std::uint32_t i = 0; i < columns; ++i) {
        tesla::celab::Simplex::Column column;
        for (std::uint32_t row = 0; row < rows; ++row)
            if (dice.roll(3) == 0) column.emplace_back(row, dice.roll(1, 3));
        if (column.empty()) column.emplace_back(0, 1.0);
        made.columns.emplace(column, dice.roll(10) / 2.0);
    }
    return made;
}

}  // namespace

TEST_CASE("a program with a known solution, and its prices") {
    tesla::celab::Simplex program({4, 12, 18}, {0, 0, 0});
    program.add(3, {{0, 1.0}, {2, 3.0}});
    program.add(5, {{1, 2.0}, {2, 2.0}});
    program.solve();
    program.settle();
    CHECK(program.value() == doctest::Approx(36));
    const auto& prices = program.prices();
    CHECK(prices[0] == doctest::Approx(0));
    CHECK(prices[1] == doctest::Approx(1.5));
    CHECK(prices[2] == doctest::Approx(1));
}

TEST_CASE("random programs, many of them degenerate, as the textbook solves them") {
    Dice dice(11);
    for (int round = 0; round < 400; ++round) {
        CAPTURE(round);
        const Program given = random_program(dice);
        tesla::celab::Simplex program(given.limits, std::vector<double>(given.limits.size(), 0.0));
        for (const auto& [column, worth] : given.columns) program.add(worth, column);
        program.solve();
        program.settle();
        CHECK(program.value() == doctest::Approx(given.best()).epsilon(1e-9));
    }
}

TEST_CASE("a program that grows goes on from where it was") {
    Dice dice(12);
    for (int round = 0; round < 100; ++round) {
        CAPTURE(round);
        const Program given = random_program(dice);
        tesla::celab::Simplex program(given.limits, std::vector<double>(given.limits.size(), 0.0));
        Program sofar{given.limits, {}};
        for (const auto& [column, worth] : given.columns) {
            program.add(worth, column);
            sofar.columns.emplace(column, worth);
            program.solve();
            CHECK(program.value() == doctest::Approx(sofar.best()).epsilon(1e-3));  // limits are shifted
        }
        program.settle();
        CHECK(program.value() == doctest::Approx(sofar.best()).epsilon(1e-9));
    }
}

TEST_CASE("rows that want to be full, and may be more than that") {
    Dice dice(13);
    for (int round = 0; round < 400; ++round) {
        CAPTURE(round);
        const std::uint32_t limited = dice.roll(1, 4), wanting = dice.roll(1, 12),
                            columns = dice.roll(1, 12);
        std::vector<double> limits, worth(limited, 0.0);
        LinearProgram slow;
        std::vector<std::vector<std::pair<std::size_t, double>>> rows(limited + wanting);
        for (std::uint32_t row = 0; row < limited; ++row) limits.push_back(dice.roll(6));
        double everything = 0;
        for (std::uint32_t row = 0; row < wanting; ++row) {
            limits.push_back(1);
            worth.push_back(-static_cast<double>(dice.roll(1, 4)));
            everything -= worth.back();
            // What is full counts: no more than 1, and no more than there is.
            const std::size_t full = slow.add_variable(-worth.back());
            const std::vector<std::pair<std::size_t, double>> itself{{full, 1.0}};
            slow.add_limit(itself, 1);
            rows[limited + row] = itself;
        }
        tesla::celab::Simplex program(limits, worth, wanting);
        for (std::uint32_t i = 0; i < columns; ++i) {
            tesla::celab::Simplex::Column column{{dice.roll(limited), dice.roll(1, 3)}};
            for (std::uint32_t row = limited; row < limited + wanting; ++row)
                if (dice.roll(3) == 0) column.emplace_back(row, dice.roll(1, 2));
            program.add(0, column);
            const std::size_t variable = slow.add_variable(0);
            for (const auto& [row, entry] : column)
                rows[row].emplace_back(variable, row < limited ? entry : -entry);
        }
        for (std::uint32_t row = 0; row < limited + wanting; ++row)
            slow.add_limit(rows[row], row < limited ? limits[row] : 0);
        program.solve();
        program.settle();
        CHECK(everything + program.value() == doctest::Approx(slow.solve()).epsilon(1e-9));
    }
}

TEST_CASE("more than a hundred steps: the inverse is made anew") {
    constexpr std::uint32_t rows = 150;
    tesla::celab::Simplex program(std::vector<double>(rows, 1.0), std::vector<double>(rows, 0.0));
    // Neighbours exclude each other: every second one is best.
    for (std::uint32_t i = 0; i + 1 < rows; ++i) program.add(1, {{i, 1.0}, {i + 1, 1.0}});
    program.solve();
    program.settle();
    CHECK(program.value() == doctest::Approx(75));
}

TEST_CASE("an unbounded program is an error") {
    tesla::celab::Simplex program({1}, {0});
    program.add(1, {{0, -1.0}});
    CHECK_THROWS_AS(program.solve(), std::logic_error);
}
