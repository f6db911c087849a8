#include <doctest/doctest.h>

#include <numeric>

#include "graded/character_losses.hpp"

using namespace tesla;
using namespace tesla::graded;
using namespace tesla::matching;
using namespace tesla::text;

namespace {

std::vector<std::uint32_t> characters(const char* text) {
    std::vector<std::uint32_t> made;
    for (; *text; ++text) made.push_back(static_cast<unsigned char>(*text));
    return made;
}

CharacterGrams weighed(const char* text, std::size_t orders) {
    const Frequencies none(0, "\n");
    CharacterGrams grams;
    weigh(characters(text), orders, none, grams);
    return grams;
}

double sum(const std::vector<double>& all) { return std::accumulate(all.begin(), all.end(), 0.0); }

}  // namespace

TEST_CASE("words without a position share the span between their neighbours") {
    const auto text = characters(" ab cdef gh ");
    std::vector<Place> filled;
    fill_places(text, {{1, 3}, {0, 0}, {0, 0}, {9, 11}}, filled);
    CHECK(filled == std::vector<Place>{{1, 3}, {4, 8}, {4, 8}, {9, 11}});
    fill_places(text, {{0, 0}}, filled);
    CHECK(filled == std::vector<Place>{{1, 11}});
    fill_places({}, {{0, 0}}, filled);
    CHECK(filled == std::vector<Place>{{0, 0}});
}

TEST_CASE("characters outside of words belong to the previous word") {
    std::vector<std::uint32_t> owners;
    own_characters(characters(" ab, c "), {{1, 3}, {5, 6}}, owners);
    CHECK(owners == std::vector<std::uint32_t>{0, 0, 0, 0, 0, 1, 1});
    own_characters(characters(" ! "), {}, owners);
    CHECK(owners == std::vector<std::uint32_t>{0, 0, 0});
}

TEST_CASE("the losses of words add up to what F lacks") {
    std::vector<std::uint32_t> owners_x, owners_y;
    own_characters(characters(" ab cd "), {{1, 3}, {4, 6}}, owners_x);
    own_characters(characters(" ab xd "), {{1, 3}, {4, 6}}, owners_y);
    const auto x = weighed(" ab cd ", 2), y = weighed(" ab xd ", 2);
    CharacterLosses letters;
    std::vector<double> lost_x(2), lost_y(2);
    letters.lose({x, owners_x}, {y, owners_y}, 0.5, 1.0, lost_x, lost_y);
    // Of 7 characters 6 are shared, of 6 bigrams 4; precision and recall are the same.
    CHECK(sum(lost_x) + sum(lost_y) == doctest::Approx(1 - (6.0 / 7 + 4.0 / 6) / 2));
    CHECK(sum(lost_x) == doctest::Approx(sum(lost_y)));
    CHECK(lost_x[0] > 0);  // the space before c
    CHECK(lost_x[1] > lost_x[0]);
}

TEST_CASE("if one text has no characters, the other loses everything") {
    std::vector<std::uint32_t> owners, nobody;
    own_characters(characters(" ab cd "), {{1, 3}, {4, 6}}, owners);
    const auto x = weighed(" ab cd ", 4), none = weighed("", 4);
    CharacterLosses letters;
    std::vector<double> lost_x(2), lost_y(1);
    letters.lose({x, owners}, {none, nobody}, 0.2, 0.5, lost_x, lost_y);
    CHECK(sum(lost_x) == doctest::Approx(0.5));
    CHECK(sum(lost_y) == 0);
}
