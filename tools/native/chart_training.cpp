#include "chart_training.hpp"

#include <cmath>
#include <map>
#include <stdexcept>
#include <tuple>

namespace tesla::parsing {

namespace {

using RuleNumbers = std::map<std::tuple<Symbol, Symbol, Symbol>, std::uint32_t>;

// Finds the split points and rules of the nodes of a tree, in preorder.
class RuleReader {
  public:
    RuleReader(ChartGrammar& grammar, RuleNumbers& numbers, ChartExample& example)
        : grammar_(grammar), numbers_(numbers), example_(example) {}

    void read() {
        const Symbol top = part(0, static_cast<std::uint32_t>(example_.words.size()));
        if (at_ != example_.nodes.size()) throw std::invalid_argument("a tree that is not one");
        grammar_.tops[top] = 1;
    }

  private:
    // Return the symbol over the words from i to j.
    Symbol part(std::uint32_t i, std::uint32_t j) {
        const bool own = at_ < example_.nodes.size() && example_.nodes[at_].start == i &&
                         example_.nodes[at_].end == j;
        if (!own) {
            if (j - i != 1) throw std::invalid_argument("a tree that is not one");
            return static_cast<Symbol>(example_.words[i].tag);
        }
        ChartNode& node = example_.nodes[at_++];
        const ChartLabel label = grammar_.labels.at(node.label);
        if (j - i == 1) {
            grammar_.leaves[node.label] = 1;
            return label.top;
        }
        node.cut = i + 1;
        if (at_ < example_.nodes.size() && example_.nodes[at_].start == i && example_.nodes[at_].end < j)
            node.cut = example_.nodes[at_].end;
        const Symbol left = part(i, node.cut), right = part(node.cut, j);
        const auto number = static_cast<std::uint32_t>(grammar_.rules.size());
        const auto [found, fresh] = numbers_.try_emplace({label.bottom, left, right}, number);
        if (fresh) grammar_.rules.push_back({label.bottom, left, right});
        node.rule = found->second;
        return label.top;
    }

    ChartGrammar& grammar_;
    RuleNumbers& numbers_;
    ChartExample& example_;
    std::size_t at_ = 0;
};

bool same_label(const ChartNode& a, const ChartNode& b) {
    return a.label == b.label && a.start == b.start && a.end == b.end;
}

bool same_cut(const ChartNode& a, const ChartNode& b) {
    return a.start == b.start && a.end == b.end && a.cut == b.cut && a.rule == b.rule;
}

template <class Same>
bool among(const std::vector<ChartNode>& nodes, const ChartNode& node, Same same) {
    return std::any_of(nodes.begin(), nodes.end(),
                       [&](const ChartNode& other) { return same(node, other); });
}

}  // namespace

void RowTable::settle(std::uint32_t least, std::size_t width) {
    width_ = width;
    std::size_t kept = 0;
    for (const auto& [key, count] : counts_) kept += count >= least;
    mask_ = 63;
    while (mask_ < kept * 2) mask_ = mask_ * 2 + 1;
    slots_.assign(mask_ + 1, {});
    std::uint32_t places = 0;
    for (const auto& [key, count] : counts_) {
        if (count < least) continue;
        std::size_t at = key & mask_;
        while (slots_[at].place) at = (at + 1) & mask_;
        slots_[at] = {key, ++places};
    }
    counts_.clear();
    for (auto* column : {&weights_, &squares_, &drift_}) column->assign(kept * width_, 0);
}

void RowTable::step(std::size_t at, float gradient, float rate, float time) {
    squares_[at] += gradient * gradient;
    const float by = rate * gradient / std::sqrt(squares_[at]);
    weights_[at] += by;
    drift_[at] += by * time;
}

ChartTraining::ChartTraining(ChartGrammar grammar, std::vector<ChartExample> examples,
                             std::uint32_t least, ChartPruning<float> pruning)
    : grammar_(std::move(grammar)), examples_(std::move(examples)), pruning_(pruning) {
    learn_rules();
    for (const auto& example : examples_) count(example);
    const std::size_t widths[] = {grammar_.labels.size(), grammar_.symbols, grammar_.rules.size()};
    for (std::size_t table = 0; table < 3; ++table) tables_[table].settle(least, widths[table]);
}

void ChartTraining::learn_rules() {
    RuleNumbers numbers;
    grammar_.leaves.assign(grammar_.labels.size(), 0);
    grammar_.tops.assign(grammar_.symbols, 0);
    for (auto& example : examples_) RuleReader(grammar_, numbers, example).read();
    grammar_.index();
    std::uint32_t number = 0;
    for (const auto& rule : grammar_.rules) numbers[{rule.parent, rule.left, rule.right}] = number++;
    for (auto& example : examples_) RuleReader(grammar_, numbers, example).read();
}

void ChartTraining::count(const ChartExample& example) {
    const SpanFeatures features(example.words);
    SpanFeatures::Keys keys;
    const auto all = [&](Over over) {
        for (const FeatureKey key : keys) tables_[static_cast<std::size_t>(over)].count(key);
    };
    for (const auto& node : example.nodes) {
        const bool leaf = node.end - node.start == 1;
        features.start(node.start, leaf, keys), all(Over::kLabels);
        features.end(node.end, leaf, keys), all(Over::kLabels);
        if (leaf) continue;
        features.span(node.start, node.end, keys), all(Over::kLabels);
        features.cut(node.cut, keys), all(Over::kSymbols);
        features.left(node.start, node.cut, keys), all(Over::kSymbols);
        features.right(node.cut, node.end, keys), all(Over::kSymbols);
        features.rule(node.cut, keys), all(Over::kRules);
    }
}

std::size_t ChartTraining::epoch(const std::vector<std::uint32_t>& order, float rate) {
    std::size_t wrong = 0;
    for (const std::uint32_t number : order) wrong += learn(examples_.at(number), rate);
    return wrong;
}

std::size_t ChartTraining::learn(const ChartExample& example, float rate) {
    const SpanFeatures features(example.words);
    ChartScores<float> scores(grammar_, example.words, features, *this);
    const std::size_t size = example.words.size();
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = i + 1; j <= size; ++j) {
            float* row = scores.label(i, j);
            for (std::size_t label = 0; label < grammar_.labels.size(); ++label) row[label] += 1;
        }
    for (const auto& node : example.nodes) scores.label(node.start, node.end)[node.label] -= 1;
    const auto found = Chart(grammar_, scores, size, pruning_).best();
    std::size_t wrong = 0;
    for (const auto& node : found) {
        const bool label = !among(example.nodes, node, same_label);
        wrong += label;
        change(features, node, label, !among(example.nodes, node, same_cut), -1);
    }
    for (const auto& node : example.nodes)
        change(features, node, !among(found, node, same_label), !among(found, node, same_cut), 1);
    apply(rate);
    ++time_;
    return wrong;
}

