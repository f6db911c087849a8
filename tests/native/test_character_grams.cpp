#include <doctest/doctest.h>

#include <cmath>
#include <string_view>

#include "character_grams.hpp"

namespace {

tesla::CharacterGrams grams(std::string_view text, std::size_t orders,
                            const tesla::Frequencies& frequencies) {
    tesla::CharacterGrams made;
    tesla::weigh({text.begin(), text.end()}, orders, frequencies, made);
    return made;
}

std::vector<double> shared(std::string_view reference, std::string_view candidate, std::size_t orders,
                           const tesla::Frequencies& frequencies) {
    tesla::GramIndex index;
    index.fill(grams(reference, orders, frequencies));
    std::vector<std::uint32_t> left{9, 9};  // room, with something in it
    std::vector<double> found{9};
    index.share(grams(candidate, orders, frequencies), left, found);
    return found;
}

}  // namespace

TEST_CASE("the n-grams of a text, by length, and what they weigh") {
    // Of 99 sentences 10 have "a" (weight 1/2) and all the others' n-grams are unknown (1).
    const tesla::Frequencies frequencies(99, "\n10\ta\n");
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

TEST_CASE("what two texts share is clipped") {
    const tesla::Frequencies plain(0, "");
    CHECK(shared("aba", "aaa", 2, plain) == std::vector<double>{2, 0});
    CHECK(shared("aaa", "aba", 2, plain) == std::vector<double>{2, 0});
    CHECK(shared("abab", "abab", 3, plain) == std::vector<double>{4, 3, 2});
    CHECK(shared("abc", "xyz", 2, plain) == std::vector<double>{0, 0});
    CHECK(shared("", "abc", 2, plain) == std::vector<double>{0, 0});
    CHECK(shared("abc", "", 2, plain) == std::vector<double>{0, 0});
}

TEST_CASE("what is shared weighs what it is worth") {
    const tesla::Frequencies frequencies(99, "\n10\ta\n");
    const auto found = shared("ab", "ba", 2, frequencies);
    CHECK(found[0] == doctest::Approx(1.5));
    CHECK(found[1] == 0);
}

TEST_CASE("an index that is filled again has forgotten") {
    const tesla::Frequencies plain(0, "");
    tesla::GramIndex index;
    index.fill(grams("abcdefghijklmnopqrstuvwxyz", 4, plain));
    index.fill(grams("b", 1, plain));
    std::vector<std::uint32_t> left;
    std::vector<double> found;
    index.share(grams("ab", 1, plain), left, found);
    CHECK(found == std::vector<double>{1});
}
