// Scores of all spans and split points of a sentence: sums of feature weights.
#pragma once

#include <vector>

#include "base/namespaces.hpp"
#include "parsing/chart.hpp"
#include "parsing/span_features.hpp"

namespace tesla::parsing {

// The columns of a row of weights.
enum class Over { kLabels, kSymbols, kRules };

// Where the weights of a feature begin and end.
struct WeightPlace {
    std::size_t begin, end;
};

template <class Number>
class ChartScores {
  public:
    using Score = Number;

    // `weights.find(over, key, places)` appends the place of a feature, and `weights.add(over, place,
    // row)` adds the weights of the feature to the row.
    template <class Weights>
    ChartScores(const ChartGrammar& grammar, const std::vector<ParsedWord>& words,
                const SpanFeatures& features, const Weights& weights)
        : size_(words.size()),
          labels_(grammar.labels.size()),
          symbols_(grammar.symbols),
          rules_(grammar.rules.size()),
          label_(size_ * size_ * labels_),
          left_(size_ * size_ * symbols_),
          right_(size_ * size_ * symbols_),
          rule_(size_ * rules_) {
        for (const auto& word : words) tags_.push_back(static_cast<Symbol>(word.tag));
        add_labels(features, weights);
        add_cuts(features, weights);
    }

    Symbol tag(std::size_t i) const { return tags_[i]; }
    Score* label(std::size_t i, std::size_t j) { return &label_[at(i, j) * labels_]; }
    const Score* label(std::size_t i, std::size_t j) const { return &label_[at(i, j) * labels_]; }
    const Score* left(std::size_t i, std::size_t k) const { return &left_[at(i, k) * symbols_]; }
    const Score* right(std::size_t k, std::size_t j) const { return &right_[at(k, j) * symbols_]; }
    const Score* rule(std::size_t k) const { return &rule_[k * rules_]; }

  private:
    std::size_t at(std::size_t i, std::size_t j) const { return i * size_ + j - 1; }

    template <class Weights>
    void add_labels(const SpanFeatures& features, const Weights& weights) {
        std::vector<Score> starts(size_ * labels_), ends(size_ * labels_);
        for (std::size_t i = 0; i < size_; ++i) {
            features.start(i, true, keys_);
            add(weights, Over::kLabels, label(i, i + 1));
            features.end(i + 1, true, keys_);
            add(weights, Over::kLabels, label(i, i + 1));
            features.start(i, false, keys_);
            add(weights, Over::kLabels, &starts[i * labels_]);
            features.end(i + 1, false, keys_);
            add(weights, Over::kLabels, &ends[i * labels_]);
        }
        for (std::size_t i = 0; i < size_; ++i)
            for (std::size_t j = i + 2; j <= size_; ++j) {
                Score* row = label(i, j);
                const Score *start = &starts[i * labels_], *end = &ends[(j - 1) * labels_];
                for (std::size_t l = 0; l < labels_; ++l) row[l] = start[l] + end[l];
                features.span(i, j, keys_);
                add(weights, Over::kLabels, row);
            }
    }

    template <class Weights>
    void add_cuts(const SpanFeatures& features, const Weights& weights) {
        for (std::size_t k = 1; k < size_; ++k) {
            std::vector<Score> own(symbols_);
            features.cut(k, keys_);
            add(weights, Over::kSymbols, own.data());
            for (std::size_t i = 0; i < k; ++i) {
                Score* row = &left_[at(i, k) * symbols_];
                std::copy(own.begin(), own.end(), row);
                features.left(i, k, keys_);
                add(weights, Over::kSymbols, row);
            }
            for (std::size_t j = k + 1; j <= size_; ++j) {
                features.right(k, j, keys_);
                add(weights, Over::kSymbols, &right_[at(k, j) * symbols_]);
            }
            features.rule(k, keys_);
            add(weights, Over::kRules, &rule_[k * rules_]);
        }
    }

    template <class Weights>
    void add(const Weights& weights, Over over, Score* row) {
        // Three passes, so that cache misses overlap instead of costing one wait per feature.
        for (const FeatureKey key : keys_) weights.prefetch(over, key);
        places_.clear();
        for (const FeatureKey key : keys_) weights.find(over, key, places_);
        for (const auto& place : places_) weights.add(over, place, row);
    }

    std::size_t size_, labels_, symbols_, rules_;
    std::vector<Symbol> tags_;
    std::vector<Score> label_, left_, right_, rule_;
    SpanFeatures::Keys keys_;
    std::vector<WeightPlace> places_;
};

}  // namespace tesla::parsing
