#include <doctest/doctest.h>

#include <algorithm>
#include <stdexcept>

#include "kin_table.hpp"

using tesla::KinTable;

namespace {

// What a pair is as matching finds it, 0 where the words are none.
int kind(const KinTable& table, std::string_view one, std::string_view other) {
    const auto& theirs = table.partners(other);
    for (const auto partner : table.partners(one))
        if (std::find(theirs.begin(), theirs.end(), partner ^ 1) != theirs.end())
            return table.kind(static_cast<std::uint64_t>(partner));
    return 0;
}

}  // namespace

TEST_CASE("paraphrases are found from both sides, with their strength") {
    const KinTable table("big\t80 great\t31 large\ngreat\t7 grand\n", "");
    CHECK(kind(table, "big", "great") == 80);
    CHECK(kind(table, "great", "big") == 80);
    CHECK(kind(table, "large", "big") == 31);
    CHECK(kind(table, "grand", "great") == 7);
    // It is not handed on, and no word is its own.
    CHECK(kind(table, "big", "grand") == 0);
    CHECK(kind(table, "large", "great") == 0);
    CHECK(kind(table, "big", "big") == 0);
    CHECK(table.partners("tiny").empty());
    CHECK(table.partners("big").size() == 2);
}

TEST_CASE("families and opposites stand beside them") {
    const KinTable table("big\t31 large\n", "big\t+bigness\t-small\nlarge\t-small\n");
    CHECK(kind(table, "large", "big") == 31);
    CHECK(kind(table, "bigness", "big") == KinTable::kDerived);
    CHECK(kind(table, "big", "small") == KinTable::kOpposite);
    CHECK(kind(table, "small", "large") == KinTable::kOpposite);
    CHECK(kind(table, "small", "bigness") == 0);
    CHECK(table.partners("big").size() == 3);
}

TEST_CASE("the last line needs no end; no body, no pairs") {
    CHECK(kind(KinTable("a\t5 b", ""), "b", "a") == 5);
    CHECK(kind(KinTable("", "a\t-b"), "b", "a") == KinTable::kOpposite);
    CHECK(KinTable("", "").partners("a").empty());
}

TEST_CASE("a pair without its strength or mark is refused") {
    for (const char* body : {"big\tgreat\n", "big\t80\n", "big\t\n", "big\t300 great\n"})
        CHECK_THROWS_AS(KinTable(body, ""), std::invalid_argument);
    CHECK(kind(KinTable("big\t200 great\n", ""), "big", "great") == 100);
    for (const char* body : {"big\tgreat\n", "big\t+\n", "big\t\n", "big\t80 great\n"})
        CHECK_THROWS_AS(KinTable("", body), std::invalid_argument);
}
