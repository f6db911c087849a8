#include "packing.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "dice.hpp"

namespace {

using Numbers = std::vector<std::uint32_t>;

tesla::Lists lists(const std::vector<Numbers>& given) {
    tesla::Lists made;
    for (const auto& list : given) {
        made.items.insert(made.items.end(), list.begin(), list.end());
        made.close();
    }
    return made;
}

// Of all that compete, as `most_packed` puts it together.
double by_paths(const std::vector<tesla::Repeated>& blocks, const tesla::Lists& partners,
                const tesla::Lists& capacity, std::span<const double> weights) {
    tesla::Competition all{blocks, partners, capacity, weights, {}, {}};
    std::set<std::uint32_t> kinds, used;
    for (const auto& [block, times] : blocks)
        for (const auto& node : block->nodes) kinds.insert(node.kind);
    for (const auto kind : kinds) used.insert(partners[kind].begin(), partners[kind].end());
    all.kinds.assign(kinds.begin(), kinds.end());
    all.used.assign(used.begin(), used.end());
    return tesla::pack_by_paths(all);
}

}  // namespace

TEST_CASE("single n-grams that want the same: those of most gain") {
    // A bigram, which covers 1 + 1 + 1, twice; a unigram once; there are two to be had.
    std::vector<tesla::CoverNode> two{{0, 2, 0}}, one{{0, 1, 1}};
    const Numbers nothing(2, 0);
    const tesla::Block pair = tesla::make_block(two, nothing), single = tesla::make_block(one, nothing);
    const std::vector<double> weights{1, 1};
    const auto partners = lists({{0}, {0}});
    const std::vector<tesla::Repeated> blocks{{&single, 1}, {&pair, 2}};
    CHECK(tesla::most_packed(blocks, partners, lists({{0, 0}}), weights) == doctest::Approx(6));
    CHECK(tesla::most_packed(blocks, partners, lists({{0, 0, 0}}), weights) == doctest::Approx(7));
    CHECK(tesla::most_packed(blocks, partners, lists({{0}}), weights) == doctest::Approx(3));
}

TEST_CASE("halves are better than wholes") {
    // Three bigrams in a row of four tokens, any two of which share a partner with one unit: half of
    // each covers more than one of them.
    std::vector<tesla::CoverNode> run{{0, 2, 0}, {1, 3, 1}, {2, 4, 2}};
    const tesla::Block block = tesla::make_block(run, Numbers(4, 0));
    const std::vector<double> weights{0, 1};
    const auto partners = lists({{0, 1}, {1, 2}, {0, 2}});
    const auto none = lists({{}, {}, {}}), each = lists({{0}, {0}, {0}});
    CHECK(tesla::most_packed({{&block, 1}}, partners, each, weights) == doctest::Approx(3));
    CHECK(tesla::most_packed({{&block, 1}}, partners, none, weights) == doctest::Approx(0));
    CHECK(tesla::most_packed({{&block, 2}}, partners, each, weights) == doctest::Approx(3));
}

TEST_CASE("both ways of packing find the same") {
    Dice dice(15);
    for (int round = 0; round < 150; ++round) {
        CAPTURE(round);
        const std::uint32_t count = dice.roll(1, 5), others = dice.roll(2, 4), longest = dice.roll(1, 3);
        std::vector<Numbers> partners(count), units(others);
        for (auto& own : partners) {
            for (std::uint32_t partner = 0; partner < others; ++partner)
                if (dice.roll(2)) own.push_back(partner);
            if (own.empty()) own.push_back(dice.roll(others));
        }
        for (auto& unit : units) unit.assign(dice.roll(3), 0);
        std::vector<double> weights(longest, 1.0);
        if (dice.roll(2)) weights[0] = 0.25;
        std::vector<tesla::Block> blocks;
        for (std::uint32_t i = dice.roll(1, 3); i > 0; --i) {
            const std::uint32_t size = dice.roll(longest, 6);
            std::vector<tesla::CoverNode> run;
            for (std::uint32_t n = 1; n <= longest; ++n)
                for (std::uint32_t start = 0; start + n <= size; ++start)
                    if (dice.roll(2)) run.push_back({start, start + n, dice.roll(count)});
            if (run.empty()) run.push_back({0, 1, 0});
            const Numbers far(size, dice.roll(2) ? 0 : dice.roll(size));
            blocks.push_back(tesla::make_block(run, far));
        }
        std::vector<tesla::Repeated> repeated;
        for (const auto& block : blocks) repeated.push_back({&block, dice.roll(1, 2)});
        const auto own = lists(partners), capacity = lists(units);
        CHECK(tesla::most_packed(repeated, own, capacity, weights) ==
              doctest::Approx(by_paths(repeated, own, capacity, weights)).epsilon(1e-8));
    }
}
