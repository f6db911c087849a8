#include <doctest/doctest.h>

#include "celab/ties.hpp"
#include "dice.hpp"
#include "lists_of.hpp"

namespace {

// Some n-grams of a text that repeats a few tokens, with occasional errors.
tesla::celab::Block repeated_block(Dice& dice, std::uint32_t longest, std::uint32_t kinds) {
    const std::uint32_t period = dice.roll(1, 4), size = dice.roll(4, 24);
    Numbers tokens;
    for (std::uint32_t i = 0; i < size; ++i)
        tokens.push_back(dice.roll(12) ? i % period : dice.roll(period));
    std::vector<tesla::celab::CoverNode> run;
    for (std::uint32_t start = 0; start < size; ++start) {
        std::uint32_t kind = 0;
        for (std::uint32_t n = 1; n <= longest && start + n <= size; ++n) {
            kind = 5 * kind + tokens[start + n - 1] + n;
            if (kind % 4) run.push_back({start, start + n, kind % kinds});
        }
    }
    if (run.empty()) run.push_back({0, 1, 0});
    return tesla::celab::make_block(run, Numbers(size, dice.roll(3) ? 0 : dice.roll(size)));
}

}  // namespace

TEST_CASE("n-grams that are tied, and untied where prices tell them apart, gain the same") {
    Dice dice(15);
    for (int round = 0; round < 300; ++round) {
        CAPTURE(round);
        const std::uint32_t count = dice.roll(1, 12), others = dice.roll(1, 8),
                            longest = dice.roll(1, 4);
        std::vector<Numbers> partners(count), units(others);
        for (auto& own : partners) {
            own.push_back(dice.roll(others));
            if (const auto more = dice.roll(others); dice.roll(3) == 0 && more > own[0])
                own.push_back(more);
        }
        for (auto& unit : units) unit.assign(dice.roll(7), 0);
        std::vector<double> weights(longest, 1.0);
        if (dice.roll(2)) weights[0] = 0.25;
        std::vector<tesla::celab::Block> blocks;
        for (std::uint32_t i = dice.roll(1, 3); i > 0; --i)
            blocks.push_back(repeated_block(dice, longest, count));
        std::vector<tesla::celab::Repeated> repeated;
        for (const auto& block : blocks) repeated.push_back({&block, dice.roll(1, 2)});
        const auto own = lists(partners), capacity = lists(units);
        tesla::celab::Competition rivals(repeated, own, capacity, weights);
        rivals.find_covers();
        CHECK(tesla::celab::pack_tied(rivals) ==
              doctest::Approx(tesla::celab::pack_apart(rivals)).epsilon(1e-9));
    }
}

TEST_CASE("a loop has as many ties as n-grams that differ") {
    // Tokens 0 1 2 0 1 2 ..., bigrams alone; each may be had four times.
    std::vector<tesla::celab::CoverNode> run;
    for (std::uint32_t start = 0; start + 2 <= 3000; ++start)
        run.push_back({start, start + 2, start % 3});
    const tesla::celab::Block block = tesla::celab::make_block(run, Numbers(3000, 0));
    const std::vector<double> weights{1, 1};
    const auto partners = lists({{0}, {1}, {2}}),
               capacity = lists({{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0}});
    const std::vector<tesla::celab::Repeated> blocks{{&block, 1}};
    tesla::celab::Competition rivals(blocks, partners, capacity, weights);
    rivals.find_covers();
    CHECK(tesla::celab::pack_tied(rivals) == doctest::Approx(12 * 3));
}
