#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "text/related_word_table.hpp"

using tesla::text::RelatedWordTable;

namespace {

// The kind of a pair as matching finds it, 0 if the words are not a pair.
int kind(const RelatedWordTable& table, std::string_view one, std::string_view other) {
    const auto& theirs = table.partners(other);
    for (const auto partner : table.partners(one))
        if (std::find(theirs.begin(), theirs.end(), partner ^ 1) != theirs.end())
            return table.kind(static_cast<std::uint64_t>(partner));
    return 0;
}

}  // namespace

TEST_CASE("paraphrases are found from both sides, with their strength") {
    const RelatedWordTable table("big\t80 great\t31 large\ngreat\t7 grand\n", "");
    CHECK(kind(table, "big", "great") == 80);
    CHECK(kind(table, "great", "big") == 80);
    CHECK(kind(table, "large", "big") == 31);
    CHECK(kind(table, "grand", "great") == 7);
    // The relation is not transitive, and no word is related to itself.
    CHECK(kind(table, "big", "grand") == 0);
    CHECK(kind(table, "large", "great") == 0);
    CHECK(kind(table, "big", "big") == 0);
    CHECK(table.partners("tiny").empty());
    CHECK(table.partners("big").size() == 2);
}

TEST_CASE("derivations and opposites are in the same table") {
    const RelatedWordTable table("big\t31 large\n", "big\t+bigness\t-small\nlarge\t-small\n");
    CHECK(kind(table, "large", "big") == 31);
    CHECK(kind(table, "bigness", "big") == RelatedWordTable::kDerived);
    CHECK(kind(table, "big", "small") == RelatedWordTable::kOpposite);
    CHECK(kind(table, "small", "large") == RelatedWordTable::kOpposite);
    CHECK(kind(table, "small", "bigness") == 0);
    CHECK(table.partners("big").size() == 3);
}

TEST_CASE("the last line needs no end; no body, no pairs") {
    CHECK(kind(RelatedWordTable("a\t5 b", ""), "b", "a") == 5);
    CHECK(kind(RelatedWordTable("", "a\t-b"), "b", "a") == RelatedWordTable::kOpposite);
    CHECK(RelatedWordTable("", "").partners("a").empty());
}

TEST_CASE("a pair without its strength or mark is refused") {
    for (const char* body : {"big\tgreat\n", "big\t80\n", "big\t\n", "big\t300 great\n"})
        CHECK_THROWS_AS(RelatedWordTable(body, ""), std::invalid_argument);
    CHECK(kind(RelatedWordTable("big\t200 great\n", ""), "big", "great") == 100);
    for (const char* body : {"big\tgreat\n", "big\t+\n", "big\t\n", "big\t80 great\n"})
        CHECK_THROWS_AS(RelatedWordTable("", body), std::invalid_argument);
}
