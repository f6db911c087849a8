#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "matching/document_encoder.hpp"

namespace {

tesla::text::Words sentence(const std::vector<std::uint32_t>& surfaces,
                            const std::vector<std::uint8_t>& function) {
    tesla::text::Words words;
    words.clear();
    words.surfaces = surfaces;
    words.function = function;
    words.lemmas.assign(surfaces.size(), 0);
    return words;
}

tesla::matching::Document document(const std::vector<tesla::text::Words>& sentences,
                                   const tesla::matching::SkipSettings& settings) {
    tesla::matching::DocumentMaker maker;
    tesla::matching::Document made;
    maker.begin();
    for (const auto& one : sentences) maker.add(one, settings);
    maker.finish(made);
    return made;
}

std::vector<double> f(const tesla::matching::Document& reference,
                      const tesla::matching::Document& candidate) {
    std::vector<double> out(2);
    tesla::matching::compare_documents(reference, candidate, 10, 0.8, out.data());
    return out;
}

const tesla::matching::SkipSettings kUsual{4, 1, 10};

}  // namespace

TEST_CASE("bags of a document have each gram once, with its weight") {
    const auto made = document({sentence({7, 3, 7}, {0, 1, 0}), sentence({3}, {0})}, kUsual);
    CHECK(made.words.keys == std::vector<std::uint64_t>{3, 7});
    CHECK(made.words.weights == std::vector<std::int64_t>{11, 20});
    CHECK(made.words.total == 31);
    const auto pair = [](std::uint64_t a, std::uint64_t b) { return a << 32 | b; };
    CHECK(made.skips.keys == std::vector<std::uint64_t>{pair(3, 7), pair(7, 3), pair(7, 7)});
    CHECK(made.skips.weights == std::vector<std::int64_t>{10, 10, 100});
    CHECK(made.skips.total == 120);
}

TEST_CASE("no more words between than the gap, and none over the end of a sentence") {
    for (std::size_t gap = 0; gap < 5; ++gap) {
        const auto made = document({sentence({1, 2, 3, 4}, {0, 0, 0, 0})}, {gap, 1, 10});
        CHECK(made.skips.total == 100 * std::vector<std::int64_t>{3, 5, 6, 6, 6}[gap]);
    }
    const auto cut = document({sentence({1, 2}, {0, 0}), sentence({3, 4}, {0, 0})}, kUsual);
    CHECK(cut.skips.keys.size() == 2);
}

TEST_CASE("F of two documents") {
    const auto x = document({sentence({1, 2, 3}, {1, 0, 0})}, kUsual);
    const auto y = document({sentence({1, 2}, {1, 0})}, kUsual);
    const auto found = f(x, y);
    CHECK(found[0] == doctest::Approx(1.1 / (0.8 * 2.1 + 0.2 * 1.1)));
    CHECK(found[1] == doctest::Approx(0.1 / (0.8 * 1.2 + 0.2 * 0.1)));
    CHECK(f(x, x) == std::vector<double>{1, 1});
}

TEST_CASE("documents without words, or without bigrams") {
    const auto none = document({}, kUsual);
    const auto single = document({sentence({1}, {0}), sentence({2}, {0})}, kUsual);
    const auto other = document({sentence({1}, {0})}, kUsual);
    CHECK(f(none, none) == std::vector<double>{1, 1});
    CHECK(f(none, single) == std::vector<double>{0, 0});
    const auto found = f(single, other);
    CHECK(found[0] == found[1]);
    CHECK(found[0] == doctest::Approx(1 / 1.8));
}

TEST_CASE("no state is left of previous documents") {
    tesla::matching::DocumentMaker maker;
    tesla::matching::Document made;
    for (int round = 0; round < 2; ++round) {
        maker.begin();
        maker.add(sentence({5, 6}, {0, 0}), kUsual);
        maker.finish(made);
    }
    CHECK(made.words.total == 20);
    CHECK(made.skips.total == 100);
}
