#include <doctest/doctest.h>

#include <stdexcept>

#include <map>
#include <random>
#include <string>

#include "graded/character_gram_matcher.hpp"

using namespace tesla;
using namespace tesla::graded;
using namespace tesla::matching;
using namespace tesla::text;

namespace {

std::vector<std::uint32_t> characters(const std::string& text) { return {text.begin(), text.end()}; }

CharacterText character_text(const std::string& text, std::size_t orders,
                             const Frequencies& frequencies) {
    CharacterText made;
    made.characters = characters(text);
    ChunkGramTable(frequencies, orders).write(made);
    return made;
}

// Encode a text by the ids of its chunks; unknown chunks are learned.
class Learner {
  public:
    Learner(const Frequencies& frequencies, std::size_t orders) : chunk_grams(frequencies, orders) {}
    CharacterText character_text(const std::string& text) {
        std::vector<std::uint32_t> found;
        for (std::size_t from = 1, to; from < text.size(); from = to + 1) {
            to = text.find(' ', from);
            const std::string chunk = text.substr(from, to - from);
            const auto [known, fresh] = numbers_.try_emplace(chunk, numbers_.size());
            if (fresh) chunk_grams.learn(characters(chunk));
            found.push_back(known->second);
        }
        CharacterText made;
        made.characters = characters(text);
        chunk_grams.write(found, made);
        return made;
    }

    ChunkGramTable chunk_grams;

  private:
    std::map<std::string, std::uint32_t> numbers_;
};

// The weight of the n-grams of a text, and the weight that it shares with another, counted one by one.
double plain_shared(const std::string& x, const std::string& y, std::size_t n,
                    const Frequencies& frequencies) {
    std::map<std::string, int> left;
    for (std::size_t at = 0; at + n <= x.size(); ++at) ++left[x.substr(at, n)];
    double sum = 0;
    for (std::size_t at = 0; at + n <= y.size(); ++at) {
        if (left[y.substr(at, n)]-- <= 0) continue;
        grams_at(characters(y).data() + at, n, n,
                 [&](std::uint64_t gram) { sum += frequencies.gram(gram); });
    }
    return sum;
}

}  // namespace

TEST_CASE("the chunks of a text, and the weights of its n-grams") {
    const Frequencies frequencies(99, "\n10\ta\n");  // of 99 sentences 10 have "a": it weighs 1/2
    const auto text = character_text(" a ab ", 3, frequencies);
    REQUIRE(text.chunks.size() == 2);
    CHECK(text.chunks[1].from == 3);
    CHECK(text.chunks[1].to == 5);
    CHECK(text.chunks[0].key != text.chunks[1].key);
    CHECK(text.totals[0] == doctest::Approx(5));
    CHECK(text.totals[1] == doctest::Approx(5));
    CHECK(text.totals[2] == doctest::Approx(4));
    CHECK(text.any(5));
    CHECK_FALSE(text.any(6));
    CHECK(text.weights[2] == doctest::Approx(1));  // " a "
    REQUIRE(text.beyond_of(0).size() == 1);
    CHECK(length_of(text.beyond[0]) == 3);
    CHECK(text.beyond_weights[0] == doctest::Approx(1));  // "a a"
    CHECK(text.beyond_of(1).empty());
    CHECK(character_text("", 3, frequencies).totals == std::vector<double>{0, 0, 0});
    CHECK_THROWS_AS(character_text("a", 3, frequencies), std::invalid_argument);
}

TEST_CASE("chunks given by ids are those of the text") {
    const Frequencies frequencies(99, "\n10\ta\tb a\n");
    ChunkGramTable chunk_grams(frequencies, 4);
    chunk_grams.learn(characters("ab"));
    chunk_grams.learn(characters("a"));
    CharacterText made;
    made.characters = characters(" a ab a ");
    chunk_grams.write({1, 0, 1}, made);
    const auto same = character_text(" a ab a ", 4, frequencies);
    CHECK(made.totals == same.totals);
    CHECK(made.weights == same.weights);
    CHECK(made.beyond == same.beyond);
    CHECK(made.beyond_weights == same.beyond_weights);
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK(made.chunks[k].key == same.chunks[k].key);
        CHECK(made.chunks[k].beyond == same.chunks[k].beyond);
    }
}

TEST_CASE("the n-grams of a chunk have ids by start position") {
    const Frequencies frequencies(99, "\n10\ta\n");
    ChunkGramTable chunk_grams(frequencies, 3);
    chunk_grams.learn(characters("ab"));
    chunk_grams.learn(characters("b"));
    const auto first = chunk_grams.grams(0);
    // " ", " a", " ab"; "a", "ab", "ab "; "b", "b ".
    CHECK(std::vector(first.begin(), first.end()) ==
          std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 0});
    const auto second = chunk_grams.grams(1);
    CHECK(std::vector(second.begin(), second.end()) == std::vector<std::uint32_t>{1, 9, 10, 7, 8, 0});
    CHECK(chunk_grams.gram_weights()[4] == doctest::Approx(0.5));
    CHECK(chunk_grams.number(longer(kNoGram, 'b')) == 7);
    CHECK(chunk_grams.number(longer(kNoGram, 'c')) == 0);
}

