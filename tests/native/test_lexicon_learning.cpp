#include <doctest/doctest.h>

#include <stdexcept>

#include "text/lexicon.hpp"
#include "text/plain_rules.hpp"

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

TEST_CASE("plain chunks of known words are learned; others are reported") {
    Lexicon lexicon({}, {{"NN", "NOUN", false, true, false}}, {"form"});
    const auto lemma = lexicon.add_lemma("cat", {5, 8});
    for (const char* form : {"cat", "Cats"})
        lexicon.add_word(tesla::text::PlainWord{form, form, true, ""}, true, {0}, {lemma}, {},
                         lexicon.add_surface(form, {"fact"}));
    const Strings chunks{"cat", "Cats", "cat-dog", "caf\xC3\xA9"};
    const auto left = lexicon.learn(chunks, rules());
    CHECK(left.words == Strings{"-", "dog"});
    CHECK(left.waiting == Strings{"cat-dog"});
    CHECK(left.chunks == Strings{"caf\xC3\xA9"});
    Lexicon::Workspace workspace;
    workspace.with_characters = true;
    tesla::text::Words words;
    REQUIRE(lexicon.analyse("cat Cats", workspace, words));
    CHECK(words.lemmas[0] == words.lemmas[1]);
    CHECK(words.synsets == std::vector<std::int32_t>{5, 8, 5, 8});
    CHECK(words.places[1] == tesla::text::Place{5, 9});
    CHECK(lexicon.learn({"cat"}, rules()).words.empty());
}
