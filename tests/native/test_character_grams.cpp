#include <doctest/doctest.h>

#include <cmath>
#include <string_view>

#include "graded/character_grams.hpp"

namespace {

tesla::graded::CharacterGrams grams(std::string_view text, std::size_t orders,
                                    const tesla::text::Frequencies& frequencies) {
    tesla::graded::CharacterGrams made;
    tesla::graded::weigh({text.begin(), text.end()}, orders, frequencies, made);
    return made;
}

}  // namespace

TEST_CASE("the n-grams of a text, by length, and what they weigh") {
    // Of 99 sentences 10 have "a" (weight 1/2) and all the others' n-grams are unknown (1).
    const tesla::text::Frequencies frequencies(99, "\n10\ta\n");
    const auto made = grams("aba", 4, frequencies);
    CHECK(made.begin == std::vector<std::size_t>{0, 3, 5, 6, 6});
    REQUIRE(made.totals.size() == 4);
    CHECK(made.totals[0] == doctest::Approx(2));
    CHECK(made.totals[1] == doctest::Approx(2));
    CHECK(made.totals[2] == doctest::Approx(1));
    CHECK(made.totals[3] == 0);
    CHECK(made.any(2));
    CHECK_FALSE(made.any(3));
    CHECK(made.keys[0] == made.keys[2]);  // a
    CHECK(made.keys[3] != made.keys[4]);  // ab, ba
}
