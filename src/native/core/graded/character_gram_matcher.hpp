// The overlap of the character n-grams of two texts, by clipped counts: for the candidate as it is, and
// with parts of it replaced. Chunks that both texts contain are not inspected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/namespaces.hpp"
#include "graded/character_text.hpp"
#include "graded/gram_counts.hpp"

namespace tesla::graded {

// A replaced part of the candidate: its span, its span in the rewritten text, and the position of the
// replacement in the reference, if it is from there.
struct Replacement {
    static constexpr std::size_t kNowhere = ~std::size_t{0};

    std::size_t from, to, new_from, new_to;
    std::size_t source = kNowhere;
};

// By length: the shared weight, and, if parts are replaced, the shared weight and the total weight of
// the rewritten text.
struct SharedGrams {
    std::vector<double> shared, rewritten_shared, rewritten_totals;
};

// Use one instance per thread; memory is reused from pair to pair.
class CharacterGramMatcher {
  public:
    explicit CharacterGramMatcher(const ChunkGramTable& chunk_grams)
        : chunk_grams_(chunk_grams),
          frequencies_(chunk_grams.frequencies()),
          orders_(chunk_grams.orders()) {}

    // Both texts have characters. Parts are sorted and do not overlap, and `characters` is the candidate
    // with all parts replaced.
    const SharedGrams& match(const CharacterText& reference, const CharacterText& candidate,
                             const std::vector<Replacement>& parts,
                             const std::vector<std::uint32_t>& characters);

  private:
    // The state of the n-grams of a chunk, or of those that extend beyond it.
    enum State : std::uint8_t { kLeft, kPaired, kReplaced };
    struct States {
        std::vector<std::uint8_t> within, beyond;
        void reset(std::size_t chunks) {
            within.assign(chunks, kLeft);
            beyond.assign(chunks, kLeft);
        }
    };
    // A chunk with a replaced part, and its span in the rewritten text.
    struct ReplacedChunk {
        std::size_t chunk, from, to;
    };

    bool find_replaced_chunks(const CharacterText& y, const std::vector<Replacement>& parts,
                              const std::vector<std::uint32_t>& characters);
    void pair_chunks(const CharacterText& x, const CharacterText& y);
    const CharacterChunk* find(const CharacterText& x, std::uint64_t key) const;
    void cancel(const CharacterText& x, const CharacterText& y);
    void count(const CharacterText& x);
    void uncount(const CharacterText& x);
    void share_unchanged(const CharacterText& y);
    void share_removed(const CharacterText& y);
    void share_added(const CharacterText& x, const CharacterText& y,
                     const std::vector<std::uint32_t>& characters);
    void share_by_hash(const CharacterText& x, const std::vector<std::uint32_t>& characters);
    template <std::size_t kOrders, bool kRestore>
    void take_all(std::span<const std::uint32_t> numbers, std::vector<double>& sums);
    template <bool kRestore>
    void take_chunk(std::uint32_t chunk, std::vector<double>& sums);
    template <bool kRestore>
    void take_characters(const std::vector<std::uint32_t>& text, std::size_t from, std::size_t to,
                         std::vector<double>& sums, std::vector<double>* totals);
    template <bool kRestore>
    bool take_hashed(std::uint64_t gram);
    bool known(const CharacterChunk& chunk) const {
        return direct_ && chunk.number != CharacterChunk::kUnknown;
    }
    std::uint32_t number_of(std::uint64_t gram) const { return direct_ ? chunk_grams_.number(gram) : 0; }

    const ChunkGramTable& chunk_grams_;
    const Frequencies& frequencies_;
    std::size_t orders_;
    SharedGrams result_;
    States x_, y_;
    std::vector<std::uint32_t> partner_, heads_, next_;
    std::vector<ReplacedChunk> replaced_chunks_;
    // What is left of the reference: counts by n-gram id, all 0 between pairs, and by hash for n-grams
    // without ids.
    bool direct_ = true;
    std::vector<std::uint16_t> counts_;
    std::vector<std::uint32_t> counted_;
    GramCounts hashed_;
    std::vector<std::uint64_t> grams_;
    std::vector<std::uint32_t> taken_, hashed_taken_;  // ids of what must be given back
    std::size_t taken_count_ = 0;
};

}  // namespace tesla::graded
