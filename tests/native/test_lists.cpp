#include <doctest/doctest.h>

#include "base/lists.hpp"

namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers copy(std::span<const std::uint32_t> list) { return {list.begin(), list.end()}; }

}  // namespace

TEST_CASE("lists end to end, empty ones among them") {
    tesla::Lists lists;
    CHECK(lists.size() == 0);
    lists.items = {4, 2};
    lists.close();
    lists.close();
    lists.items.push_back(7);
    lists.close();
    REQUIRE(lists.size() == 3);
    CHECK(copy(lists[0]) == Numbers{4, 2});
    CHECK(lists[1].empty());
    CHECK(copy(lists[2]) == Numbers{7});
    CHECK(lists.count(0) == 2);
    CHECK(lists.count(1) == 0);
    lists.clear();
    CHECK(lists.size() == 0);
}

TEST_CASE("the inverse of a relation, and its inverse") {
    tesla::Lists lists, back, forth;
    for (const Numbers& list : {Numbers{0, 2}, Numbers{}, Numbers{2}, Numbers{0, 1, 2}}) {
        lists.items.insert(lists.items.end(), list.begin(), list.end());
        lists.close();
    }
    back.items = {9, 9, 9, 9, 9, 9, 9, 9};  // the previous content does not matter
    tesla::turn(lists, 5, back);
    REQUIRE(back.size() == 5);
    CHECK(copy(back[0]) == Numbers{0, 3});
    CHECK(copy(back[1]) == Numbers{3});
    CHECK(copy(back[2]) == Numbers{0, 2, 3});
    CHECK(back[3].empty());
    CHECK(back[4].empty());
    tesla::turn(back, lists.size(), forth);
    CHECK(forth.begin == lists.begin);
    CHECK(forth.items == lists.items);
}
