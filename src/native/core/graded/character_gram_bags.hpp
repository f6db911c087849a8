// The character n-grams of texts that are each compared with many others: ids and counts are computed
// once, so that the overlap of two texts takes one pass over one of them with the counts of the other in
// an array.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/hash_numbers.hpp"
#include "base/namespaces.hpp"
#include "graded/character_gram_matcher.hpp"
#include "graded/character_text.hpp"

namespace tesla::graded {

// The texts must outlive this object and must not move. Threads share it.
class CharacterGramBags {
  public:
    // In integer units of `kGramUnits`: all sums are exact.
    using Units = std::int64_t;
    struct Entry {
        Units weight;
        std::uint32_t number, count;
    };
    struct Bag {
        std::vector<Entry> entries;         // each distinct n-gram once, grouped by length
        std::vector<std::uint32_t> begin;   // by length
        std::vector<std::uint32_t> places;  // `orders` ids per start position, by length
    };
    static constexpr std::size_t kMostBytes = std::size_t{1} << 25;

    explicit CharacterGramBags(const ChunkGramTable& chunk_grams)
        : frequencies_(chunk_grams.frequencies()), orders_(chunk_grams.orders()) {}

    // Returns false if the total memory has become too large.
    bool add(const CharacterText& text, std::size_t most_bytes = kMostBytes);
    const Bag* find(const CharacterText& text) const {
        const auto known = bags_.find(&text);
        return known == bags_.end() ? nullptr : &known->second;
    }

    std::size_t orders() const { return orders_; }
    const Frequencies& frequencies() const { return frequencies_; }
    // N-grams have the ids 1, 2, ...
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
    void fill(const CharacterText& text, Bag& bag);

    const Frequencies& frequencies_;
    std::size_t orders_;
    std::unordered_map<const CharacterText*, Bag> bags_;
    HashNumbers numbers_;
    std::size_t capacity_ = 0, bytes_ = 0;
    std::vector<std::uint64_t> hashes_{0};
    std::vector<Units> weights_{0};
    std::vector<std::uint32_t> seen_{0};  // by id: 1 + its entry in the bag that is being filled
};

// The overlap of pairs of such texts. Use one instance per thread; it is fast if one candidate is
// compared with several references in a row.
class CharacterGramBagMatcher {
  public:
    // null: no texts are known
    explicit CharacterGramBagMatcher(const CharacterGramBags* bags) : bags_(bags) {}

    // As CharacterGramMatcher::match; null if one of the texts is unknown.
    const SharedGrams* match(const CharacterText& reference, const CharacterText& candidate,
                             const std::vector<Replacement>& parts,
                             const std::vector<std::uint32_t>& characters);

  private:
    using Bag = CharacterGramBags::Bag;
    using Units = CharacterGramBags::Units;

    // Counts in the candidate as it is and after replacements; equal between pairs.
    struct Counts {
        std::uint16_t original = 0, rewritten = 0;
    };

    void load(const CharacterText& candidate, const Bag& bag);
    template <bool kRewritten>
    void share(const Bag& bag);
    void begin_changes(const std::vector<Replacement>& parts);
    void change(std::uint32_t number, std::size_t n, int by);
    void remove(const Bag& bag, const std::vector<Replacement>& parts, std::size_t length);
    void insert(const CharacterText& reference, const Bag& bag, const std::vector<Replacement>& parts,
                const std::vector<std::uint32_t>& characters);

    const CharacterGramBags* bags_;
    const CharacterText* text_ = nullptr;  // the text that the counts belong to
    const Bag* loaded_ = nullptr;
    std::vector<Counts> counts_;          // by id
    std::vector<std::uint32_t> changed_;  // ids whose two counts may differ
    std::size_t changes_ = 0;
    std::vector<std::uint64_t> grams_;  // without known ids
    std::vector<Units> weights_;        // difference to the weights of the original text, by length
    SharedGrams result_;
};

}  // namespace tesla::graded
