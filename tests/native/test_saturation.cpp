#include <doctest/doctest.h>

#include "celab/saturation.hpp"
#include "dice.hpp"
#include "linear_program.hpp"
#include "lists_of.hpp"

namespace {

// The maximum number of units.
double most(const std::vector<Numbers>& partners, const Numbers& demand, const Numbers& capacity) {
    std::vector<std::vector<double>> profit(partners.size(), std::vector<double>(capacity.size()));
    for (std::size_t kind = 0; kind < partners.size(); ++kind)
        for (const auto partner : partners[kind]) profit[kind][partner] = 1;
    return best_transport(profit, {demand.begin(), demand.end()}, {capacity.begin(), capacity.end()});
}

}  // namespace

TEST_CASE("a kind is short if all that can be had can be had without one of its units") {
    Dice dice(13);
    tesla::celab::Saturation saturation;  // one instance for all problems: its memory must not matter
    for (int round = 0; round < 300; ++round) {
        CAPTURE(round);
        const std::uint32_t count = dice.roll(1, 5), others = dice.roll(1, 5);
        std::vector<Numbers> partners(count), units(others);
        Numbers demand, capacity, kinds;
        for (std::uint32_t kind = 0; kind < count; ++kind) {
            for (std::uint32_t partner = 0; partner < others; ++partner)
                if (dice.roll(2)) partners[kind].push_back(partner);
            kinds.push_back(kind);
            demand.push_back(dice.roll(1, 3));
        }
        for (std::uint32_t partner = 0; partner < others; ++partner) {
            capacity.push_back(dice.roll(4));
            units[partner].assign(capacity[partner], 0);  // only their number matters
        }
        const auto found = saturation.short_kinds(kinds, demand, lists(partners), lists(units));
        const double all = most(partners, demand, capacity);
        for (std::uint32_t kind = 0; kind < count; ++kind) {
            Numbers less = demand;
            --less[kind];
            const bool is_short = most(partners, less, capacity) > all - 0.5;
            CHECK((found[kind] != 0) == is_short);
        }
    }
}

TEST_CASE("only some of the kinds ask") {
    tesla::celab::Saturation saturation;
    // Kind 1 has no demand: kind 2 can have the one unit of partner 1.
    const auto partners = lists({{0}, {1}, {1}}), capacity = lists({{0, 0}, {0}});
    CHECK(saturation.short_kinds({0, 2}, {2, 1}, partners, capacity) == std::vector<char>{0, 0});
    CHECK(saturation.short_kinds({1, 2}, {1, 1}, partners, capacity) == std::vector<char>{1, 1});
    CHECK(saturation.short_kinds({0}, {3}, partners, capacity) == std::vector<char>{1});
}
