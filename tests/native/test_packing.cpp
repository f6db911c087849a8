#include "celab/packing.hpp"

#include <doctest/doctest.h>

#include "dice.hpp"
#include "lists_of.hpp"

TEST_CASE("single n-grams that want the same: those of most gain") {
    // A bigram that covers 1 + 1 + 1, twice; a unigram once; the capacity is two.
    std::vector<tesla::celab::CoverNode> two{{0, 2, 0}}, one{{0, 1, 1}};
    const Numbers nothing(2, 0);
    const tesla::celab::Block pair = tesla::celab::make_block(two, nothing),
                              single = tesla::celab::make_block(one, nothing);
    const std::vector<double> weights{1, 1};
    const auto partners = lists({{0}, {0}});
    const std::vector<tesla::celab::Repeated> blocks{{&single, 1}, {&pair, 2}};
    CHECK(tesla::celab::most_packed(blocks, partners, lists({{0, 0}}), weights) == doctest::Approx(6));
    CHECK(tesla::celab::most_packed(blocks, partners, lists({{0, 0, 0}}), weights) ==
          doctest::Approx(7));
    CHECK(tesla::celab::most_packed(blocks, partners, lists({{0}}), weights) == doctest::Approx(3));
}

TEST_CASE("halves are better than wholes") {
    // Three bigrams in a row of four tokens, any two of which share a partner with one unit: half of
    // each covers more than one of them.
    std::vector<tesla::celab::CoverNode> run{{0, 2, 0}, {1, 3, 1}, {2, 4, 2}};
    const tesla::celab::Block block = tesla::celab::make_block(run, Numbers(4, 0));
    const std::vector<double> weights{0, 1};
    const auto partners = lists({{0, 1}, {1, 2}, {0, 2}});
    const auto none = lists({{}, {}, {}}), each = lists({{0}, {0}, {0}});
    CHECK(tesla::celab::most_packed({{&block, 1}}, partners, each, weights) == doctest::Approx(3));
    CHECK(tesla::celab::most_packed({{&block, 1}}, partners, none, weights) == doctest::Approx(0));
    CHECK(tesla::celab::most_packed({{&block, 2}}, partners, each, weights) == doctest::Approx(3));
}
