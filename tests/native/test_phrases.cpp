#include <doctest/doctest.h>

#include <memory>
#include <string>

#include "celab/phrases.hpp"
#include "failing_memory.hpp"

namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers synsets(const tesla::celab::Phrases& phrases, const Numbers& tokens) {
    Numbers found;
    phrases.synsets(tokens.data(), static_cast<std::uint32_t>(tokens.size()), found);
    return found;
}

bool same(const tesla::celab::Phrases& phrases, const Numbers& a, const Numbers& b) {
    return phrases.same_string(a.data(), static_cast<std::uint32_t>(a.size()), b.data(),
                               static_cast<std::uint32_t>(b.size()));
}

}  // namespace

TEST_CASE("hashes of strings are made of those of their parts") {
    using tesla::celab::TextHash;
    const auto whole = TextHash::of("Regenschirm"), put = TextHash::of("Regen") + TextHash::of("schirm");
    CHECK(whole.value == put.value);
    CHECK(whole.power == put.power);
    CHECK(whole.mixed() == put.mixed());
    CHECK(TextHash::of("ab").value != TextHash::of("ba").value);
    CHECK((TextHash::of("ab") + TextHash::of("")).value == TextHash::of("ab").value);
}

TEST_CASE("tokens make words of the dictionary, folded") {
    tesla::celab::Phrases phrases("", {""});
    const auto rain = phrases.add_token("雨", "雨"), shade = phrases.add_token("伞", "伞");
    const auto big = phrases.add_token("A", "a");
    CHECK(synsets(phrases, {shade}).empty());  // no words yet
    phrases.add_word("雨伞", {7, 9});
    phrases.add_word("伞", {7});
    phrases.add_word("a", {1});
    CHECK(synsets(phrases, {rain, shade}) == Numbers{7, 9});
    CHECK(synsets(phrases, {shade}) == Numbers{7});
    CHECK(synsets(phrases, {big}) == Numbers{1});
    CHECK(synsets(phrases, {rain}).empty());
    CHECK(synsets(phrases, {shade, rain}).empty());
    phrases.add_word("伞", {99});  // a second time it is ignored
    CHECK(synsets(phrases, {shade}) == Numbers{7});
    CHECK(phrases.tokens() == 3);
}

TEST_CASE("every spelling is tried between tokens") {
    tesla::celab::Phrases phrases(" ", {"", " ", "-"});
    const auto ice = phrases.add_token("ice", "ice"), cream = phrases.add_token("cream", "cream");
    phrases.add_word("icecream", {1});
    phrases.add_word("ice cream", {2});
    phrases.add_word("ice-cream", {3});
    CHECK(synsets(phrases, {ice, cream}) == Numbers{1, 2, 3});
}

TEST_CASE("words by lines") {
    tesla::celab::Phrases phrases("", {""});
    phrases.add_words("a\t1 22\nb\t3\nno tab\nc\t\n");
    const auto a = phrases.add_token("a", "a"), b = phrases.add_token("b", "b"),
               c = phrases.add_token("c", "c");
    CHECK(synsets(phrases, {a}) == Numbers{1, 22});
    CHECK(synsets(phrases, {b}) == Numbers{3});
    CHECK(synsets(phrases, {c}).empty());
}

TEST_CASE("the same string may be cut otherwise, unless something stands between tokens") {
    for (const std::string joint : {"", " "}) {
        tesla::celab::Phrases phrases(joint, {joint});
        const auto ab = phrases.add_token("ab", "ab"), c = phrases.add_token("c", "c");
        const auto a = phrases.add_token("a", "a"), bc = phrases.add_token("bc", "bc");
        CHECK(same(phrases, {ab, c}, {ab, c}));
        CHECK(same(phrases, {ab, c}, {a, bc}) == joint.empty());
        CHECK_FALSE(same(phrases, {ab}, {a}));
    }
}

TEST_CASE("a dictionary that grows finds everything again") {
    tesla::celab::Phrases phrases("", {""});
    constexpr std::uint32_t many = 2000;
    for (std::uint32_t i = 0; i < many; ++i) phrases.add_word("word" + std::to_string(i), {i});
    for (std::uint32_t i = 0; i < many; ++i) {
        const std::string word = "word" + std::to_string(i);
        REQUIRE(synsets(phrases, {phrases.add_token(word, word)}) == Numbers{i});
    }
}

TEST_CASE("when memory runs out, words keep the synsets that are theirs") {
    constexpr std::uint32_t known = 20, all = 140;
    const auto word = [](std::uint32_t i) { return "a word of many letters " + std::to_string(i); };
    bool right = true;
    fail_each_allocation(
        [&] {
            auto phrases = std::make_unique<tesla::celab::Phrases>("", std::vector<std::string>{""});
            for (std::uint32_t i = 0; i < known; ++i) phrases->add_word(word(i), {i});
            return phrases;
        },
        [&](tesla::celab::Phrases& phrases) {
            for (std::uint32_t i = known; i < all; ++i) phrases.add_word(word(i), {i});
        },
        [&](tesla::celab::Phrases& phrases, bool) {
            for (std::uint32_t i = 0; i < all; ++i) phrases.add_word(word(i), {i});
            for (std::uint32_t i = 0; i < all; ++i)
                right &= synsets(phrases, {phrases.add_token(word(i), word(i))}) == Numbers{i};
        });
    CHECK(right);
}
