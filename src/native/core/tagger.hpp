// The averaged perceptron of analysis/tagging, in the same integers.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "feature_table.hpp"
#include "plain_features.hpp"
#include "tag_scores.hpp"
#include "text.hpp"

namespace tesla {

// What analysis/tagging/features.py says of a word, in its groups.
struct WordFeatures {
    std::vector<std::string> own, inside, first, before, before2, after, after2, with_previous,
        with_next;

    // By number, as FeatureGroup has them.
    static std::vector<std::string> WordFeatures::*const kGroups[9];
};

inline constexpr std::int64_t kMostLabels = 256;

// All that tagging needs to know of one word. `near` is what the word tells its neighbours: before,
// before2, after and after2, one after another, for all labels; words that tell the same share it.
// After its candidates stand their scores, after each coarse label; a word with but one has neither.
struct TagEntry {
    const Score* near = nullptr;
    Score* candidates = nullptr;
    std::uint32_t kind = 0;
    std::uint32_t next_stems[2] = {StringTable::npos, StringTable::npos};
    std::uint8_t count = 0;  // of candidates
    std::uint8_t only = 0;   // the first of them

    const Score* own() const { return candidates + count; }
    // The place of a label among the candidates.
    std::size_t place(std::uint8_t label) const {
        std::size_t at = 0;
        if (count > 1)
            while (candidates[at] != label) ++at;
        return at;
    }
};

// Pairs of numbers to spans of weights; open addressing, filled once.
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
        while (slots_[i].a != kNone) i = (i + 1) & (slots_.size() - 1);
        slots_[i] = {a, b, value};
    }
    void prefetch(std::uint32_t a, std::uint32_t b) const { tesla::prefetch(&slots_[start(a, b)]); }
    Value find(std::uint32_t a, std::uint32_t b) const {
        for (std::size_t i = start(a, b); slots_[i].a != kNone; i = (i + 1) & (slots_.size() - 1))
            if (slots_[i].a == a && slots_[i].b == b) return slots_[i].value;
        return {};
    }

  private:
    static constexpr std::uint32_t kNone = StringTable::npos;  // nothing has that number
    struct Slot {
        std::uint32_t a = kNone, b = 0;
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
    // `labels` in order; `weights` are the lines "feature TAB letter weight letter weight ...".
    Tagger(std::vector<std::string> labels, std::string_view weights);

    TagEntry entry(const std::vector<std::uint8_t>& candidates, std::string_view kind,
                   const WordFeatures& features);
    // The same of an ASCII word, whose features are looked up as they are told.
    TagEntry entry(const std::vector<std::uint8_t>& candidates, const PlainWord& word);
    // What entries take.
    std::size_t bytes() const { return near_.bytes() + own_.bytes(); }

    // Where a feature's weights begin and end.
    struct Span {
        std::uint32_t begin = 0, end = 0;
    };
    // What a word's stems say of it before the kind of the next one.
    using Onward = std::array<Span, 2>;

    // The label of each word, greedily from left to right; `onward` is room.
    void tag(const std::vector<const TagEntry*>& words, std::vector<Onward>& onward,
             std::vector<std::uint8_t>& labels) const;

  private:
    struct Weight {
        std::uint8_t label;
        std::int32_t value;
    };
    using Row = std::vector<std::int32_t>;
    // What the features of a word weigh, and its stems.
    struct Sums {
        Sums(std::size_t labels, std::size_t coarse, bool scored);

        bool scored;  // else neighbours alone ask for it
        Row near;     // before, before2, after, after2, one after another
        Row own, inside, first;
        Row joint;  // what stems say after each coarse label
        std::vector<std::uint32_t> next_stems;
    };

    // What a stem weighs after a coarse label.
    struct Joint {
        std::uint32_t coarse;
        Span span;
    };
    // A line of weights of a stem with another thing, which is a kind or a coarse label.
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
    std::size_t best(const TagEntry& word, const Context& context, std::int32_t* told) const;

    std::vector<std::string> labels_;
    std::vector<Weight> weights_;
    FeatureTable features_;
    std::vector<Span> spans_;  // by feature
    // Features of a stem with a label to the left or a kind to the right.
    FeatureTable stems_;
    StringTable others_;
    PairTable<Span> joints_;                     // with kinds
    std::vector<Joint> previous_;                // with coarse labels, those of a stem together
    std::vector<std::uint32_t> previous_begin_;  // by stem
    std::vector<std::uint32_t> coarse_others_;   // the numbers in others_ of the coarse labels
    std::vector<std::uint8_t> coarse_;           // label (or start) -> coarse label
    // The place of each label in rows of scores, those first that much is said of, so that what is
    // looked at lies together; and the length of such rows.
    std::vector<std::uint8_t> places_;
    std::size_t stride_ = 0;
    std::vector<Score> pairs_;  // [before][previous][place]
    SharedRows near_;
    ScoreArena own_;
    TagEntry edge_;
};

}  // namespace tesla
