#include "pivot/pivot_bags.hpp"

#include <doctest/doctest.h>

#include <map>
#include <memory>

#include "dice.hpp"
#include "failing_memory.hpp"
#include "pivot/together.hpp"

namespace {

using tesla::pivot::Gram;
using tesla::pivot::Side;

Gram gram(std::initializer_list<std::uint32_t> words) {
    Gram made;
    std::size_t size = 0;
    for (const auto word : words) made = made.then({word, 0}, size++);
    return made;
}

// 0 if it is absent.
double weight_of(const tesla::pivot::GramTable& table, const Gram& wanted) {
    double sum = 0;
    for (const auto& [gram, weight] : table.entries())
        if (gram == wanted) sum += weight;
    return sum;
}

// Alternatives in parallel, with their probabilities.
struct Slot {
    std::vector<std::pair<std::vector<std::uint32_t>, double>> alternatives;
};

constexpr double kFactor = 0.5;  // of words with an odd number
double factor(std::uint32_t word) { return word % 2 ? kFactor : 1.0; }

void fill(tesla::pivot::SideBags& bags, const std::vector<Slot>& network, bool discounts) {
    std::vector<Side> sides;
    for (auto slot = network.rbegin(); slot != network.rend(); ++slot) {
        bags.begin_slot();
        for (const auto& [words, probability] : slot->alternatives) {
            sides.clear();
            for (const auto word : words) sides.push_back({word, discounts ? factor(word) : 1.0});
            bags.add(sides, probability);
        }
        bags.end_slot();
    }
}

tesla::pivot::PivotBags bags_of(const std::vector<Slot>& network, unsigned order) {
    tesla::pivot::PivotBags bags;
    bags.begin(order);
    fill(bags.lemmas, network, false);
    fill(bags.tags, network, false);
    bags.end(order);
    return bags;
}

// F-measures of two networks.
std::vector<double> features(const tesla::pivot::PivotBags& reference,
                             const tesla::pivot::PivotBags& candidate, unsigned order, double alpha) {
    tesla::pivot::StoredBags kept, other;
    kept.take(reference, order);
    other.take(candidate, order);
    kept.index();
    std::vector<double> found(2 * order);
    tesla::pivot::pivot_features(kept, other, order, alpha, found.data());
    return found;
}

// Expected counts by enumeration of all paths through the network.
using Counts = std::map<std::vector<std::uint32_t>, double>;
void walk(const std::vector<Slot>& network, std::size_t slot, std::vector<std::uint32_t>& path,
          double probability, unsigned n, Counts& counts) {
    if (slot == network.size()) {
        for (std::size_t i = 0; i + n <= path.size(); ++i) {
            const std::vector<std::uint32_t> words(path.begin() + static_cast<std::ptrdiff_t>(i),
                                                   path.begin() + static_cast<std::ptrdiff_t>(i + n));
            double weight = probability;
            for (const auto word : words) weight *= factor(word);
            counts[words] += weight;
        }
        return;
    }
    for (const auto& [words, chance] : network[slot].alternatives) {
        path.insert(path.end(), words.begin(), words.end());
        walk(network, slot + 1, path, probability * chance, n, counts);
        path.resize(path.size() - words.size());
    }
}

}  // namespace

TEST_CASE("n-grams of up to four words are one key") {
    CHECK(gram({1, 2}) == gram({1}).then(gram({2}), 1));
    CHECK(gram({1, 2, 3, 4}) == gram({1}).then(gram({2, 3, 4}), 1));
    CHECK(gram({1, 2, 3, 4}) == gram({1, 2}).then(gram({3, 4}), 2));
    CHECK(gram({1, 2, 3, 4}) == gram({1, 2, 3}).then(gram({4}), 3));
    CHECK(gram({1, 2, 3, 4}) == gram({}).then(gram({1, 2, 3, 4}), 0));
    CHECK_FALSE(gram({1, 2}) == gram({2, 1}));
    CHECK_FALSE(gram({1}) == gram({1, 1}));
    CHECK((gram({5}) < gram({1, 1})) != (gram({1, 1}) < gram({5})));
}

