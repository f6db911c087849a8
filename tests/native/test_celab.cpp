#include "celab/celab.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "covers.hpp"
#include "dice.hpp"

namespace {

using Numbers = std::vector<std::uint32_t>;
using Tokens = std::vector<std::string>;

// A dictionary, and texts as token ids.
class Texts {
  public:
    explicit Texts(const std::map<std::string, Numbers>& dictionary) : phrases("", {""}) {
        for (const auto& [word, synsets] : dictionary) phrases.add_word(word, synsets);
    }

    double score(const Tokens& reference, const Tokens& candidate,
                 const tesla::celab::CelabSettings& settings) {
        tesla::celab::CelabGrams x, y;
        x.make(numbers(reference), settings.order, phrases);
        y.make(numbers(candidate), settings.order, phrases);
        return celab_.score(x, y, phrases, settings);
    }

    Numbers numbers(const Tokens& tokens) {
        Numbers found;
        for (const auto& token : tokens) {
            const auto known = tokens_.find(token);
            found.push_back(known != tokens_.end() ? known->second
                                                   : tokens_[token] = phrases.add_token(token, token));
        }
        return found;
    }

    tesla::celab::Phrases phrases;

  private:
    std::map<std::string, std::uint32_t> tokens_;
    tesla::celab::Celab celab_;
};

// The score by definition: all segmentations are tried, with both texts in one linear program.
class Slow {
  public:
    explicit Slow(std::map<std::string, Numbers> dictionary) : dictionary_(std::move(dictionary)) {}

    double score(const Tokens& reference, const Tokens& candidate,
                 const tesla::celab::CelabSettings& settings) const {
        LinearProgram program;
        CoverSide x = side(reference, settings.order), y = side(candidate, settings.order);
        for (std::size_t i = 0; i < x.nodes.size(); ++i)
            for (std::size_t j = 0; j < y.nodes.size(); ++j)
                if (linked(gram(reference, x.nodes[i]), gram(candidate, y.nodes[j]))) {
                    x.links[i].push_back(program.add_variable(0));
                    y.links[j].push_back(x.links[i].back());
                }
        add_covers(program, x, settings.weights, 1);
        add_covers(program, y, settings.weights, settings.f);
        double most = 0;
        for (const auto& [start, stop] : x.nodes) most += settings.weights[stop - start - 1];
        for (const auto& [start, stop] : y.nodes)
            most += settings.f * settings.weights[stop - start - 1];
        return program.solve() / most;
    }

  private:
    static CoverSide side(const Tokens& tokens, std::uint32_t order) {
        CoverSide made{occurrences(static_cast<std::uint32_t>(tokens.size()), order), {}};
        made.links.resize(made.nodes.size());
        return made;
    }
    static Tokens gram(const Tokens& tokens, const Occurrence& at) {
        return {tokens.begin() + at.start, tokens.begin() + at.stop};
    }
    static std::string joined(const Tokens& tokens) {
        std::string whole;
        for (const auto& token : tokens) whole += token;
        return whole;
    }
    bool same(const Tokens& a, const Tokens& b) const {
        const std::string one = joined(a), other = joined(b);
        if (one == other) return true;
        const auto x = dictionary_.find(one), y = dictionary_.find(other);
        if (x == dictionary_.end() || y == dictionary_.end()) return false;
        for (const auto synset : x->second)
            if (std::find(y->second.begin(), y->second.end(), synset) != y->second.end()) return true;
        return false;
    }
    bool linked(const Tokens& a, const Tokens& b) const {
        if (same(a, b)) return true;
        for (std::size_t i = 1; i < a.size(); ++i)
            for (std::size_t j = 1; j < b.size(); ++j)
                if (same({a.begin(), a.begin() + static_cast<std::ptrdiff_t>(i)},
                         {b.begin(), b.begin() + static_cast<std::ptrdiff_t>(j)}) &&
                    linked({a.begin() + static_cast<std::ptrdiff_t>(i), a.end()},
                           {b.begin() + static_cast<std::ptrdiff_t>(j), b.end()}))
                    return true;
        return false;
    }

