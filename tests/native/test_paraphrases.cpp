#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "paraphrases.hpp"

namespace {

// The strength of a pair as matching finds it, 0 where the words are none.
int strength(const tesla::Paraphrases& table, std::string_view one, std::string_view other) {
    const auto& theirs = table.partners(other);
    for (const auto partner : table.partners(one))
        if (std::find(theirs.begin(), theirs.end(), partner ^ 1) != theirs.end())
            return table.strength(static_cast<std::uint64_t>(partner));
    return 0;
}

}  // namespace

TEST_CASE("pairs are found from both sides, with their strength") {
    const tesla::Paraphrases table("big\t80 great\t31 large\ngreat\t7 grand\n");
    CHECK(strength(table, "big", "great") == 80);
    CHECK(strength(table, "great", "big") == 80);
    CHECK(strength(table, "large", "big") == 31);
    CHECK(strength(table, "grand", "great") == 7);
    // It is not handed on, and no word is its own.
    CHECK(strength(table, "big", "grand") == 0);
    CHECK(strength(table, "large", "great") == 0);
    CHECK(strength(table, "big", "big") == 0);
    CHECK(table.partners("small").empty());
    CHECK(table.partners("big").size() == 2);
}

TEST_CASE("the last line needs no end; no body, no pairs") {
    CHECK(strength(tesla::Paraphrases("a\t5 b"), "b", "a") == 5);
    CHECK(tesla::Paraphrases("").partners("a").empty());
}

TEST_CASE("a pair without its strength is refused") {
    CHECK_THROWS_AS(tesla::Paraphrases("big\tgreat\n"), std::invalid_argument);
    CHECK_THROWS_AS(tesla::Paraphrases("big\t80\n"), std::invalid_argument);
    CHECK_THROWS_AS(tesla::Paraphrases("big\t\n"), std::invalid_argument);
    CHECK_THROWS_AS(tesla::Paraphrases("big\t300 great\n"), std::invalid_argument);
    CHECK(strength(tesla::Paraphrases("big\t200 great\n"), "big", "great") == 100);
}
