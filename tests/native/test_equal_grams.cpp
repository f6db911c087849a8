#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <random>

#include "graded/equal_grams.hpp"

namespace {

using Items = std::vector<std::uint32_t>;

Items random_items(std::mt19937& random, std::size_t most) {
    Items found(random() % (most + 1));
    for (auto& item : found) item = random() % 4;
    return found;
}

std::map<Items, int> counts(const Items& items, std::size_t n) {
    std::map<Items, int> found;
    for (std::size_t i = 0; i + n <= items.size(); ++i)
        ++found[Items(items.begin() + static_cast<std::ptrdiff_t>(i),
                      items.begin() + static_cast<std::ptrdiff_t>(i + n))];
    return found;
}

}  // namespace

TEST_CASE("equals: the smaller number of each kind is paired, and each place is there once") {
    std::mt19937 random(1);
    tesla::graded::EqualGrams equals;
    for (int round = 0; round < 300; ++round) {
        const Items x = random_items(random, 40), y = random_items(random, 40);
        const std::size_t n = 1 + random() % 3;
        equals.find(x, y, n);
        const auto of_x = counts(x, n), of_y = counts(y, n);
        std::size_t common = 0, all = 0;
        for (const auto& [gram, count] : of_x) {
            const auto other = of_y.find(gram);
            if (other != of_y.end()) common += static_cast<std::size_t>(std::min(count, other->second));
            all += static_cast<std::size_t>(count);
        }
        for (const auto& [gram, count] : of_y) all += static_cast<std::size_t>(count);
        REQUIRE(equals.pairs().size() == common);
        REQUIRE(equals.left().size() == all - 2 * common);
        std::vector<int> seen_x(x.size(), 0), seen_y(y.size(), 0);
        for (const auto& [i, j] : equals.pairs()) {
            REQUIRE(std::equal(x.begin() + i, x.begin() + i + static_cast<std::ptrdiff_t>(n),
                               y.begin() + j));
            ++seen_x[static_cast<std::size_t>(i)];
            ++seen_y[static_cast<std::size_t>(j)];
        }
        for (const auto& [side, shared, place] : equals.left()) {
            const auto first = (side ? y : x).begin() + place;
            const Items gram(first, first + static_cast<std::ptrdiff_t>(n));
            REQUIRE(shared == ((side ? of_x : of_y).count(gram) == 1));
            ++(side ? seen_y : seen_x)[place];
        }
        for (std::size_t i = 0; i < x.size(); ++i) REQUIRE(seen_x[i] == (i + n <= x.size()));
        for (std::size_t j = 0; j < y.size(); ++j) REQUIRE(seen_y[j] == (j + n <= y.size()));
    }
}

TEST_CASE("equals: what is left stands where there is more, and the k-th goes with the k-th") {
    tesla::graded::EqualGrams equals;
    equals.find({7, 7, 8, 8, 8}, {7, 7, 8, 7, 8}, 1);
    REQUIRE(equals.left().size() == 2);
    CHECK(!equals.left()[0].of_y);
    CHECK(equals.left()[0].place == 3);
    CHECK(equals.left()[1].of_y);
    CHECK(equals.left()[1].place == 3);
    const auto& pairs = equals.pairs();
    REQUIRE(pairs.size() == 4);
    for (std::size_t k = 0; k < 4; ++k) CHECK(pairs[k].x == pairs[k].y);
    equals.find({}, {}, 2);
    CHECK(equals.pairs().empty());
    CHECK(equals.left().empty());
}