    std::map<std::string, Numbers> dictionary_;
};

const tesla::celab::CelabSettings kUsual{4, 0.25, {1, 1, 1, 1}};

}  // namespace

TEST_CASE("the spec's worked example: an umbrella is a rain umbrella") {
    const Tokens reference{"买", "雨", "伞"}, candidate{"买", "伞"};
    Texts with({{"雨伞", {3}}, {"伞", {3}}});
    CHECK(with.score(reference, candidate, kUsual) == doctest::Approx(1).epsilon(1e-12));
    CHECK(with.score(candidate, reference, kUsual) == doctest::Approx(1).epsilon(1e-12));
    // Without a dictionary 买 and 伞 are covered: 2 of 6 and 2 of 3.
    Texts without({});
    CHECK(without.score(reference, candidate, kUsual) ==
          doctest::Approx((2 + 0.25 * 2) / (6 + 0.25 * 3)));
}

TEST_CASE("equal texts score 1, disjoint texts 0, and two empty texts 1") {
    Texts texts({});
    const Tokens some{"a", "b", "a", "c"};
    CHECK(texts.score(some, some, kUsual) == doctest::Approx(1));
    CHECK(texts.score(some, {"x", "y"}, kUsual) == 0);
    CHECK(texts.score({}, {}, kUsual) == 1);
    CHECK(texts.score(some, {}, kUsual) == 0);
    CHECK(texts.score({}, some, kUsual) == 0);
}

TEST_CASE("if texts are too short for the weighted n-grams, all n-grams count") {
    Texts texts({});
    const tesla::celab::CelabSettings bigrams{2, 0.25, {0, 1}};
    CHECK(texts.score({"a"}, {"a"}, bigrams) == 1);
    CHECK(texts.score({"a"}, {"b"}, bigrams) == 0);
}

TEST_CASE("the distinct n-grams of a text") {
    tesla::celab::Phrases phrases("", {""});
    const auto a = phrases.add_token("a", "a"), b = phrases.add_token("b", "b");
    tesla::celab::CelabGrams grams;
    grams.make({a, b, a, b}, 3, phrases);
    CHECK(grams.lengths == Numbers{1, 1, 2, 2, 3, 3});  // a b ab ba aba bab
    CHECK(grams.starts.items == Numbers{0, 2, 1, 3, 0, 2, 1, 0, 1});
    CHECK(grams.hashes[2].value == tesla::celab::TextHash::of("ab").value);
}

TEST_CASE("random texts and dictionaries, as one linear program solves them") {
    Dice dice(16);
    const Tokens alphabet{"a", "b", "c"};
    for (int round = 0; round < 60; ++round) {
        std::map<std::string, Numbers> dictionary;
        for (std::uint32_t synset = dice.roll(4); synset > 0; --synset)
            for (int member = 0; member < 2; ++member) {
                std::string word;
                for (std::uint32_t n = dice.roll(1, 3); n > 0; --n) word += alphabet[dice.roll(3)];
                dictionary[word].push_back(synset);
            }
        Texts texts(dictionary);
        const Slow slow(dictionary);
        const auto text = [&] {
            Tokens made(dice.roll(1, 5));
            for (auto& token : made) token = alphabet[dice.roll(3)];
            return made;
        };
        tesla::celab::CelabSettings settings = kUsual;
        settings.order = dice.roll(2, 4);
        settings.weights.resize(settings.order);
        for (int pair = 0; pair < 3; ++pair) {
            const Tokens reference = text(), candidate = text();
            CAPTURE(round);
            CHECK(texts.score(reference, candidate, settings) ==
                  doctest::Approx(slow.score(reference, candidate, settings)).epsilon(1e-8));
        }
    }
}
