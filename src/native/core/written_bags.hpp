// The character n-grams of texts that each stand beside many others: numbered and counted once, so that
// what two texts share is one walk over the one with the counts of the other at hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "hash_numbers.hpp"
#include "written.hpp"
#include "written_pair.hpp"

namespace tesla {

// Of texts that stay where they are for as long as this lives. Threads share it.
class WrittenBags {
  public:
    // In whole units of `kGramUnits`: all sums are exact.
    using Units = std::int64_t;
    struct Entry {
        Units weight;
        std::uint32_t number, count;
    };
    struct Bag {
        std::vector<Entry> entries;         // each n-gram once, those of one length together
        std::vector<std::uint32_t> begin;   // by length
        std::vector<std::uint32_t> places;  // from each place on `orders` numbers, by length
    };
    static constexpr std::size_t kMostBytes = std::size_t{1} << 25;

    explicit WrittenBags(const Spelling& spelling)
        : frequencies_(spelling.frequencies()), orders_(spelling.orders()) {}

    // False where all together have become too large.
    bool add(const Written& text, std::size_t most_bytes = kMostBytes);
    const Bag* find(const Written& text) const {
        const auto found = bags_.find(&text);
        return found == bags_.end() ? nullptr : &found->second;
    }

    std::size_t orders() const { return orders_; }
    const Frequencies& frequencies() const { return frequencies_; }
    // N-grams have the numbers 1, 2, ...
    std::size_t size() const { return weights_.size(); }
    Units weight(std::uint32_t number) const { return weights_[number]; }
    std::uint32_t number(std::uint64_t gram) const { return numbers_.find(gram); }
    void prefetch(std::uint64_t gram) const {
        numbers_.prefetch(gram);
        frequencies_.prefetch_gram(gram);
    }
    static Units to_units(double weight) { return static_cast<Units>(weight * kGramUnits); }

  private:
    std::uint32_t number_of(std::uint64_t gram);
    void fill(const Written& text, Bag& bag);

    const Frequencies& frequencies_;
    std::size_t orders_;
    std::unordered_map<const Written*, Bag> bags_;
    HashNumbers numbers_;
    std::size_t room_ = 0, bytes_ = 0;
    std::vector<std::uint64_t> hashes_{0};
    std::vector<Units> weights_{0};
    std::vector<std::uint32_t> seen_{0};  // by number: one more than its entry in what is filled
};

// What pairs of such texts share: a thread's, fast where one candidate stands beside one reference after
// another.
class BesideBags {
  public:
    // None: nothing is known of any text.
    explicit BesideBags(const WrittenBags* bags) : bags_(bags) {}

    // As WrittenPair does; nothing where a text is not known.
    const SharedGrams* match(const Written& reference, const Written& candidate,
                             const std::vector<Rewritten>& parts,
                             const std::vector<std::uint32_t>& characters);

  private:
    using Bag = WrittenBags::Bag;
    using Units = WrittenBags::Units;

    // As the candidate is, and as it is rewritten; the same between pairs.
    struct Counts {
        std::uint16_t own = 0, rewritten = 0;
    };

    void load(const Written& candidate, const Bag& bag);
    template <bool kRewritten>
    void share(const Bag& bag);
    void begin_changes(const std::vector<Rewritten>& parts);
    void change(std::uint32_t number, std::size_t n, int by);
    void remove(const Bag& bag, const std::vector<Rewritten>& parts, std::size_t length);
    void insert(const Written& reference, const Bag& bag, const std::vector<Rewritten>& parts,
                const std::vector<std::uint32_t>& characters);

    const WrittenBags* bags_;
    const Written* text_ = nullptr;  // whose counts these are
    const Bag* loaded_ = nullptr;
    std::vector<Counts> counts_;          // by number
    std::vector<std::uint32_t> changed_;  // numbers whose counts may be two
    std::size_t changes_ = 0;
    std::vector<std::uint64_t> grams_;  // of which numbers are not at hand
    std::vector<Units> weights_;        // what is more than in the text as it is, by length
    SharedGrams found_;
};

}  // namespace tesla
