// CKY: the best tree of a sentence, from scores of its spans and split points; scores are integers or
// floats.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::parsing {

using Symbol = std::uint16_t;

// parent -> left right
struct ChartRule {
    Symbol parent, left, right;
};

// A label is a chain of unary symbols over a span: `top` is what the parent sees, `bottom` is directly
// above the children. Tags are the first symbols.
struct ChartLabel {
    Symbol top, bottom;
};

struct ChartGrammar {
    std::size_t tags = 0, symbols = 0;
    std::vector<ChartLabel> labels;
    std::vector<ChartRule> rules;
    std::vector<std::uint8_t> leaves;  // by label: whether it may be over a single word
    std::vector<std::uint8_t> tops;    // by symbol: whether it may be the root of a tree

    // Call this when the grammar is complete: it sorts the rules by their children.
    void index() {
        std::sort(rules.begin(), rules.end(), [](const ChartRule& a, const ChartRule& b) {
            return std::tie(a.left, a.right, a.parent) < std::tie(b.left, b.right, b.parent);
        });
        begins.assign(symbols * symbols + 1, 0);
        for (const auto& rule : rules) ++begins[pair(rule.left, rule.right) + 1];
        for (std::size_t at = 1; at < begins.size(); ++at) begins[at] += begins[at - 1];
    }
    std::size_t pair(Symbol left, Symbol right) const { return left * symbols + right; }

    std::vector<std::uint32_t> begins;  // where the rules of a pair of children begin
};

constexpr std::uint32_t kNoLabel = ~std::uint32_t{0};

// A node of a tree in preorder, left before right; words without a label have no node.
struct ChartNode {
    std::uint32_t label, start, end;
    std::uint32_t cut = 0, rule = 0;  // of spans with more than one word
};

// Pruning: drop symbols over a span whose score is below the best one by more than `margin`, and those
// whose own part of the score (without their children) is below `floor`.
template <class Score>
struct ChartPruning {
    Score margin, floor;
};

// `Scores` returns pointers to scores: label(i, j) by label, left(i, k) and right(k, j) by symbol,
// rule(k) by rule; scores of the split point itself are included in one of them.
template <class Scores>
class Chart {
  public:
    using Score = typename Scores::Score;

    Chart(const ChartGrammar& grammar, const Scores& scores, std::size_t size,
          const ChartPruning<Score>& pruning)
        : grammar_(grammar),
          scores_(scores),
          size_(size),
          pruning_(pruning),
          cells_(size * size),
          inner_(grammar.symbols),
          outer_(grammar.symbols) {}

    // Return the nodes of the best tree, or of the smallest number of adjacent trees if the grammar has
    // no tree for the sentence.
    std::vector<ChartNode> best() {
        for (std::size_t i = 0; i < size_; ++i) fill_leaf(i);
        for (std::size_t length = 2; length <= size_; ++length)
            for (std::size_t i = 0; i + length <= size_; ++i) fill(i, i + length);
        std::vector<ChartNode> nodes;
        const Item* top = nullptr;
        for (const Item& item : cell(0, size_))
            if (grammar_.tops[item.symbol] && (!top || item.score > top->score)) top = &item;
        if (top) {
            read(0, size_, *top, nodes);
        } else {
            cover(nodes);
        }
        return nodes;
    }

  private:
    static constexpr std::size_t kMost = 12;  // symbols over one span
    struct Item {
        Score score{};
        Symbol symbol = 0;
        std::uint8_t left = 0, right = 0;  // indices in the cells of the children
        std::uint32_t label = kNoLabel, cut = 0, rule = 0;
        Score own{};  // without the children and without the label
    };
    struct Cell {
        Item items[kMost];
        std::size_t count = 0;
        const Item* begin() const { return items; }
        const Item* end() const { return items + count; }
    };

    Cell& cell(std::size_t i, std::size_t j) { return cells_[i * size_ + j - 1]; }

    void fill_leaf(std::size_t i) {
        const auto* label = scores_.label(i, i + 1);
        Cell& own = cell(i, i + 1);
        own.items[own.count++] = {Score{0}, scores_.tag(i)};  // always present, and the lowest symbol
        for (std::uint32_t l = 0; l < grammar_.labels.size(); ++l)
            if (grammar_.leaves[l]) offer({label[l], grammar_.labels[l].top, 0, 0, l});
        keep(own);
    }

    void fill(std::size_t i, std::size_t j) {
        for (std::size_t k = i + 1; k < j; ++k) combine(i, k, j);
        const auto* label = scores_.label(i, j);
        for (std::uint32_t l = 0; l < grammar_.labels.size(); ++l) {
            Item item = inner_[grammar_.labels[l].bottom];
            if (!item.cut) continue;
            if (item.own + label[l] < pruning_.floor) continue;
            item.score += label[l];
            item.symbol = grammar_.labels[l].top;
            item.label = l;
            offer(item);
        }
        for (const Symbol symbol : reached_) inner_[symbol].cut = 0;
        reached_.clear();
        keep(cell(i, j));
    }

