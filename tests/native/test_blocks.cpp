#include <doctest/doctest.h>

#include "celab/blocks.hpp"

namespace {

using Numbers = std::vector<std::uint32_t>;

Numbers copy(std::span<const std::uint32_t> list) { return {list.begin(), list.end()}; }

}  // namespace

TEST_CASE("a block starts at its first token and records what is already covered") {
    std::vector<tesla::celab::CoverNode> run{{6, 8, 1}, {5, 7, 0}, {6, 7, 2}};
    const Numbers far{9, 9, 9, 9, 9, 0, 8, 7};
    const tesla::celab::Block block = tesla::celab::make_block(run, far);
    CHECK(block.nodes == std::vector<tesla::celab::CoverNode>{{0, 2, 0}, {1, 2, 2}, {1, 3, 1}});
    CHECK(block.far == Numbers{0, 3, 2});  // an n-gram covers itself at least
}

TEST_CASE("equality of blocks does not depend on their position") {
    std::vector<tesla::celab::CoverNode> here{{0, 2, 4}, {1, 3, 5}}, there{{7, 9, 4}, {8, 10, 5}};
    const Numbers far(10, 0);
    CHECK(tesla::celab::make_block(here, far) == tesla::celab::make_block(there, far));
}

TEST_CASE("what an n-gram covers that is not covered yet") {
    // Tokens 0 to 2, of which 0-1 is covered by a bigram; unigrams weigh 1, bigrams 10, trigrams 100.
    const Numbers far{2, 2, 2};
    const std::vector<double> weights{1, 10, 100};
    std::vector<double> found;
    tesla::celab::gains({0, 3, 0}, far, weights, found);
    // Nothing if everything up to token 3 is covered; then what ends at 3: 2, 1-2, 0-2; the rest is
    // already covered.
    CHECK(found == std::vector<double>{0, 111, 111, 111});
    found.clear();
    tesla::celab::gains({0, 3, 0}, {0, 0, 0}, weights, found);
    CHECK(found == std::vector<double>{0, 111, 122, 123});
}

TEST_CASE("sets of n-grams that cover something, each once") {
    // Nodes 0: [0,2), 1: [1,3), 2: [1,2).
    std::vector<tesla::celab::CoverNode> run{{0, 2, 0}, {1, 3, 1}, {1, 2, 2}};
    const Numbers nothing(3, 0);
    const tesla::celab::Block block = tesla::celab::make_block(run, nothing);
    const std::vector<double> weights{1, 10};
    const auto found = tesla::celab::covers(block, weights);
    // Sorted by stop and start: [0,2), [1,2), [1,3) have the indices 0, 1 and 2.
    REQUIRE(block.nodes[1] == tesla::celab::CoverNode{1, 2, 2});
    REQUIRE(found.weights.size() == 3);
    CHECK(copy(found.around[0]) == Numbers{0});  // token 0 and tokens 0-1: 1 + 10
    CHECK(found.weights[0] == 11);
    CHECK(copy(found.around[1]) == Numbers{0, 1, 2});  // token 1
    CHECK(found.weights[1] == 1);
    CHECK(copy(found.around[2]) == Numbers{2});  // token 2 and tokens 1-2
    CHECK(found.weights[2] == 11);
}
