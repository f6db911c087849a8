// Expected n-grams of a confusion network and what two bags have in common: see pivot/network.py
// and pivot/bags.py. Weights of an n-gram are products over its words, and both similarities look
// at one side of a word only, its lemma or its tag: so each side is counted by itself.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tesla {

constexpr unsigned kPivotOrder = 4;  // longest n-grams that fit a key

// Up to four words, the first lowest; 0 is no word.
struct Gram {
    std::uint64_t low = 0, high = 0;

    bool operator==(const Gram&) const = default;
    bool operator<(const Gram& other) const {
        return high != other.high ? high < other.high : low < other.low;
    }
    // This one, of `size` words, and what follows it.
    Gram then(const Gram& rest, std::size_t size) const;
};

struct Weighed {
    Gram gram;
    double weight;
};

// One side of a word of the network, and what it multiplies weights by.
struct Side {
    std::uint32_t value;  // from 1
    double factor;
};

// A side that equals nothing: its n-grams count, but are never matched.
constexpr std::uint32_t kNothing = ~std::uint32_t{0};

// Weights by n-gram, in order of arrival. Starting afresh costs nothing.
class GramTable {
  public:
    void clear();
    void add(const Gram& gram, double weight);
    const std::vector<Weighed>& entries() const { return entries_; }

  private:
    struct Slot {
        std::uint32_t round = 0, entry = 0;
    };
    std::size_t find(const Gram& gram) const;
    void grow();

    std::vector<Weighed> entries_;
    std::vector<Slot> slots_ = std::vector<Slot>(64);
    std::uint32_t round_ = 1;
};

// One side's bags for n = 1 .. order, made slot by slot from the last to the first.
class SideBags {
  public:
    void begin(unsigned order);
    void begin_slot();
    void add(const std::vector<Side>& words, double probability);
    void end_slot();

    const GramTable& bag(unsigned n) const { return bags_[n - 1]; }

  private:
    using Lists = std::array<std::vector<Weighed>, kPivotOrder>;

    unsigned order_ = 0;
    std::array<GramTable, kPivotOrder> bags_;
    // By size: the last and first words of the slot's alternatives, and whole ones.
    Lists endings_, prefixes_, wholes_;
    // By size: what the first words after the slot may be; and with the slot before them.
    Lists after_, next_;
};

// Lemmas and tags of a text in the pivot language, while it is the hypothesis.
struct PivotBags {
    SideBags lemmas, tags;
    std::vector<double> totals;  // of the bags of lemmas n = 1 .. order, then of tags

    void begin(unsigned order);
    void end(unsigned order);
};

// The same to be kept, without what is never matched.
struct KeptBags {
    std::vector<Weighed> entries;
    std::vector<std::uint32_t> begins;  // of each bag in the order of totals
    std::vector<double> totals;

    void take(const PivotBags& bags, unsigned order);
    // All lengths in one bag, without n-grams that weigh less than `least`.
    void take_together(const SideBags& bags, unsigned order, double least);
    // References are looked up in.
    void index();
    // What a bag of this one, which is indexed, has in common with the same of the candidate.
    double shared(const KeptBags& candidate, std::size_t bag) const;
    std::size_t bytes() const {
        return sizeof(KeptBags) + entries.size() * sizeof(Weighed) + slots_.size() * 4 + 128;
    }

  private:
    std::size_t place(const Gram& gram, std::size_t bag) const;

    std::vector<std::uint32_t> slots_;  // 1 + the number of an entry of any bag, 0 where none is
};

// F-measures of s_lem, then of s_pos, n = 1 .. order; the reference is indexed.
void pivot_features(const KeptBags& reference, const KeptBags& candidate, unsigned order, double alpha,
                    double* out);

}  // namespace tesla
