#include <doctest/doctest.h>

#include <map>

#include "dice.hpp"
#include "parsing/chart.hpp"

using namespace tesla;
using namespace tesla::parsing;

namespace {

constexpr ChartPruning<std::int32_t> kUnmatchable{1'000'000, -1'000'000};

// Pseudo-random scores that depend on the position only.
struct DrawnScores {
    using Score = std::int32_t;

    DrawnScores(const ChartGrammar& grammar, std::size_t size, Dice& dice) : size_(size) {
        for (std::size_t i = 0; i < size; ++i) tags.push_back(static_cast<Symbol>(1 + dice.roll(2)));
        for (auto* rows : {&labels_, &lefts_, &rights_, &rules_})
            for (std::size_t at = 0; at < (size + 1) * (size + 1); ++at) {
                rows->emplace_back();
                for (std::size_t column = 0; column < grammar.symbols + grammar.rules.size(); ++column)
                    rows->back().push_back(static_cast<Score>(dice.roll(40)) - 20);
            }
    }
    Symbol tag(std::size_t i) const { return tags[i]; }
    const Score* label(std::size_t i, std::size_t j) const { return labels_[at(i, j)].data(); }
    const Score* left(std::size_t i, std::size_t k) const { return lefts_[at(i, k)].data(); }
    const Score* right(std::size_t k, std::size_t j) const { return rights_[at(k, j)].data(); }
    const Score* rule(std::size_t k) const { return rules_[k].data(); }

    std::vector<Symbol> tags;

  private:
    std::size_t at(std::size_t i, std::size_t j) const { return i * (size_ + 1) + j; }
    std::size_t size_;
    std::vector<std::vector<Score>> labels_, lefts_, rights_, rules_;
};

// Tags 1 and 2; categories 3, 4 and 5; a label of its own for each, and 3 over 4 in one go.
ChartGrammar drawn_grammar(Dice& dice, std::uint32_t one_in) {
    ChartGrammar grammar;
    grammar.tags = 3;
    grammar.symbols = 6;
    grammar.labels = {{3, 3}, {4, 4}, {5, 5}, {3, 4}};
    grammar.leaves = {1, 0, 1, 0};
    grammar.tops = {0, 0, 0, 1, 1, 0};
    for (Symbol parent = 3; parent < 6; ++parent)
        for (Symbol left = 1; left < 6; ++left)
            for (Symbol right = 1; right < 6; ++right)
                if (dice.roll(one_in) == 0) grammar.rules.push_back({parent, left, right});
    grammar.index();
    return grammar;
}

// The best score of each symbol over a span, by exhaustive search.
std::map<Symbol, std::int32_t> best_over(const ChartGrammar& grammar, const DrawnScores& scores,
                                         std::size_t i, std::size_t j) {
    std::map<Symbol, std::int32_t> inner, found;
    const auto offer = [](auto& where, Symbol symbol, std::int32_t score) {
        const auto [at, fresh] = where.try_emplace(symbol, score);
        if (!fresh) at->second = std::max(at->second, score);
    };
    if (j - i == 1) offer(found, scores.tag(i), 0);
    for (std::size_t k = i + 1; k < j; ++k)
        for (const auto& [left, of_left] : best_over(grammar, scores, i, k))
            for (const auto& [right, of_right] : best_over(grammar, scores, k, j))
                for (std::size_t rule = 0; rule < grammar.rules.size(); ++rule) {
                    const ChartRule& one = grammar.rules[rule];
                    if (one.left == left && one.right == right)
                        offer(inner, one.parent,
                              of_left + of_right + scores.rule(k)[rule] + scores.left(i, k)[one.parent] +
                                  scores.right(k, j)[one.parent]);
                }
    for (std::size_t label = 0; label < grammar.labels.size(); ++label) {
        const auto below = inner.find(grammar.labels[label].bottom);
        if (j - i == 1 && grammar.leaves[label])
            offer(found, grammar.labels[label].top, scores.label(i, j)[label]);
        if (below != inner.end())
            offer(found, grammar.labels[label].top, below->second + scores.label(i, j)[label]);
    }
    return found;
}

// The sum of the scores of the nodes of a tree.
std::int32_t total(const ChartGrammar& grammar, const DrawnScores& scores,
                   const std::vector<ChartNode>& nodes) {
    std::int32_t sum = 0;
    for (const auto& node : nodes) {
        sum += scores.label(node.start, node.end)[node.label];
        if (node.end - node.start == 1) continue;
        const Symbol parent = grammar.labels[node.label].bottom;
        sum += scores.rule(node.cut)[node.rule] + scores.left(node.start, node.cut)[parent] +
               scores.right(node.cut, node.end)[parent];
    }
    return sum;
}

}  // namespace

TEST_CASE("the chart finds the best tree, or trees that cover the sentence") {
    Dice dice(31);
    int whole = 0, pieces = 0;
    for (int round = 0; round < 200; ++round) {
        CAPTURE(round);
        const ChartGrammar grammar = drawn_grammar(dice, 1 + dice.roll(40));
        const std::size_t size = dice.roll(1, 5);
        const DrawnScores scores(grammar, size, dice);
        const auto nodes = Chart(grammar, scores, size, kUnmatchable).best();
        bool possible = false;
        std::int32_t best = 0;
        for (const auto& [symbol, score] : best_over(grammar, scores, 0, size))
            if (grammar.tops[symbol] && (!possible || score > best)) {
                possible = true;
                best = score;
            }
        if (possible) {
            ++whole;
            REQUIRE_FALSE(nodes.empty());
            CHECK(nodes.front().start == 0);
            CHECK(nodes.front().end == size);
            CHECK(total(grammar, scores, nodes) == best);
        } else {
            ++pieces;
            for (const auto& node : nodes) CHECK(node.end - node.start < size);
        }
    }
    CHECK(whole > 20);
    CHECK(pieces > 20);
}

TEST_CASE("whatever is pruned, there is an answer") {
    Dice dice(37);
    for (int round = 0; round < 100; ++round) {
        const ChartGrammar grammar = drawn_grammar(dice, 2);
        const std::size_t size = dice.roll(1, 8);
        const DrawnScores scores(grammar, size, dice);
        const auto floor = static_cast<std::int32_t>(dice.roll(80)) - 20;
        for (const auto& node : Chart(grammar, scores, size, {0, floor}).best()) {
            CHECK(node.start < node.end);
            CHECK(node.end <= size);
        }
    }
}
