#include <doctest/doctest.h>

#include <stdexcept>

#include <map>
#include <random>
#include <string>

#include "written_bags.hpp"
#include "written_pair.hpp"

using namespace tesla;

namespace {

std::vector<std::uint32_t> characters(const std::string& text) { return {text.begin(), text.end()}; }

Written written(const std::string& text, std::size_t orders, const Frequencies& frequencies) {
    Written made;
    made.characters = characters(text);
    Spelling::Room room;
    Spelling(frequencies, orders).write(room, made);
    return made;
}

// What the n-grams of a text weigh, and what those of another share of it, counted one by one.
double plain_shared(const std::string& x, const std::string& y, std::size_t n,
                    const Frequencies& frequencies) {
    std::map<std::string, int> left;
    for (std::size_t at = 0; at + n <= x.size(); ++at) ++left[x.substr(at, n)];
    double sum = 0;
    for (std::size_t at = 0; at + n <= y.size(); ++at) {
        if (left[y.substr(at, n)]-- <= 0) continue;
        grams_at(characters(y).data() + at, n, n,
                 [&](std::size_t, std::uint64_t gram) { sum += frequencies.gram(gram); });
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
    CHECK(text.weights[2] == doctest::Approx(1));      // " a "
    CHECK(text.weights[3 + 2] == doctest::Approx(1));  // "a a"
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
    Spelling::Room room;
    spelling.write({1, 0, 1}, room, made);
    const auto same = written(" a ab a ", 4, frequencies);
    CHECK(made.totals == same.totals);
    CHECK(made.weights == same.weights);
    for (std::size_t k = 0; k < 3; ++k) CHECK(made.chunks[k].key == same.chunks[k].key);
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
        const auto of_x = written(x, orders, frequencies), of_y = written(y, orders, frequencies);
        CAPTURE(x);
        CAPTURE(y);
        CAPTURE(other);
        WrittenPair pair(frequencies, orders);
        WrittenBags bags(frequencies, orders);
        bags.match(of_y, of_x, {}, {});  // has seen others
        for (const SharedGrams* found : {&pair.match(of_x, of_y, parts, characters(other)),
                                         bags.match(of_x, of_y, parts, characters(other)),
                                         bags.match(of_x, of_y, parts, characters(other))}) {
            REQUIRE(found);
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

TEST_CASE("texts that are too long for exact sums are left to pairs") {
    const Frequencies plain(0, "");
    std::string text = " ";
    for (int k = 0; k < 300; ++k) text += "a ";
    const auto made = written(text, 2, plain);
    WrittenBags bags(plain, 2);
    CHECK(bags.match(made, made, {}, {}) == nullptr);
    CHECK(WrittenPair(plain, 2).match(made, made, {}, {}).shared == made.totals);
}
