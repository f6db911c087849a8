// What texts share of their character n-grams where they come again and again beside others: n-grams
// are numbered, each text is counted once, and a pair is a walk along what one of them has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "written_pair.hpp"

namespace tesla {

// One a thread. Texts must stay where they are for as long as it lives.
class WrittenBags {
  public:
    WrittenBags(const Frequencies& frequencies, std::size_t orders)
        : frequencies_(frequencies), orders_(orders) {}

    // As WrittenPair does it; null where a text is too long or there is no more room for one.
    const SharedGrams* match(const Written& reference, const Written& candidate,
                             const std::vector<Rewritten>& parts,
                             const std::vector<std::uint32_t>& characters);

  private:
    static constexpr std::size_t kMostBytes = 12 << 20;

    struct Entry {
        std::uint32_t number, count;
        double weight;
    };
    struct Bag {
        std::vector<Entry> entries;      // each n-gram once
        std::vector<std::size_t> begin;  // of those of each length, one more than lengths
    };
    struct Slot {
        std::uint64_t gram = 0;
        std::uint32_t number = 0;  // 0: none
    };
    const Bag* bag(const Written& text);
    void fill(const Written& text, Bag& bag);
    std::size_t place(std::uint64_t gram) const;
    std::uint32_t add(std::uint64_t gram);
    void grow();
    void load(const Bag& bag);
    void share(const Bag& bag, std::vector<double>& shared) const;
    void rewrite(const std::vector<std::uint32_t>& text, const std::vector<Rewritten>& parts,
                 bool rewritten);

    const Frequencies& frequencies_;
    std::size_t orders_, bytes_ = 0;
    std::vector<Slot> slots_;  // open addressing by hashes
    // By number, 0 being any n-gram that no text has: weights, how many the candidate has that is
    // loaded, and where in a new bag they are.
    std::vector<double> weights_{0.0};
    std::vector<std::uint32_t> counts_{0}, places_{0};
    std::unordered_map<const Written*, Bag> bags_;
    const Bag* loaded_ = nullptr;
    std::vector<std::uint32_t> removed_, added_;  // numbers
    GramList list_;
    SharedGrams found_;
};

}  // namespace tesla
