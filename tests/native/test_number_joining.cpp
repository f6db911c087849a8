#include <doctest/doctest.h>

#include "text/number_joining.hpp"

namespace {

// Words that differ in all columns; word i has i synsets.
tesla::text::Words words(std::uint32_t count) {
    tesla::text::Words found;
    found.clear();
    found.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        found.lemmas[i] = found.tags[i] = static_cast<std::int32_t>(i);
        found.function[i] = 1;
        found.labels[i] = static_cast<std::uint16_t>(i);
        found.surfaces[i] = i;
        found.places.emplace_back(10 * i + 1, 10 * i + 5);
        found.synset_begin[i] = static_cast<std::uint32_t>(found.synsets.size());
        for (std::uint32_t k = 0; k < i; ++k) found.synsets.push_back(static_cast<std::int32_t>(i));
    }
    found.synset_begin[count] = static_cast<std::uint32_t>(found.synsets.size());
    return found;
}

}  // namespace

TEST_CASE("the words of a number become one") {
    auto text = words(6);
    tesla::text::join_numbers({{"7", "205", "3"}, {}, {{0, 1}, {1, 3}, {4, 6}}}, text);
    REQUIRE(text.size() == 4);
    CHECK(text.lemmas ==
          std::vector<std::int32_t>{0, tesla::text::kNumberLemma, 3, tesla::text::kNumberLemma});
    CHECK(text.tags == std::vector<std::int32_t>{0, 1, 3, 4});
    CHECK(text.function == std::vector<std::uint8_t>{1, 0, 1, 0});
    CHECK(text.surfaces == std::vector<std::uint32_t>{0, ~1u, 3, ~2u});
    CHECK(text.places == std::vector<tesla::text::Place>{{1, 5}, {11, 25}, {31, 35}, {41, 55}});
    CHECK(text.synset_begin == std::vector<std::uint32_t>{0, 0, 0, 3, 3});
    CHECK(text.synsets == std::vector<std::int32_t>{3, 3, 3});
}

TEST_CASE("a number without the position of one end has no position") {
    auto text = words(3);
    text.places[2] = {};
    tesla::text::join_numbers({{"205"}, {}, {{1, 3}}}, text);
    CHECK(text.places == std::vector<tesla::text::Place>{{1, 5}, {}});
}

TEST_CASE("numbers of one word stay as they are") {
    auto text = words(3);
    tesla::text::join_numbers({{"7"}, {}, {{1, 2}}}, text);
    CHECK(text.lemmas == std::vector<std::int32_t>{0, 1, 2});
    CHECK(text.surfaces == std::vector<std::uint32_t>{0, 1, 2});
}
