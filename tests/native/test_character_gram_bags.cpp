#include <doctest/doctest.h>

#include <random>
#include <string>

#include "graded/character_gram_bags.hpp"

using namespace tesla;
using namespace tesla::graded;
using namespace tesla::matching;
using namespace tesla::text;

namespace {

std::vector<std::uint32_t> characters(const std::string& text) { return {text.begin(), text.end()}; }

CharacterText written(const std::string& text, const ChunkGramTable& chunk_grams) {
    CharacterText made;
    made.characters = characters(text);
    chunk_grams.write(made);
    return made;
}

// Words of few letters, and texts of such words.
class Author {
  public:
    explicit Author(unsigned seed) : random_(seed) {}
    std::size_t below(std::size_t n) { return random_() % n; }
    std::string word() {
        std::string made;
        for (std::size_t left = 1 + below(5); left; --left) made += "abcd"[below(4)];
        return made;
    }
    std::string text() {
        std::string made = " ";
        for (std::size_t left = 1 + below(7); left; --left) made += word() + " ";
        return made;
    }

  private:
    std::mt19937 random_;
};

// A text with replaced parts, some of which occur in the reference.
struct Changed {
    Changed(const std::string& x, const std::string& y, Author& author) {
        std::size_t at = 0;
        while (author.below(3)) {
            const std::size_t from = at + author.below(y.size() - at + 1);
            const std::size_t to = from + author.below(std::min<std::size_t>(y.size() - from, 4) + 1);
            text += y.substr(at, from - at);
            std::string fresh = author.below(4) ? author.word() : "";
            std::size_t source = Replacement::kNowhere;
            if (author.below(2)) {
                source = author.below(x.size());
                fresh = x.substr(source, author.below(6));
            }
            parts.push_back({from, to, text.size(), text.size() + fresh.size(), source});
            text += fresh;
            at = to;
        }
        text += y.substr(at);
    }
    std::vector<Replacement> parts;
    std::string text;
};

}  // namespace

TEST_CASE("bags and pairs share the same n-grams, with and without replacements") {
    const Frequencies frequencies(99, "\n70\t \ta\n30\tb\tab\t a\n7\ta b\tb a\tabc\n");
    Author author(7);
    for (int round = 0; round < 200; ++round) {
        const ChunkGramTable chunk_grams(frequencies, 1 + author.below(6));
        std::vector<std::string> texts;
        std::vector<CharacterText> made;
        for (int k = 0; k < 6; ++k) {
            texts.push_back(author.text());
            made.push_back(written(texts.back(), chunk_grams));
        }
        CharacterGramBags bags(chunk_grams);
        for (const auto& text : made) REQUIRE(bags.add(text));
        CharacterGramBagMatcher beside(&bags);
        CharacterGramMatcher pair(chunk_grams);
        for (std::size_t y = 0; y < made.size(); ++y)
            for (std::size_t x = 0; x < made.size(); ++x) {
                CAPTURE(texts[x]);
                CAPTURE(texts[y]);
                const Changed changed(texts[x], texts[y], author);
                CAPTURE(changed.text);
                const auto all = characters(changed.text);
                const SharedGrams* found = beside.match(made[x], made[y], changed.parts, all);
                const SharedGrams& expected = pair.match(made[x], made[y], changed.parts, all);
                REQUIRE(found);
                CHECK(found->shared == expected.shared);
                if (x == y) CHECK(found->shared == made[x].totals);
                if (changed.parts.empty()) continue;
                CHECK(found->rewritten_shared == expected.rewritten_shared);
                CHECK(found->rewritten_totals == expected.rewritten_totals);
            }
    }
}

TEST_CASE("bags have no entry for other, empty or very long texts") {
    const Frequencies plain(0, "");
    const ChunkGramTable chunk_grams(plain, 3);
    const auto one = written(" a b ", chunk_grams), other = written(" c ", chunk_grams),
               none = written("", chunk_grams);
    std::string text = " ";
    while (text.size() < 300) text += "ab ";
    const auto heavy = written(text, chunk_grams);
    CharacterGramBags bags(chunk_grams);
    for (const auto* each : {&one, &none, &heavy}) CHECK(bags.add(*each));
    CHECK(bags.find(one));
    CHECK_FALSE(bags.find(none));
    CHECK_FALSE(bags.find(heavy));
    CharacterGramBagMatcher beside(&bags);
    CHECK(beside.match(one, one, {}, {}));
    CHECK_FALSE(beside.match(other, one, {}, {}));
    CHECK_FALSE(beside.match(one, other, {}, {}));
    CHECK(beside.match(one, one, {}, {})->shared == one.totals);
    CHECK_FALSE(CharacterGramBagMatcher(nullptr).match(one, one, {}, {}));
}

TEST_CASE("adding to bags fails when they are too large") {
    const Frequencies plain(0, "");
    const ChunkGramTable chunk_grams(plain, 4);
    CharacterGramBags bags(chunk_grams);
    const auto one = written(" some words of a text ", chunk_grams);
    CHECK_FALSE(bags.add(one, 100));
}