TEST_CASE("a table of n-grams adds up, grows and forgets") {
    tesla::pivot::GramTable table;
    for (int round = 0; round < 3; ++round) {
        for (int twice = 0; twice < 2; ++twice)
            for (std::uint32_t i = 1; i <= 500; ++i) table.add(gram({i, i % 7}), i);
        REQUIRE(table.entries().size() == 500);
        for (std::uint32_t i = 1; i <= 500; ++i) REQUIRE(weight_of(table, gram({i, i % 7})) == 2 * i);
        CHECK(weight_of(table, gram({501, 4})) == 0);
        CHECK(table.entries()[7].gram == gram({8, 1}));  // in order of arrival
        table.clear();
        CHECK(weight_of(table, gram({1, 1})) == 0);
    }
}

TEST_CASE("a table that ran out of memory is a new one once it is cleared") {
    constexpr std::uint32_t all = 200;
    fail_each_allocation([] { return std::make_unique<tesla::pivot::GramTable>(); },
                         [](tesla::pivot::GramTable& table) {
                             for (std::uint32_t i = 1; i <= all; ++i) table.add(gram({i}), 1);
                         },
                         [](tesla::pivot::GramTable& table, bool) {
                             table.clear();
                             for (std::uint32_t i = 1; i <= all; ++i) table.add(gram({i}), i);
                             for (std::uint32_t i = 1; i <= all; ++i)
                                 REQUIRE(weight_of(table, gram({i})) == i);
                         });
}

TEST_CASE("the spec's worked example: Hello , Querrien . against Morning , sir .") {
    // Bonjour 1, Salut 2, the comma 3, Querrien 4, the full stop 5, monsieur 6.
    const std::vector<Slot> hello{{{{{1, 3}, 0.9}, {{2, 3}, 0.1}}}, {{{{4}, 1.0}}}, {{{{5}, 1.0}}}};
    const std::vector<Slot> morning{{{{{1, 3, 6, 5}, 1.0}}}};
    constexpr unsigned order = 4;
    const auto candidate = bags_of(hello, order), reference = bags_of(morning, order);
    CHECK(weight_of(candidate.lemmas.bag(3), gram({1, 3, 4})) == doctest::Approx(0.9));
    double total = 0;
    for (unsigned n = 0; n < order; ++n) {
        CHECK(candidate.totals[n] == doctest::Approx(4 - n));
        total += reference.totals[n];
    }
    CHECK(total == doctest::Approx(10));
    const auto f = features(reference, candidate, order, 0.5);
    // Shared are 2.9 unigrams of 4 and 0.9 bigrams of 3: 3.8 of 10 in all.
    CHECK(f[0] == doctest::Approx(2.9 / 4));
    CHECK(f[1] == doctest::Approx(0.9 / 3));
    CHECK(f[2] == 0);
    CHECK(f[3] == 0);
    CHECK((4 * f[0] + 3 * f[1]) / 10 == doctest::Approx(0.38));
    for (unsigned i = 0; i < order; ++i) CHECK(f[order + i] == f[i]);
}

TEST_CASE("random networks as all of their paths count") {
    Dice dice(19);
    tesla::pivot::SideBags bags;  // one instance for all networks: its memory must not matter
    for (int round = 0; round < 120; ++round) {
        CAPTURE(round);
        std::vector<Slot> network(dice.roll(1, 5));
        for (auto& slot : network)
            for (std::uint32_t i = dice.roll(1, 3); i > 0; --i) {
                std::vector<std::uint32_t> words(dice.roll(round % 3 ? 1 : 0, 4));
                for (auto& word : words) word = dice.roll(1, 3);
                slot.alternatives.emplace_back(words, dice.roll(1, 9) / 10.0);
            }
        for (auto& slot : network) {
            double sum = 0;
            for (const auto& [_, chance] : slot.alternatives) sum += chance;
            for (auto& [_, chance] : slot.alternatives) chance /= sum;
        }
        const unsigned order = dice.roll(1, 4);
        bags.begin(order);
        fill(bags, network, true);
        for (unsigned n = 1; n <= order; ++n) {
            Counts counts;
            std::vector<std::uint32_t> path;
            walk(network, 0, path, 1.0, n, counts);
            REQUIRE(bags.bag(n).entries().size() == counts.size());
            for (const auto& [words, weight] : counts) {
                Gram key;
                for (std::size_t i = 0; i < words.size(); ++i) key = key.then({words[i], 0}, i);
                CHECK(weight_of(bags.bag(n), key) == doctest::Approx(weight).epsilon(1e-9));
            }
        }
    }
}

