// A chart parser with trained weights; the Python version is parsing/syntax/chart.py.
#pragma once

#include <vector>

#include "base/namespaces.hpp"
#include "base/string_table.hpp"
#include "parsing/chart.hpp"
#include "parsing/chart_scores.hpp"

namespace tesla::parsing {

// Sparse weights of features: each has few of all columns.
class WeightTable {
  public:
    // Key k has the columns and values from begins[k] to begins[k + 1].
    WeightTable(std::vector<FeatureKey> keys, const std::vector<std::uint32_t>& begins,
                const std::vector<std::uint16_t>& columns, const std::vector<std::int8_t>& values,
                std::size_t width);

    void find(FeatureKey key, std::vector<WeightPlace>& places) const {
        for (std::size_t at = slot(key); slots_[at].end; at = (at + 1) & mask_)
            if (slots_[at].key == key) {
                tesla::prefetch(&weights_[slots_[at].begin]);
                places.push_back({slots_[at].begin, slots_[at].end});
                return;
            }
    }
    void add(WeightPlace place, std::int32_t* row) const {
        for (std::size_t at = place.begin; at < place.end; ++at)
            row[weights_[at].column] += weights_[at].value;
    }
    void prefetch(FeatureKey key) const { tesla::prefetch(&slots_[slot(key)]); }

  private:
    struct Slot {
        FeatureKey key = 0;
        std::uint32_t begin = 0, end = 0;  // end == 0: empty slot
    };
    struct Weight {
        std::uint16_t column;
        std::int16_t value;
    };
    std::size_t slot(FeatureKey key) const { return key & mask_; }

    std::size_t mask_ = 0;
    std::vector<Slot> slots_;
    std::vector<Weight> weights_;
};

class ChartParser {
  public:
    ChartParser(ChartGrammar grammar, std::vector<WeightTable> tables,
                ChartPruning<std::int32_t> pruning);

    std::vector<ChartNode> parse(const std::vector<ParsedWord>& words) const;

    void find(Over over, FeatureKey key, std::vector<WeightPlace>& places) const {
        tables_[static_cast<std::size_t>(over)].find(key, places);
    }
    void add(Over over, WeightPlace place, std::int32_t* row) const {
        tables_[static_cast<std::size_t>(over)].add(place, row);
    }
    void prefetch(Over over, FeatureKey key) const {
        tables_[static_cast<std::size_t>(over)].prefetch(key);
    }

  private:
    ChartGrammar grammar_;
    std::vector<WeightTable> tables_;  // in the order of Over
    ChartPruning<std::int32_t> pruning_;
};

}  // namespace tesla::parsing
