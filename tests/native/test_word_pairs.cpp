#include <doctest/doctest.h>

#include <vector>

#include "word_pairs.hpp"

namespace {

using tesla::WordPairs;

// Words by their surfaces, whose lemmas and tags are the same numbers.
tesla::Words words(const std::vector<std::uint32_t>& surfaces) {
    tesla::Words made;
    for (const auto surface : surfaces) {
        made.surfaces.push_back(surface);
        made.lemmas.push_back(static_cast<std::int32_t>(surface));
        made.tags.push_back(static_cast<std::int32_t>(surface));
        made.function.push_back(0);
        made.names.push_back(0);
    }
    return made;
}

std::vector<std::uint32_t> run_of(std::uint32_t from, std::size_t count) {
    std::vector<std::uint32_t> found;
    for (std::size_t k = 0; k < count; ++k) found.push_back(from + static_cast<std::uint32_t>(k));
    return found;
}

struct Found {
    std::vector<double> similarity;
    std::vector<std::uint8_t> kin;
};

}  // namespace

TEST_CASE("pairs of words that were told are known in other texts") {
    WordPairs pairs(true);
    const auto x = words({1, 2}), y = words({3, 4}), other = words({4, 3, 4});
    Found found;
    CHECK_FALSE(pairs.look(x, y, found.similarity, found.kin));
    pairs.keep(x, y, {0.1, 0.2, 0.3, 0.4}, {0, 1, 1, 0});
    REQUIRE(pairs.look(x, other, found.similarity, found.kin));
    CHECK(found.similarity == std::vector<double>{0.2, 0.1, 0.2, 0.4, 0.3, 0.4});
    CHECK(found.kin == std::vector<std::uint8_t>{1, 0, 1, 0, 1, 0});
    // The other way round is another pair.
    CHECK_FALSE(pairs.look(y, x, found.similarity, found.kin));
}

TEST_CASE("a word of another tag is another word") {
    WordPairs pairs(true);
    const auto x = words({1}), y = words({2});
    auto tagged = words({2}), named = words({2});
    tagged.tags[0] = -1;
    named.names[0] = 1;
    Found found;
    CHECK_FALSE(pairs.look(x, y, found.similarity, found.kin));
    pairs.keep(x, y, {0.5}, {1});
    CHECK(pairs.look(x, y, found.similarity, found.kin));
    CHECK_FALSE(pairs.look(x, tagged, found.similarity, found.kin));
    CHECK_FALSE(pairs.look(x, named, found.similarity, found.kin));
}

TEST_CASE("texts of no words") {
    WordPairs pairs(true);
    const auto none = words({}), x = words({1});
    Found found;
    CHECK(pairs.look(none, x, found.similarity, found.kin));
    CHECK(pairs.look(x, none, found.similarity, found.kin));
    CHECK(found.similarity.empty());
}

TEST_CASE("with too many words it starts again") {
    WordPairs pairs(true);
    const auto x = words(run_of(0, 300)), y = words(run_of(1000, 300));
    Found found;
    CHECK_FALSE(pairs.look(x, y, found.similarity, found.kin));
    pairs.keep(x, y, std::vector<double>(300 * 300, 0.5), std::vector<std::uint8_t>(300 * 300, 1));
    CHECK_FALSE(pairs.look(x, y, found.similarity, found.kin));
    const auto a = words({1}), b = words({1001});
    CHECK_FALSE(pairs.look(a, b, found.similarity, found.kin));
    pairs.keep(a, b, {0.25}, {0});
    REQUIRE(pairs.look(a, b, found.similarity, found.kin));
    CHECK(found.similarity == std::vector<double>{0.25});
}

TEST_CASE("it gives up where words are always new") {
    std::vector<tesla::Words> texts;
    for (std::uint32_t k = 0; k < 600; ++k) texts.push_back(words({k}));
    WordPairs pairs(true);
    Found found;
    for (const auto& text : texts)
        if (pairs.helps()) CHECK_FALSE(pairs.look(texts[0], text, found.similarity, found.kin));
    CHECK_FALSE(pairs.helps());
    WordPairs good(true);
    CHECK_FALSE(good.look(texts[0], texts[1], found.similarity, found.kin));
    good.keep(texts[0], texts[1], {0.5}, {0});
    for (int k = 0; k < 2000; ++k) CHECK(good.look(texts[0], texts[1], found.similarity, found.kin));
    CHECK(good.helps());
}