TEST_CASE("a chunk with a space within is several") {
    const Frequencies frequencies(99, "\n10\ta\n");
    ChunkGramTable chunk_grams(frequencies, 3);
    chunk_grams.learn(characters("a b"));
    CharacterText made;
    made.characters = characters(" a b ");
    chunk_grams.write({0}, made);
    CHECK(made.chunks.size() == 2);
    CHECK(made.totals == character_text(" a b ", 3, frequencies).totals);
}

TEST_CASE("n-grams have their length in their hashes") {
    const Frequencies frequencies(0, "");
    CHECK_NOTHROW(ChunkGramTable(frequencies, 15));
    CHECK_THROWS_AS(ChunkGramTable(frequencies, 16), std::invalid_argument);
}

TEST_CASE("the overlap of texts equals a count of single n-grams, with and without replacements") {
    const Frequencies frequencies(99, "\n70\t \ta\n30\tb\tab\t a\n7\ta b\tb a\tabc\n");
    std::mt19937 random(5);
    const auto below = [&](std::size_t n) { return random() % n; };
    const auto word = [&] {
        std::string made;
        for (std::size_t left = 1 + below(4); left; --left) made += "abcd"[below(4)];
        return made;
    };
    const auto text = [&] {
        std::string made = " ";
        for (std::size_t left = 1 + below(7); left; --left) made += word() + " ";
        return made;
    };
    for (int round = 0; round < 3000; ++round) {
        const std::size_t orders = 1 + below(6);
        const std::string x = text(), y = below(9) ? text() : x;
        std::vector<Replacement> parts;
        std::string other;
        std::size_t at = 0;
        while (below(3)) {
            const std::size_t from = at + below(y.size() - at + 1);
            const std::size_t to = from + below(std::min<std::size_t>(y.size() - from, 4) + 1);
            other += y.substr(at, from - at);
            const std::string fresh = below(4) ? word() : "";
            parts.push_back({from, to, other.size(), other.size() + fresh.size()});
            other += fresh;
            at = to;
        }
        other += y.substr(at);
        Learner learner(frequencies, orders);
        learner.character_text(text());  // other texts were before
        const auto of_x = learner.character_text(x), of_y = learner.character_text(y);
        const auto plain_x = character_text(x, orders, frequencies),
                   plain_y = character_text(y, orders, frequencies);
        CAPTURE(x);
        CAPTURE(y);
        CAPTURE(other);
        CharacterGramMatcher pair(learner.chunk_grams);
        pair.match(of_y, of_x, {}, {});  // another pair before
        for (const auto& [left, right] : {std::pair{&of_x, &of_y}, std::pair{&plain_x, &plain_y},
                                          std::pair{&of_x, &plain_y}, std::pair{&plain_x, &of_y}}) {
            const SharedGrams* found = &pair.match(*left, *right, parts, characters(other));
            for (std::size_t n = 1; n <= orders; ++n) {
                CHECK(found->shared[n - 1] == plain_shared(x, y, n, frequencies));
                if (parts.empty()) continue;
                CHECK(found->rewritten_shared[n - 1] == plain_shared(x, other, n, frequencies));
                CHECK(found->rewritten_totals[n - 1] == plain_shared(other, other, n, frequencies));
            }
            if (x == y) CHECK(found->shared == of_x.totals);
        }
    }
}

TEST_CASE("equal texts share exactly their total weight, also long ones") {
    const Frequencies frequencies(99, "\n70\t \ta\n30\tb\tab\t a\n7\ta b\tb a\tabc\n");
    std::string text = " ";
    for (int k = 0; k < 30'000; ++k) text += k % 3 ? "abc a " : "b ";
    Learner learner(frequencies, 4);
    const auto made = learner.character_text(text);
    CharacterGramMatcher pair(learner.chunk_grams);
    CHECK(pair.match(made, made, {}, {}).shared == made.totals);
}

TEST_CASE("more n-grams are left than counts of two bytes hold") {
    const Frequencies plain(0, "");
    std::string x = " ", y = " ";
    for (int k = 0; k < 40'000; ++k) {
        x += "ab ";
        y += "ba ";
    }
    Learner learner(plain, 2);
    const auto of_x = learner.character_text(x), of_y = learner.character_text(y);
    CharacterGramMatcher pair(learner.chunk_grams);
    const auto& found = pair.match(of_x, of_y, {}, {});
    for (std::size_t n = 1; n <= 2; ++n) CHECK(found.shared[n - 1] == plain_shared(x, y, n, plain));
    const auto few = learner.character_text(" ba ");  // no state is left of other texts
    CHECK(pair.match(few, few, {}, {}).shared == few.totals);
}