TEST_CASE("unmatchable n-grams count, but never match") {
    const std::vector<Slot> network{{{{{tesla::pivot::kUnmatchable, 2}, 1.0}}}};
    const auto bags = bags_of(network, 2);
    tesla::pivot::StoredBags kept;
    kept.take(bags, 2);
    CHECK(kept.entries.size() == 2);  // the unigram 2, of lemmas and of tags
    CHECK(features(bags, bags, 2, 0.8) == std::vector<double>{0.5, 0, 0.5, 0});
}

TEST_CASE("a bag's n-grams are not taken for those of another") {
    // Lemmas 2 and 4, tags 3 and 2: as numbers they are the same.
    tesla::pivot::PivotBags one, other;
    for (auto* bags : {&one, &other}) {
        bags->begin(1);
        const bool first = bags == &one;
        fill(bags->lemmas, {{{{{first ? 2u : 4u}, 1.0}}}}, false);
        fill(bags->tags, {{{{{first ? 3u : 2u}, 1.0}}}}, false);
        bags->end(1);
    }
    CHECK(features(one, one, 1, 0.8) == std::vector<double>{1, 1});
    CHECK(features(one, other, 1, 0.8) == std::vector<double>{0, 0});
}

TEST_CASE("nothing is like nothing, and short texts have the F before") {
    const auto none = bags_of({}, 3), one = bags_of({{{{{2}, 1.0}}}}, 3);
    CHECK(features(none, none, 3, 0.8) == std::vector<double>(6, 1.0));
    CHECK(features(one, one, 3, 0.8) == std::vector<double>(6, 1.0));
    CHECK(features(one, none, 3, 0.8) == std::vector<double>(6, 0.0));
    CHECK(features(none, one, 3, 0.8) == std::vector<double>(6, 0.0));
}

TEST_CASE("all lengths in one bag: the worked example of PEM") {
    // hello , -> bonjour , (0.9) | salut , (0.1); Querrien; . against bonjour , monsieur .
    constexpr std::uint32_t bonjour = 1, salut = 2, comma = 3, querrien = 4, period = 5, monsieur = 6;
    tesla::pivot::SideBags one, other;
    one.begin(4);
    fill(
        one,
        {{{{{bonjour, comma}, 0.9}, {{salut, comma}, 0.1}}}, {{{{querrien}, 1.0}}}, {{{{period}, 1.0}}}},
        false);
    other.begin(4);
    fill(other, {{{{{bonjour, comma, monsieur, period}, 1.0}}}}, false);
    tesla::pivot::StoredBags x, y;
    x.take_together(one, 4, 0.0);
    y.take_together(other, 4, 0.0);
    CHECK(x.totals[0] == doctest::Approx(10.0));
    CHECK(y.totals[0] == doctest::Approx(10.0));
    y.index();
    CHECK(tesla::pivot::together_f1(y, x) == doctest::Approx(0.38));
    x.index();
    CHECK(tesla::pivot::together_f1(x, x) == 1.0);
    // N-grams of weight 0.1 are dropped, and the others are not rescaled.
    tesla::pivot::StoredBags fewer;
    fewer.take_together(one, 4, 0.2);
    CHECK(fewer.totals[0] == doctest::Approx(10.0 - 4 * 0.1));
    CHECK(fewer.entries.size() == x.entries.size() - 4);
    fewer.take_together(one, 4, 0.1);  // rounding does not decide
    CHECK(fewer.entries.size() == x.entries.size());
}

TEST_CASE("bags of all lengths that are empty") {
    tesla::pivot::SideBags none, some;
    none.begin(4);
    some.begin(4);
    fill(some, {{{{{1}, 1.0}}}}, false);
    tesla::pivot::StoredBags empty, one;
    empty.take_together(none, 4, 0.01);
    one.take_together(some, 4, 0.01);
    empty.index();
    one.index();
    CHECK(tesla::pivot::together_f1(empty, empty) == 1.0);
    CHECK(tesla::pivot::together_f1(empty, one) == 0.0);
    CHECK(tesla::pivot::together_f1(one, empty) == 0.0);
}
