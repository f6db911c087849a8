// Expected n-grams of a confusion network, and the overlap of two bags: see
// resources/pivot/confusion_network.py and core/matching/pivot_bags.py. The weight of an n-gram is a
// product over its words, and each similarity looks at one side of a word only, its lemma or its tag; so
// each side has its own bags.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"

namespace tesla::pivot {

constexpr unsigned kPivotOrder = 4;  // maximum length of n-grams that fit a key

// Up to four words, the first one in the lowest bits; 0 is no word.
struct Gram {
    std::uint64_t low = 0, high = 0;

    bool operator==(const Gram&) const = default;
    bool operator<(const Gram& other) const {
        return high != other.high ? high < other.high : low < other.low;
    }
    // Return the concatenation of this n-gram, of `size` words, and `rest`.
    Gram then(const Gram& rest, std::size_t size) const;
};

struct WeightedGram {
    Gram gram;
    double weight;
};

// One side (lemma or tag) of a word of the network, and its weight factor.
struct Side {
    std::uint32_t value;  // starts at 1
    double factor;
};

// A side that is equal to nothing: its n-grams count, but never match.
constexpr std::uint32_t kUnmatchable = ~std::uint32_t{0};

// Weights by n-gram, in order of insertion. clear() takes constant time.
class GramTable {
  public:
    void clear();
    void add(const Gram& gram, double weight);
    const std::vector<WeightedGram>& entries() const { return entries_; }

  private:
    struct Slot {
        std::uint32_t round = 0, entry = 0;
    };
    std::size_t find(const Gram& gram) const;
    void grow();

    std::vector<WeightedGram> entries_;
    std::vector<Slot> slots_ = std::vector<Slot>(64);
    std::uint32_t round_ = 1;
};

// The bags of one side for n = 1 .. order, built slot by slot from the last slot to the first.
class SideBags {
  public:
    void begin(unsigned order);
    void begin_slot();
    void add(const std::vector<Side>& words, double probability);
    void end_slot();

    const GramTable& bag(unsigned n) const { return bags_[n - 1]; }

  private:
    using Lists = std::array<std::vector<WeightedGram>, kPivotOrder>;

    unsigned order_ = 0;
    std::array<GramTable, kPivotOrder> bags_;
    // By size: the last and first words of the alternatives of the slot, and whole alternatives.
    Lists endings_, prefixes_, wholes_;
    // By size: the possible first words after the slot; and the same including the slot.
    Lists after_, next_;
};

// Lemmas and tags of a text in the pivot language, while it is being encoded.
struct PivotBags {
    SideBags lemmas, tags;
    std::vector<double> totals;  // of the bags of lemmas n = 1 .. order, then of tags

    void begin(unsigned order);
    void end(unsigned order);
};

// The same in compact form, without n-grams that never match.
struct StoredBags {
    std::vector<WeightedGram> entries;
    std::vector<std::uint32_t> begins;  // of each bag in the order of totals
    std::vector<double> totals;

    void take(const PivotBags& bags, unsigned order);
    // Merge all lengths to one bag, without n-grams whose weight is below `least`.
    void take_together(const SideBags& bags, unsigned order, double least);
    // Build the hash index, for references.
    void index();
    // Return the overlap of a bag of this object, which is indexed, and the same bag of the candidate.
    double shared(const StoredBags& candidate, std::size_t bag) const;
    std::size_t bytes() const {
        return sizeof(StoredBags) + entries.size() * sizeof(WeightedGram) + slots_.size() * 4 + 128;
    }

  private:
    std::size_t slot_of(const Gram& gram, std::size_t bag) const;

    std::vector<std::uint32_t> slots_;  // 1 + the index of an entry of any bag, or 0 if empty
};

// F-measures of s_lem, then of s_pos, n = 1 .. order; the reference is indexed.
void pivot_features(const StoredBags& reference, const StoredBags& candidate, unsigned order,
                    double alpha, double* out);

}  // namespace tesla::pivot
