#include <doctest/doctest.h>

#include <stdexcept>

#include <map>
#include <random>
#include <string>

#include "written_pair.hpp"

using namespace tesla;

namespace {

std::vector<std::uint32_t> characters(const std::string& text) { return {text.begin(), text.end()}; }

Written written(const std::string& text, std::size_t orders, const Frequencies& frequencies) {
    Written made;
    made.characters = characters(text);
    Spelling(frequencies, orders).write(made);
    return made;
}

// A text by the numbers of its chunks, which are learnt where they are not known.
class Learner {
  public:
    Learner(const Frequencies& frequencies, std::size_t orders) : spelling(frequencies, orders) {}
    Written written(const std::string& text) {
        std::vector<std::uint32_t> found;
        for (std::size_t from = 1, to; from < text.size(); from = to + 1) {
            to = text.find(' ', from);
            const std::string chunk = text.substr(from, to - from);
            const auto [known, fresh] = numbers_.try_emplace(chunk, numbers_.size());
            if (fresh) spelling.learn(characters(chunk));
            found.push_back(known->second);
        }
        Written made;
        made.characters = characters(text);
        spelling.write(found, made);
        return made;
    }

    Spelling spelling;

  private:
    std::map<std::string, std::uint32_t> numbers_;
};

// What the n-grams of a text weigh, and what those of another share of it, counted one by one.
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

TEST_CASE("the chunks of a text, and what its n-grams weigh") {
    const Frequencies frequencies(99, "\n10\ta\n");  // of 99 sentences 10 have "a": it weighs 1/2
    const auto text = written(" a ab ", 3, frequencies);
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
    CHECK(written("", 3, frequencies).totals == std::vector<double>{0, 0, 0});
    CHECK_THROWS_AS(written("a", 3, frequencies), std::invalid_argument);
}

TEST_CASE("chunks by their numbers are those of the text") {
    const Frequencies frequencies(99, "\n10\ta\tb a\n");
    Spelling spelling(frequencies, 4);
    spelling.learn(characters("ab"));
    spelling.learn(characters("a"));
    Written made;
    made.characters = characters(" a ab a ");
    spelling.write({1, 0, 1}, made);
    const auto same = written(" a ab a ", 4, frequencies);
    CHECK(made.totals == same.totals);
    CHECK(made.weights == same.weights);
    CHECK(made.beyond == same.beyond);
    CHECK(made.beyond_weights == same.beyond_weights);
    for (std::size_t k = 0; k < 3; ++k) {
        CHECK(made.chunks[k].key == same.chunks[k].key);
        CHECK(made.chunks[k].beyond == same.chunks[k].beyond);
    }
}

TEST_CASE("the n-grams of a chunk are numbered from each of its places") {
    const Frequencies frequencies(99, "\n10\ta\n");
    Spelling spelling(frequencies, 3);
    spelling.learn(characters("ab"));
    spelling.learn(characters("b"));
    const auto first = spelling.grams(0);
    // " ", " a", " ab"; "a", "ab", "ab "; "b", "b ".
    CHECK(std::vector(first.begin(), first.end()) ==
          std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6, 7, 8, 0});
    const auto second = spelling.grams(1);
    CHECK(std::vector(second.begin(), second.end()) == std::vector<std::uint32_t>{1, 9, 10, 7, 8, 0});
    CHECK(spelling.gram_weights()[4] == doctest::Approx(0.5));
    CHECK(spelling.number(longer(kNoGram, 'b')) == 7);
    CHECK(spelling.number(longer(kNoGram, 'c')) == 0);
}

TEST_CASE("a chunk with a space within is several") {
    const Frequencies frequencies(99, "\n10\ta\n");
    Spelling spelling(frequencies, 3);
    spelling.learn(characters("a b"));
    Written made;
    made.characters = characters(" a b ");
    spelling.write({0}, made);
    CHECK(made.chunks.size() == 2);
    CHECK(made.totals == written(" a b ", 3, frequencies).totals);
}

TEST_CASE("n-grams have their length in their hashes") {
    const Frequencies frequencies(0, "");
    CHECK_NOTHROW(Spelling(frequencies, 15));
    CHECK_THROWS_AS(Spelling(frequencies, 16), std::invalid_argument);
}

TEST_CASE("what texts share is what n-grams share one by one, rewritten or not") {
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
        std::vector<Rewritten> parts;
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
        learner.written(text());  // others were before
        const auto of_x = learner.written(x), of_y = learner.written(y);
        const auto plain_x = written(x, orders, frequencies), plain_y = written(y, orders, frequencies);
        CAPTURE(x);
        CAPTURE(y);
        CAPTURE(other);
        WrittenPair pair(learner.spelling);
        pair.match(of_y, of_x, {}, {});  // has seen others
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

TEST_CASE("equal texts share exactly what they weigh, long ones too") {
    const Frequencies frequencies(99, "\n70\t \ta\n30\tb\tab\t a\n7\ta b\tb a\tabc\n");
    std::string text = " ";
    for (int k = 0; k < 30'000; ++k) text += k % 3 ? "abc a " : "b ";
    Learner learner(frequencies, 4);
    const auto made = learner.written(text);
    WrittenPair pair(learner.spelling);
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
    const auto of_x = learner.written(x), of_y = learner.written(y);
    WrittenPair pair(learner.spelling);
    const auto& found = pair.match(of_x, of_y, {}, {});
    for (std::size_t n = 1; n <= 2; ++n) CHECK(found.shared[n - 1] == plain_shared(x, y, n, plain));
    const auto few = learner.written(" ba ");  // nothing is left of others
    CHECK(pair.match(few, few, {}, {}).shared == few.totals);
}
