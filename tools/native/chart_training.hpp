// Training of a chart parser: structured hinge loss with a margin of one per wrong span, AdaGrad,
// averaging.
#pragma once

#include <unordered_map>

#include "base/namespaces.hpp"
#include "base/string_table.hpp"
#include "parsing/chart.hpp"
#include "parsing/chart_scores.hpp"

namespace tesla::parsing {

struct ChartExample {
    std::vector<ParsedWord> words;
    std::vector<ChartNode> nodes;  // with split points, and with rules of the grammar
};

// Dense weight rows of the features that occur often enough in the trees.
class RowTable {
  public:
    static constexpr std::size_t npos = ~std::size_t{0};

    // Count features first, then call `settle`.
    void count(FeatureKey key) { ++counts_[key]; }
    void settle(std::uint32_t least, std::size_t width);
    std::size_t width() const { return width_; }
    // Return where the row of a feature begins, or npos if the feature is too rare.
    std::size_t place(FeatureKey key) const {
        for (std::size_t at = key & mask_; slots_[at].place; at = (at + 1) & mask_)
            if (slots_[at].key == key) return (slots_[at].place - 1) * width_;
        return npos;
    }
    void prefetch(FeatureKey key) const { tesla::prefetch(&slots_[key & mask_]); }
    const float* row(std::size_t place) const { return &weights_[place]; }
    void step(std::size_t at, float gradient, float rate, float time);
    // Return the weights that have changed, averaged over `time` steps.
    template <class Take>
    void each(float time, Take take) const {
        for (const Slot& slot : slots_)
            for (std::size_t column = 0; slot.place && column < width_; ++column) {
                const std::size_t at = (slot.place - 1) * width_ + column;
                if (squares_[at] > 0) take(slot.key, column, weights_[at] - drift_[at] / time);
            }
    }

  private:
    struct Slot {
        FeatureKey key = 0;
        std::uint32_t place = 0;  // starts at 1; 0: empty slot
    };
    std::size_t width_ = 0, mask_ = 0;
    std::vector<Slot> slots_;
    std::unordered_map<FeatureKey, std::uint32_t> counts_;
    std::vector<float> weights_, squares_, drift_;
};

struct TrainedWeight {
    FeatureKey key;
    std::uint32_t column;
    float value;
};

class ChartTraining {
  public:
    // `nodes` have no split points yet: these and the rules of the grammar are determined here.
    ChartTraining(ChartGrammar grammar, std::vector<ChartExample> examples, std::uint32_t least,
                  ChartPruning<float> pruning);

    // Process all examples in the given order; return the number of wrong spans.
    std::size_t epoch(const std::vector<std::uint32_t>& order, float rate);
    const ChartGrammar& grammar() const { return grammar_; }
    std::vector<TrainedWeight> weights(Over over) const;

    void find(Over over, FeatureKey key, std::vector<WeightPlace>& places) const {
        const RowTable& table = tables_[static_cast<std::size_t>(over)];
        const std::size_t place = table.place(key);
        if (place == RowTable::npos) return;
        places.push_back({place, place + table.width()});
        for (std::size_t at = 0; at < table.width(); at += 16) tesla::prefetch(table.row(place) + at);
    }
    void add(Over over, WeightPlace place, float* row) const {
        const float* own = tables_[static_cast<std::size_t>(over)].row(place.begin);
        for (std::size_t column = 0; column < place.end - place.begin; ++column)
            row[column] += own[column];
    }
    void prefetch(Over over, FeatureKey key) const {
        tables_[static_cast<std::size_t>(over)].prefetch(key);
    }

  private:
    struct Change {
        std::size_t table, at;
        float gradient;
    };
    void learn_rules();
    void count(const ChartExample& example);
    std::size_t learn(const ChartExample& example, float rate);
    void change(const SpanFeatures& features, const ChartNode& node, bool label, bool cut, float by);
    void apply(float rate);

    ChartGrammar grammar_;
    std::vector<ChartExample> examples_;
    RowTable tables_[3];
    std::vector<Change> changes_;
    ChartPruning<float> pruning_;
    float time_ = 1;
};

}  // namespace tesla::parsing
