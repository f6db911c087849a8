// The averaged perceptron of text/tagging, with the same integers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/feature_table.hpp"
#include "base/namespaces.hpp"
#include "base/string_table.hpp"
#include "text/plain_features.hpp"
#include "text/tag_scores.hpp"

namespace tesla::text {

// The features of a word by group, as in text/tagging/features.py.
struct WordFeatures {
    std::vector<std::string> own, inside, first, before, before2, after, after2, with_previous,
        with_next;

    // By index, in the order of FeatureGroup.
    static std::vector<std::string> WordFeatures::*const kGroups[9];
};

inline constexpr std::int64_t kMostLabels = 256;

// What the tagger needs to know of a word. `near` has the scores that the word contributes to its
// neighbours: before, before2, after and after2, one after another, for all labels; words with equal
// rows share them. The scores of the candidates, after each coarse label, follow the candidates; a word
// with one candidate has neither.
struct TagEntry {
    const Score* near = nullptr;
    Score* candidates = nullptr;
    std::uint32_t kind = 0;
    std::uint32_t next_stems[2] = {StringTable::npos, StringTable::npos};
    std::uint8_t count = 0;  // of candidates
    std::uint8_t only = 0;   // the first of them

    const Score* own() const { return candidates + count; }
    // Return the index of a label among the candidates.
    std::size_t place(std::uint8_t label) const {
        std::size_t at = 0;
        if (count > 1)
            while (candidates[at] != label) ++at;
        return at;
    }
};

// A hash table from pairs of ids to spans of weights; open addressing, filled once.
template <class Value>
class PairTable {
  public:
    void reserve(std::size_t entries) {
        std::size_t size = 64;
        while (size < entries * 2) size *= 2;
        slots_.assign(size, {});
    }
    void add(std::uint32_t a, std::uint32_t b, Value value) {
        std::size_t i = start(a, b);
        while (slots_[i].a != kNoKey) i = (i + 1) & (slots_.size() - 1);
        slots_[i] = {a, b, value};
    }
    void prefetch(std::uint32_t a, std::uint32_t b) const { tesla::prefetch(&slots_[start(a, b)]); }
    Value find(std::uint32_t a, std::uint32_t b) const {
        for (std::size_t i = start(a, b); slots_[i].a != kNoKey; i = (i + 1) & (slots_.size() - 1))
            if (slots_[i].a == a && slots_[i].b == b) return slots_[i].value;
        return {};
    }

  private:
    static constexpr std::uint32_t kNoKey = StringTable::npos;  // no key has this id
    struct Slot {
        std::uint32_t a = kNoKey, b = 0;
        Value value{};
    };
    std::size_t start(std::uint32_t a, std::uint32_t b) const {
        std::uint64_t hash = (std::uint64_t{a} << 32 | b) * 0x9E3779B97F4A7C15ULL;
        return (hash ^ hash >> 32) & (slots_.size() - 1);
    }
    std::vector<Slot> slots_;
};

// Those of an ASCII word.
WordFeatures plain_features(const PlainWord& word);

class Tagger {
  public:
    // `labels` in order; `weights` are lines "feature TAB letter weight letter weight ...".
    Tagger(std::vector<std::string> labels, std::string_view weights);

    TagEntry entry(const std::vector<std::uint8_t>& candidates, std::string_view kind,
                   const WordFeatures& features);
    // The same for an ASCII word, whose features are looked up as they are generated.
    TagEntry entry(const std::vector<std::uint8_t>& candidates, const PlainWord& word);
    // Memory of the entries.
    std::size_t bytes() const { return near_.bytes() + own_.bytes(); }

    // Where the weights of a feature begin and end.
    struct Span {
        std::uint32_t begin = 0, end = 0;
    };
    // What the stems of a word contribute before the kind of the next word.
    using Onward = std::array<Span, 2>;

    // Compute the label of each word, greedily from left to right; `onward` is temporary memory.
    void tag(const std::vector<const TagEntry*>& words, std::vector<Onward>& onward,
             std::vector<std::uint8_t>& labels) const;

  private:
    struct Weight {
        std::uint8_t label;
        std::int32_t value;
    };
    using Row = std::vector<std::int32_t>;
    // The summed weights of the features of a word, and its stems.
    struct Sums {
        Sums(std::size_t labels, std::size_t coarse, bool scored);

        bool scored;  // otherwise only neighbours use the features
        Row near;     // before, before2, after, after2, one after another
        Row own, inside, first;
        Row joint;  // contribution of stems after each coarse label
        std::vector<std::uint32_t> next_stems;
    };

    // The weights of a stem after a coarse label.
    struct Joint {
        std::uint32_t coarse;
        Span span;
    };
    // A line of weights of a stem together with a kind or a coarse label.
    struct JointLine {
        std::uint32_t stem, other;
        Span span;
    };
    struct JointLines {
        std::vector<JointLine> previous, next;
    };

    void number_coarse(const std::vector<std::string>& names);
    void read_lines(std::string_view weights);
    void read_joint(std::string_view feature, Span span, JointLines& lines);
    void keep_joints(const JointLines& lines);
    void fill_pairs(const std::vector<std::string>& names);
    // "letter weight letter weight ..."
    Span read_weights(std::string_view line);
    void add(std::string_view feature, std::int32_t* row) const;
    void add(Span span, std::int32_t* row) const;
    void add_all(const std::vector<std::string>& features, std::int32_t* row) const;
    void take(FeatureGroup group, std::uint32_t number, Sums& sums) const;
    std::uint32_t find(FeatureGroup group, std::string_view feature, std::uint64_t hash) const;
    TagEntry sum_up(const std::vector<std::uint8_t>& candidates, std::string_view kind,
                    const Sums& sums);
    TagEntry make(const std::vector<std::uint8_t>& candidates, std::uint32_t kind,
                  const std::vector<std::int32_t>& near);
    void order_labels();
    void look_onward(const std::vector<const TagEntry*>& words, std::vector<Onward>& onward) const;
    struct Context;
    std::size_t best(const TagEntry& word, const Context& context, std::int32_t* label_scores) const;

    std::vector<std::string> labels_;
    std::vector<Weight> weights_;
    FeatureTable features_;
    std::vector<Span> spans_;  // by feature
    // Features of a stem with a label to the left or a kind to the right.
    FeatureTable stems_;
    StringTable others_;
    PairTable<Span> joints_;                     // with kinds
    std::vector<Joint> previous_;                // with coarse labels, grouped by stem
    std::vector<std::uint32_t> previous_begin_;  // by stem
    std::vector<std::uint32_t> coarse_others_;   // the ids of the coarse labels in others_
    std::vector<std::uint8_t> coarse_;           // label (or start) -> coarse label
    // The index of each label in rows of scores, the most frequent labels first, so that the scores that
    // are read are close together; and the length of such rows.
    std::vector<std::uint8_t> places_;
    std::size_t stride_ = 0;
    std::vector<Score> pairs_;  // [before][previous][place]
    SharedRows near_;
    ScoreArena own_;
    TagEntry edge_;
};

}  // namespace tesla::text
