#include <doctest/doctest.h>

#include <stdexcept>

#include "forms.hpp"
#include "text/lexicon.hpp"
#include "text/plain_rules.hpp"

using tesla::Forms;
using tesla::text::Lexicon;
using tesla::text::PlainRules;

namespace {

using Strings = std::vector<std::string>;

PlainRules rules() {
    PlainRules::Facts facts{};
    facts.contractions = {{"cannot", {3, 3}}, {"im", {}}};
    facts.abbreviations = {"mr"};
    facts.suffixes = {"n't", "'s"};
    facts.runs = ".-";
    facts.split_hyphens = true;
    return PlainRules(facts);
}

Strings cut(const PlainRules& rules, std::string_view chunk) {
    std::vector<std::string_view> words;
    return rules.cut(chunk, words) ? Strings(words.begin(), words.end()) : Strings{"not plain"};
}

// Two words of one lemma: "cat" with a fact of its own, "Cats" without.
struct Index {
    std::string text = "catCatscats.9";  // strings: cat, Cats, cats, ".", 9
    std::vector<std::uint32_t> starts{0, 3, 7, 11, 12, 13}, slots, kinds{3, 0, 1}, candidates{0},
        patterns{0}, lemma_lists{0}, lemmas{0, 0, 3, 2}, synsets{5, 8}, surfaces{0, 4},
        words{0, 3u << 29, 0, 0, 0, 0, 1, 1u << 30, 0, 0, 0, 2};

    Index() : slots(4, 0) {
        for (std::uint32_t i = 0; i < 2; ++i) {
            std::size_t place = tesla::text::hash_text(i ? "Cats" : "cat") % 4;
            while (slots[place]) place = (place + 1) % 4;
            slots[place] = i + 1;
        }
    }
    Forms forms() const {
        return {{text, starts, slots, words, kinds, candidates, patterns, lemma_lists, lemmas, synsets,
                 surfaces},
                1,
                1};
    }
};

}  // namespace

TEST_CASE("plain chunks are cut by the rules, others are left") {
    const PlainRules own = rules();
    CHECK(cut(own, "Cats.") == Strings{"Cats", "."});
    CHECK(cut(own, "Mr.") == Strings{"Mr."});
    CHECK(cut(own, "Cannot") == Strings{"Can", "not"});
    CHECK(cut(own, "im") == Strings{"not plain"});
    CHECK(cut(own, "don't") == Strings{"do", "n't"});
    CHECK(cut(own, "a-b...") == Strings{"a", "-", "b", "..."});
    CHECK(cut(own, "10,5%") == Strings{"10,5", "%"});
    CHECK(cut(own, "caf\xC3\xA9") == Strings{"not plain"});
    CHECK(cut(own, "").empty());
    PlainRules::Facts odd{};
    odd.suffixes = {"na"};
    CHECK_THROWS_AS(PlainRules{odd}, std::invalid_argument);
    odd.suffixes.clear();
    odd.contractions = {{"cannot", {3, 2}}};
    CHECK_THROWS_AS(PlainRules{odd}, std::invalid_argument);
}

TEST_CASE("words are learned from the index; others are reported") {
    const Index index;
    const Forms forms = index.forms();
    Lexicon lexicon({}, {{"NN", "NOUN", false, true, false}}, {"form"});
    const Strings chunks{"cat", "Cats", "cat-dog", "caf\xC3\xA9"};
    const auto left = lexicon.learn(chunks, rules(), &forms);
    CHECK(left.words == Strings{"-", "dog"});
    CHECK(left.waiting == Strings{"cat-dog"});
    CHECK(left.chunks == Strings{"caf\xC3\xA9"});
    Lexicon::Workspace scratch;
    scratch.with_characters = true;
    tesla::text::Words words;
    REQUIRE(lexicon.analyse("cat Cats", scratch, words));
    CHECK(words.lemmas[0] == words.lemmas[1]);
    CHECK(words.synsets == std::vector<std::int32_t>{5, 8, 5, 8});
    CHECK(lexicon.fact(0, words.surfaces[0]) == "9");
    CHECK(lexicon.fact(0, words.surfaces[1]) == "cats");
    CHECK(words.places[1] == tesla::text::Place{5, 9});
    CHECK(lexicon.learn({"cat"}, rules(), nullptr).words.empty());
}

TEST_CASE("an index with invalid offsets is rejected") {
    Index index;
    index.words[3] = 9;
    CHECK_THROWS_AS(index.forms(), std::invalid_argument);
    Index full;
    full.slots.assign(4, 1);
    CHECK_THROWS_AS(full.forms(), std::invalid_argument);
}
