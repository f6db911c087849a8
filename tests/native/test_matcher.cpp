#include "matching/matcher.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "dice.hpp"
#include "linear_program.hpp"

namespace {

using tesla::matching::Amount;

struct Word {
    std::int32_t lemma, tag;
    bool function = false;
    std::vector<std::int32_t> synsets = {};
};

tesla::text::Words words(const std::vector<Word>& given) {
    tesla::text::Words made;
    made.synset_begin.push_back(0);
    for (const auto& [lemma, tag, function, synsets] : given) {
        made.lemmas.push_back(lemma);
        made.tags.push_back(tag);
        made.function.push_back(function);
        made.synsets.insert(made.synsets.end(), synsets.begin(), synsets.end());
        made.synset_begin.push_back(static_cast<std::uint32_t>(made.synsets.size()));
    }
    return made;
}

std::vector<double> features(const tesla::text::Words& reference, const tesla::text::Words& candidate,
                             const tesla::matching::BagSettings& settings = {}) {
    std::vector<double> found(settings.order * (settings.tag_features ? 2 : 1));
    tesla::matching::Matcher().features(reference, candidate, settings, found.data());
    return found;
}

// s_ms of two words, in halves.
int alike(const Word& x, const Word& y) {
    if (x.lemma == y.lemma) return 2;
    bool related = false;
    for (const auto synset : x.synsets)
        related |= std::find(y.synsets.begin(), y.synsets.end(), synset) != y.synsets.end();
    return related + (x.tag >= 0 && x.tag == y.tag);
}

// The formula of the paper as a linear program.
double slowly(const std::vector<Word>& x, const std::vector<Word>& y, std::size_t n, bool tags) {
    const auto weights = [&](const std::vector<Word>& of) {
        std::vector<double> found;
        for (std::size_t i = 0; i + n <= of.size(); ++i) {
            found.push_back(1);
            for (std::size_t k = 0; k < n; ++k) found.back() *= of[i + k].function ? 0.1 : 1;
        }
        return found;
    };
    const auto supply = weights(x), demand = weights(y);
    std::vector<std::vector<double>> profit(supply.size(), std::vector<double>(demand.size()));
    for (std::size_t i = 0; i < supply.size(); ++i)
        for (std::size_t j = 0; j < demand.size(); ++j) {
            double sum = 0;
            bool all = true;
            for (std::size_t k = 0; k < n; ++k) {
                const bool same = x[i + k].tag >= 0 && x[i + k].tag == y[j + k].tag;
                const int halves = tags ? 2 * same : alike(x[i + k], y[j + k]);
                all &= halves > 0;
                sum += halves / 2.0;
            }
            if (all) profit[i][j] = sum / static_cast<double>(n);
        }
    return best_transport(profit, supply, demand);
}

std::vector<Word> random_words(Dice& dice, std::uint32_t longest) {
    std::vector<Word> made(dice.roll(longest + 1));
    for (auto& word : made) {
        word.lemma = static_cast<std::int32_t>(dice.roll(5));
        word.tag = static_cast<std::int32_t>(dice.roll(4)) - 1;
        word.function = dice.roll(3) == 0;
        for (std::uint32_t synset = 0; synset < 3; ++synset)
            if (dice.roll(3) == 0) word.synsets.push_back(static_cast<std::int32_t>(synset));
    }
    return made;
}

// What is matched, as a number.
double value(const tesla::matching::Match& match) {
    return static_cast<double>(match.value) / match.levels / static_cast<double>(match.unit);
}

}  // namespace

TEST_CASE("features of two small sentences by hand") {
    // the cat sits / a cat sits: determiners have similarity 1/2 and weight 1/10.
    const auto x = words({{1, 0, true}, {2, 1}, {3, 2}}), y = words({{4, 0, true}, {2, 1}, {3, 2}});
    const auto found = features(x, y);
    REQUIRE(found.size() == 6);
    CHECK(found[0] == doctest::Approx((0.05 + 1 + 1) / 2.1));
    CHECK(found[1] == doctest::Approx((0.1 * 0.75 + 1) / 1.1));
    CHECK(found[2] == doctest::Approx(2.5 / 3));
    for (int tag = 3; tag < 6; ++tag) CHECK(found[tag] == doctest::Approx(1));
}

TEST_CASE("recall weighs more than precision") {
    // One of two words matches: P = 1, R = 1/2, F = P R / (.8 P + .2 R).
    const auto both = words({{1, -1}, {2, -1}}), one = words({{1, -1}});
    tesla::matching::BagSettings settings;
    settings.order = 1;
    CHECK(features(both, one, settings)[0] == doctest::Approx(0.5 / (0.8 + 0.2 * 0.5)));
    CHECK(features(one, both, settings)[0] == doctest::Approx(0.5 / (0.8 * 0.5 + 0.2)));
}

