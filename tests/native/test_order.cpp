#include <doctest/doctest.h>

#include "graded/order.hpp"

namespace {

using Row = std::vector<double>;

double turned(const std::vector<tesla::graded::Anchor>& anchors, const Row& reference,
              const Row& candidate) {
    std::vector<tesla::graded::Anchor> room{{7, 7}};
    return tesla::graded::reordered(anchors, reference, candidate, room);
}

}  // namespace

TEST_CASE("the share of inverted pairs") {
    const Row ones(3, 1.0);
    CHECK(turned({{0, 0}, {1, 1}, {2, 2}}, ones, ones) == 0);
    CHECK(turned({{2, 0}, {1, 1}, {0, 2}}, ones, ones) == 1);
    CHECK(turned({{1, 0}, {0, 1}, {2, 2}}, ones, ones) == doctest::Approx(1.0 / 3));
    CHECK(turned({{1, 0}}, ones, ones) == 0);
    CHECK(turned({}, {}, {}) == 0);
}

TEST_CASE("pairs count by the product of their lesser weights") {
    // Weights are 1, 2 and 1: the first two are inverted, 2 of 2 + 1 + 2.
    CHECK(turned({{1, 0}, {0, 1}, {2, 2}}, {2, 1, 1}, {5, 2, 3}) == doctest::Approx(2.0 / 5));
    CHECK(turned({{1, 0}, {0, 1}}, {0, 1}, {1, 1}) == 0);
}

TEST_CASE("pairs that are far apart in both texts are ignored") {
    const Row ones(20, 1.0);
    CHECK(turned({{10, 0}, {0, 10}}, ones, ones) == 0);
    // Six words are near, seven are not; being near in one text is enough.
    CHECK(turned({{6, 0}, {0, 6}}, ones, ones) == 1);
    CHECK(turned({{7, 0}, {0, 7}}, ones, ones) == 0);
    CHECK(turned({{19, 0}, {0, 6}}, ones, ones) == 1);
    CHECK(turned({{6, 0}, {0, 19}}, ones, ones) == 1);
    // Three anchors: near in the candidate, in the reference, and in neither.
    CHECK(turned({{12, 0}, {0, 1}, {13, 19}}, ones, ones) == doctest::Approx(0.5));
}