void ChartTraining::change(const SpanFeatures& features, const ChartNode& node, bool label, bool cut,
                           float by) {
    SpanFeatures::Keys keys;
    const auto all = [&](Over over, std::size_t column) {
        const auto table = static_cast<std::size_t>(over);
        for (const FeatureKey key : keys) {
            const std::size_t place = tables_[table].place(key);
            if (place != RowTable::npos) changes_.push_back({table, place + column, by});
        }
    };
    const bool leaf = node.end - node.start == 1;
    if (label) {
        features.start(node.start, leaf, keys), all(Over::kLabels, node.label);
        features.end(node.end, leaf, keys), all(Over::kLabels, node.label);
        if (!leaf) features.span(node.start, node.end, keys), all(Over::kLabels, node.label);
    }
    if (leaf || !cut) return;
    const Symbol symbol = grammar_.labels[node.label].bottom;
    features.cut(node.cut, keys), all(Over::kSymbols, symbol);
    features.left(node.start, node.cut, keys), all(Over::kSymbols, symbol);
    features.right(node.cut, node.end, keys), all(Over::kSymbols, symbol);
    features.rule(node.cut, keys), all(Over::kRules, node.rule);
}

// What both trees contain cancels out.
void ChartTraining::apply(float rate) {
    std::sort(changes_.begin(), changes_.end(), [](const Change& a, const Change& b) {
        return std::tie(a.table, a.at) < std::tie(b.table, b.at);
    });
    for (std::size_t at = 0; at < changes_.size();) {
        const Change& first = changes_[at];
        float gradient = 0;
        for (; at < changes_.size() && changes_[at].table == first.table && changes_[at].at == first.at;
             ++at)
            gradient += changes_[at].gradient;
        if (gradient != 0) tables_[first.table].step(first.at, gradient, rate, time_);
    }
    changes_.clear();
}

std::vector<TrainedWeight> ChartTraining::weights(Over over) const {
    std::vector<TrainedWeight> found;
    tables_[static_cast<std::size_t>(over)].each(
        time_, [&](FeatureKey key, std::size_t column, float value) {
            found.push_back({key, static_cast<std::uint32_t>(column), value});
        });
    std::sort(found.begin(), found.end(), [](const TrainedWeight& a, const TrainedWeight& b) {
        return std::tie(a.key, a.column) < std::tie(b.key, b.column);
    });
    return found;
}

}  // namespace tesla::parsing