TEST_CASE("synonyms of one part of speech are the same; a tag of -1 equals nothing") {
    tesla::matching::BagSettings settings;
    settings.order = 1;
    const auto score = [&](const Word& x, const Word& y) {
        return features(words({x}), words({y}), settings);
    };
    CHECK(score({1, 7, false, {5, 9}}, {2, 7, false, {9}}) == std::vector<double>{1, 1});
    CHECK(score({1, 7, false, {5, 9}}, {2, 8, false, {9}}) == std::vector<double>{0.5, 0});
    CHECK(score({1, 7}, {2, 7}) == std::vector<double>{0.5, 1});
    CHECK(score({1, -1}, {2, -1}) == std::vector<double>{0, 0});
    CHECK(score({1, -1}, {1, -1}) == std::vector<double>{1, 0});
}

TEST_CASE("sentences shorter than n have the F before; nothing is like nothing") {
    const auto one = words({{1, 0}}), none = words({}), two = words({{1, 0}, {2, 0}});
    CHECK(features(none, none) == std::vector<double>(6, 1.0));
    CHECK(features(one, none) == std::vector<double>(6, 0.0));
    CHECK(features(one, one) == std::vector<double>(6, 1.0));
    CHECK(features(two, one)[1] == 0);  // one has a bigram
    CHECK(features(two, one)[2] == 0);
}

TEST_CASE("random sentences as a linear program matches them") {
    Dice dice(17);
    tesla::matching::Matcher matcher;
    tesla::matching::BagSettings settings;
    for (int round = 0; round < 150; ++round) {
        CAPTURE(round);
        const auto x = random_words(dice, 6), y = random_words(dice, 6);
        const auto& found = matcher.match(words(x), words(y), settings, round % 2);
        REQUIRE(found.size() == 6);
        for (std::size_t n = 1; n <= 3; ++n) {
            CHECK(value(found[n - 1]) == doctest::Approx(slowly(x, y, n, false)).epsilon(1e-9));
            CHECK(value(found[n + 2]) == doctest::Approx(slowly(x, y, n, true)).epsilon(1e-9));
        }
    }
}

TEST_CASE("masks of every width match the same") {
    Dice dice(18);
    tesla::matching::BagSettings settings;
    for (int round = 0; round < 10; ++round) {
        auto x = random_words(dice, 40), y = random_words(dice, 40);
        tesla::matching::Matcher matcher;
        const auto before = matcher.match(words(x), words(y), settings, false);
        // Words that match nothing come first, so that the others move through the masks.
        for (const std::size_t length : {70, 130, 300, 70, 20}) {
            std::vector<Word> longer(length, Word{1000, -1});
            longer.insert(longer.end(), x.begin(), x.end());
            std::vector<Word> other(length, Word{2000, -1});
            other.insert(other.end(), y.begin(), y.end());
            const auto& after = matcher.match(words(longer), words(other), settings, false);
            for (std::size_t i = 0; i < before.size(); ++i) {
                CAPTURE(length);
                CAPTURE(i);
                CHECK(after[i].value == before[i].value);
                CHECK(after[i].reference > before[i].reference);
            }
        }
    }
}

TEST_CASE("tags of any number: few, or named") {
    // The number of shared tag n-grams does not depend on the ids of tags.
    for (const std::int32_t base : {0, 124, 125, 128, 2'000'000'000}) {
        CAPTURE(base);
        const auto tagged = [&](const std::vector<int>& tags) {
            std::vector<Word> made;
            for (const int tag : tags)
                made.push_back({static_cast<std::int32_t>(made.size()), tag < 0 ? -1 : base + tag});
            return words(made);
        };
        tesla::matching::BagSettings settings;
        settings.order = base % 2 ? 5 : 3;
        tesla::matching::Matcher matcher;
        const auto& found =
            matcher.match(tagged({0, 1, 2, 0, 1, -1, 2}), tagged({0, 1, 0, 1, 2, 2}), settings, false);
        CHECK(value(found[settings.order]) == 6);      // 0 0 1 1 2 2
        CHECK(value(found[settings.order + 1]) == 3);  // 01 01 12
        CHECK(value(found[settings.order + 2]) == 1);  // 012
    }
}

TEST_CASE("n-grams of few tags in short texts are matched as all others are") {
    std::uint32_t state = 7;
    const auto below = [&](std::uint32_t most) {
        state = state * 1664525 + 1013904223;
        return static_cast<std::int32_t>((state >> 8) % most);
    };
    tesla::matching::Matcher matcher;
    for (const std::size_t size : {1, 2, 40, 255, 256, 300}) {
        CAPTURE(size);
        std::vector<Word> x, y;
        for (std::size_t i = 0; i < size; ++i) x.push_back({below(50), below(6) - 1, below(3) == 0});
        for (std::size_t i = 0; i < size + 5; ++i) y.push_back({below(50), below(6) - 1, below(3) == 0});
        tesla::matching::BagSettings settings;
        settings.order = 4;
        const auto values = [&] {
            std::vector<Amount> found;
            for (const auto& match : matcher.match(words(x), words(y), settings, false))
                found.push_back(match.value);
            return found;
        };
        const auto few = values();
        for (auto* side : {&x, &y})
            for (auto& word : *side)
                if (word.tag >= 0) word.tag += 1000;
        CHECK(values() == few);
    }
}
