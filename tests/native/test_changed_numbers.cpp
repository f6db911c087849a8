#include <doctest/doctest.h>

#include "graded/changed_numbers.hpp"

namespace {

using Digits = std::vector<std::string>;

double changed(const Digits& reference, const Digits& candidate) {
    return tesla::graded::changed_numbers({reference, reference}, {candidate, candidate});
}

}  // namespace

TEST_CASE("the share of changed numbers") {
    CHECK(changed({"12", "7"}, {"12", "7"}) == 0);
    CHECK(changed({"12", "7"}, {"7", "12"}) == 0);
    CHECK(changed({"12", "7"}, {"12", "8"}) == 0.5);
    CHECK(changed({"12"}, {"13"}) == 1);
    CHECK(changed({"5", "5", "6"}, {"5", "6", "6"}) == doctest::Approx(1.0 / 3));
}

TEST_CASE("numbers that are only missing or only added have not changed") {
    CHECK(changed({"12"}, {}) == 0);
    CHECK(changed({}, {"12"}) == 0);
    CHECK(changed({"12", "7"}, {"12"}) == 0);
    CHECK(changed({"1", "2", "3", "4"}, {"1", "9"}) == 0.25);
}

TEST_CASE("numbers that are segmented differently are equal") {
    CHECK(changed({"930"}, {"9", "30"}) == 0);
    CHECK(changed({"9.30"}, {"9", "30"}) == 0);
    CHECK(changed({"9.3"}, {"9", "30"}) == 0);
    CHECK(changed({"930"}, {"9", "31"}) > 0);
    CHECK(changed({"12", "34"}, {"123", "4"}) > 0);  // as many, and others
}

TEST_CASE("a number has changed only if it differs in both readings") {
    const tesla::text::Numbers reference{{"3500000"}, {"3.5", "*1000000"}};
    CHECK(tesla::graded::changed_numbers(reference, {{"3.5"}, {"3.5"}}) == 0);  // 3.5m
    CHECK(tesla::graded::changed_numbers(reference, {{"4500000"}, {"4.5", "*1000000"}}) == 1);
}
