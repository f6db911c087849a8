// What two texts share of their character n-grams, by clipped counts: as they are, and with parts of the
// candidate rewritten. Chunks that both have are never looked into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gram_counts.hpp"
#include "written.hpp"

namespace tesla {

// A part of a text, where it stands in the text that was made of it, and where the reference has what
// is there now, if it does.
struct Rewritten {
    static constexpr std::size_t kNowhere = ~std::size_t{0};

    std::size_t from, to, new_from, new_to;
    std::size_t source = kNowhere;
};

// By length: what is shared, and, where anything is rewritten, what the rewritten text shares and
// weighs.
struct SharedGrams {
    std::vector<double> shared, rewritten_shared, rewritten_totals;
};

// One a thread: it keeps its memory from pair to pair.
class WrittenPair {
  public:
    explicit WrittenPair(const Spelling& spelling)
        : spelling_(spelling), frequencies_(spelling.frequencies()), orders_(spelling.orders()) {}

    // Both have characters; parts are in order and do not overlap, and `characters` is the candidate
    // with all of them rewritten.
    const SharedGrams& match(const Written& reference, const Written& candidate,
                             const std::vector<Rewritten>& parts,
                             const std::vector<std::uint32_t>& characters);

  private:
    // Of the n-grams of a chunk, or of those that go on from it.
    enum State : std::uint8_t { kLeft, kPaired, kTouched };
    struct States {
        std::vector<std::uint8_t> within, beyond;
        void reset(std::size_t chunks) {
            within.assign(chunks, kLeft);
            beyond.assign(chunks, kLeft);
        }
    };
    // A chunk that is written otherwise, and where in the new text.
    struct Fresh {
        std::size_t chunk, from, to;
    };

    bool touch(const Written& y, const std::vector<Rewritten>& parts,
               const std::vector<std::uint32_t>& characters);
    void pair_chunks(const Written& x, const Written& y);
    const WrittenChunk* find(const Written& x, std::uint64_t key) const;
    void cancel(const Written& x, const Written& y);
    void count(const Written& x);
    void uncount(const Written& x);
    void share_kept(const Written& y);
    void share_removed(const Written& y);
    void share_added(const Written& x, const Written& y, const std::vector<std::uint32_t>& characters);
    void share_plainly(const Written& x, const std::vector<std::uint32_t>& characters);
    template <std::size_t kOrders, bool kGiven>
    void take_all(std::span<const std::uint32_t> numbers, std::vector<double>& sums);
    template <bool kGiven>
    void take_chunk(std::uint32_t chunk, std::vector<double>& sums);
    template <bool kGiven>
    void take_written(const std::vector<std::uint32_t>& text, std::size_t from, std::size_t to,
                      std::vector<double>& sums, std::vector<double>* totals);
    template <bool kGiven>
    bool take_hashed(std::uint64_t gram);
    bool known(const WrittenChunk& chunk) const {
        return direct_ && chunk.number != WrittenChunk::kUnknown;
    }
    std::uint32_t number_of(std::uint64_t gram) const { return direct_ ? spelling_.number(gram) : 0; }

    const Spelling& spelling_;
    const Frequencies& frequencies_;
    std::size_t orders_;
    SharedGrams found_;
    States x_, y_;
    std::vector<std::uint32_t> partner_, heads_, next_;
    std::vector<Fresh> fresh_;
    // What is left of the reference: by numbers of n-grams, all 0 between pairs, and, of those without
    // numbers, by hashes.
    bool direct_ = true;
    std::vector<std::uint16_t> counts_;
    std::vector<std::uint32_t> counted_;
    GramCounts hashed_;
    std::vector<std::uint64_t> grams_;
    std::vector<std::uint32_t> given_, hashed_given_;  // numbers of what is given back
    std::size_t givens_ = 0;
};

}  // namespace tesla
