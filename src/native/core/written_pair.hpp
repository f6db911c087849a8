// What two texts share of their character n-grams, by clipped counts: as they are, and with parts of the
// candidate rewritten. Chunks that both have are never looked into.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gram_counts.hpp"
#include "written.hpp"

namespace tesla {

// A part of a text, and where it stands in the text that was made of it.
struct Rewritten {
    std::size_t from, to, new_from, new_to;
};

// The n-grams of parts, as they are or as they are in the rewritten text.
void list_parts(const std::vector<std::uint32_t>& text, const std::vector<Rewritten>& parts,
                bool rewritten, std::size_t orders, GramList& list);

// By length: what is shared, and, where anything is rewritten, what the rewritten text shares and
// weighs.
struct SharedGrams {
    std::vector<double> shared, rewritten_shared, rewritten_totals;
};

// One a thread: it keeps its memory from pair to pair.
class WrittenPair {
  public:
    WrittenPair(const Frequencies& frequencies, std::size_t orders)
        : frequencies_(frequencies), orders_(orders) {}

    // Both have characters; parts are in order and do not overlap, and `characters` is the candidate
    // with all of them rewritten.
    const SharedGrams& match(const Written& reference, const Written& candidate,
                             const std::vector<Rewritten>& parts,
                             const std::vector<std::uint32_t>& characters);

  private:
    void widen(const Written& text, const std::vector<Rewritten>& parts);
    void pair_chunks(const Written& x, const Written& y);
    void cancel(const Written& x, const Written& y);
    void count(const Written& x);
    void share_kept(const Written& y);
    void share_removed(const Written& y);
    void share_added(const std::vector<std::uint32_t>& characters);
    void list(const Written& text, const std::vector<std::uint8_t>& states, bool rewritten);
    void share_list(std::vector<double>& sums);
    // Whether n-grams that start in a chunk of the candidate and go on stay as they are.
    bool stays(const Written& y, std::size_t j) const {
        return limits_[j] == y.characters.size() || y.chunks[j].to + orders_ <= limits_[j] + 1;
    }

    const Frequencies& frequencies_;
    std::size_t orders_;
    SharedGrams found_;
    std::vector<Rewritten> parts_;  // whole chunks
    // Of chunks: how much of one is paired, and, of the candidate's, with which of the reference.
    enum State : std::uint8_t { kLeft, kWithin, kBeyond, kTouched };
    std::vector<std::uint8_t> state_x_, state_y_;
    std::vector<std::size_t> limits_;  // of the candidate's: where the next part is rewritten
    std::vector<std::uint32_t> partner_, heads_, next_;
    GramCounts counts_;
    GramList list_;
    std::vector<std::uint64_t> taken_;  // n-grams
    std::vector<std::uint32_t> given_;  // numbers of those that are given back
};

}  // namespace tesla