    void combine(std::size_t i, std::size_t k, std::size_t j) {
        const Cell &lefts = cell(i, k), &rights = cell(k, j);
        if (!lefts.count || !rights.count) return;
        const auto *left = scores_.left(i, k), *right = scores_.right(k, j), *rule = scores_.rule(k);
        for (std::uint8_t a = 0; a < lefts.count; ++a)
            for (std::uint8_t b = 0; b < rights.count; ++b) {
                const std::size_t pair = grammar_.pair(lefts.items[a].symbol, rights.items[b].symbol);
                const Score both = lefts.items[a].score + rights.items[b].score;
                const std::uint32_t end = grammar_.begins[pair + 1];
                for (std::uint32_t number = grammar_.begins[pair]; number < end; ++number) {
                    const Symbol parent = grammar_.rules[number].parent;
                    const Score own = rule[number] + left[parent] + right[parent];
                    const Score score = both + own;
                    Item& known = inner_[parent];
                    if (!known.cut) {
                        reached_.push_back(parent);
                    } else if (score <= known.score) {
                        continue;
                    }
                    known.score = score;
                    known.own = own;
                    known.left = a;
                    known.right = b;
                    known.cut = static_cast<std::uint32_t>(k);
                    known.rule = number;
                }
            }
    }

    // Keep one item per symbol: the first of the best ones.
    void offer(const Item& item) {
        Offered& known = outer_[item.symbol];
        if (!known.there) symbols_.push_back(item.symbol);
        if (!known.there || item.score > known.item.score) known = {item, true};
    }

    // Keep the best items, in the order of symbols.
    void keep(Cell& cell) {
        const auto better = [&](Symbol a, Symbol b) {
            const Score of_a = outer_[a].item.score, of_b = outer_[b].item.score;
            return of_a > of_b || (of_a == of_b && a < b);
        };
        for (const Symbol symbol : symbols_) outer_[symbol].there = false;
        const std::size_t most = std::min(symbols_.size(), kMost - cell.count);
        std::partial_sort(symbols_.begin(), symbols_.begin() + most, symbols_.end(), better);
        symbols_.resize(most);
        while (!symbols_.empty() && outer_[symbols_.back()].item.score <
                                        outer_[symbols_.front()].item.score - pruning_.margin)
            symbols_.pop_back();
        std::sort(symbols_.begin(), symbols_.end());
        for (const Symbol symbol : symbols_) cell.items[cell.count++] = outer_[symbol].item;
        symbols_.clear();
    }

    void read(std::size_t i, std::size_t j, const Item& item, std::vector<ChartNode>& nodes) {
        if (item.label != kNoLabel)
            nodes.push_back({item.label, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j),
                             item.cut, item.rule});
        if (!item.cut) return;
        const std::uint32_t cut = item.cut;
        read(i, cut, cell(i, cut).items[item.left], nodes);
        read(cut, j, cell(cut, j).items[item.right], nodes);
    }

    void cover(std::vector<ChartNode>& nodes) {
        struct Step {
            std::size_t pieces = 0, from = 0;
            Score score{0};
            const Item* item = nullptr;
        };
        std::vector<Step> steps(size_ + 1);
        for (std::size_t j = 1; j <= size_; ++j)
            for (std::size_t i = 0; i < j; ++i)
                for (const Item& item : cell(i, j)) {
                    if (j - i > 1 && !grammar_.tops[item.symbol]) continue;
                    const std::size_t pieces = steps[i].pieces + 1;
                    const Score score = steps[i].score + item.score;
                    Step& best = steps[j];
                    if (!best.item || pieces < best.pieces ||
                        (pieces == best.pieces && score > best.score))
                        best = {pieces, i, score, &item};
                }
        std::vector<std::size_t> ends;
        for (std::size_t j = size_; j; j = steps[j].from) ends.push_back(j);
        for (auto end = ends.rbegin(); end != ends.rend(); ++end)
            read(steps[*end].from, *end, *steps[*end].item, nodes);
    }

    struct Offered {
        Item item;
        bool there = false;
    };

    const ChartGrammar& grammar_;
    const Scores& scores_;
    std::size_t size_;
    ChartPruning<Score> pruning_;
    std::vector<Cell> cells_;
    std::vector<Item> inner_;     // by symbol, before its label; valid where it has a split point
    std::vector<Offered> outer_;  // by symbol, under its label
    std::vector<Symbol> reached_, symbols_;
};

}  // namespace tesla::parsing
