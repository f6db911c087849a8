// The averaged perceptron of analysis/tagging, in the same integers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "text.hpp"

namespace tesla {

// What analysis/tagging/features.py says of a word, in its groups.
struct WordFeatures {
    std::vector<std::string> own, inside, first, before, before2, after, after2, with_previous,
        with_next;
};

// All that tagging needs to know of one word. `scores` holds, one after another, what the word
// tells its neighbours (before, before2, after, after2: one score a label each), and its own scores
// after each coarse label, for its candidates only.
struct TagEntry {
    std::vector<std::int32_t> scores;
    std::vector<std::uint8_t> candidates;
    std::uint32_t kind = 0;
    std::uint32_t next_stems[2] = {StringTable::npos, StringTable::npos};
};

class Tagger {
  public:
    // `labels` in order; `weights` are the lines "feature TAB letter weight letter weight ...".
    Tagger(std::vector<std::string> labels, std::string_view weights);

    TagEntry entry(const std::vector<std::uint8_t>& candidates, std::string_view kind,
                   const WordFeatures& features);
    // The label of each word, greedily from left to right.
    void tag(const std::vector<const TagEntry*>& words, std::vector<std::uint8_t>& labels) const;

  private:
    struct Weight {
        std::uint8_t label;
        std::int32_t value;
    };
    // Where a feature's weights begin and end.
    struct Span {
        std::uint32_t begin = 0, end = 0;
    };
    using Row = std::vector<std::int32_t>;

    void add(std::string_view feature, std::int32_t* row) const;
    void add(Span span, std::int32_t* row) const;
    void add_all(const std::vector<std::string>& features, std::int32_t* row) const;
    Span joint(std::uint32_t stem, std::uint32_t other) const;

    std::vector<std::string> labels_;
    std::vector<Weight> weights_;
    StringTable features_;
    std::vector<Span> spans_;  // by feature
    // Features of a stem with a label to the left or a kind to the right.
    StringTable stems_, others_;
    std::unordered_map<std::uint64_t, Span> joints_;
    std::vector<std::uint32_t> coarse_others_;  // the numbers in others_ of the coarse labels
    std::vector<std::uint8_t> coarse_;          // label (or start) -> coarse label
    std::vector<std::int32_t> pairs_;           // [before][previous][label]
    TagEntry edge_;
};

}  // namespace tesla
