#include "text/tag_scores.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <set>

using tesla::text::Score;
using Scores = std::vector<Score>;

TEST_CASE("arrays of scores are aligned to cache lines, and neither move nor overlap") {
    tesla::text::ScoreArena arena;
    std::vector<Score*> taken;
    for (std::size_t i = 0; i < 3000; ++i) {
        Score* own = arena.take(1 + i % 70);
        CHECK(reinterpret_cast<std::uintptr_t>(own) % 64 == 0);
        for (std::size_t k = 0; k <= i % 70; ++k) own[k] = static_cast<Score>(i);
        taken.push_back(own);
    }
    for (std::size_t i = 0; i < taken.size(); ++i)
        for (std::size_t k = 0; k <= i % 70; ++k) REQUIRE(taken[i][k] == static_cast<Score>(i));
    CHECK(arena.take(100'000) != nullptr);
    CHECK(arena.bytes() > 200'000);
}

TEST_CASE("equal rows are kept once") {
    tesla::text::SharedRows rows;
    const auto row = [](int i) { return Scores{static_cast<Score>(i), 7, static_cast<Score>(-i)}; };
    std::vector<const Score*> kept;
    for (int i = 0; i < 500; ++i) kept.push_back(rows.keep(row(i)));
    for (int i = 0; i < 500; ++i) {
        const Score* again = rows.keep(row(i));
        CHECK(again == kept[static_cast<std::size_t>(i)]);
        CHECK(Scores(again, again + 3) == row(i));
    }
    CHECK(rows.size() == 500);
    CHECK(std::set<const Score*>(kept.begin(), kept.end()).size() == 500);
}
