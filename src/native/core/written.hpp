// How a text is written, as n-grams of characters see it. Those of a chunk (what stands between two
// spaces) and its spaces are the same in every text: what they weigh is known once and for all, and only
// those that go on into the next chunk are weighed in every text anew.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "frequencies.hpp"

namespace tesla {

struct WrittenChunk {
    std::uint64_t key;  // equal ones are written alike
    std::uint32_t from, to;
};

struct Written {
    std::vector<std::uint32_t> characters;  // one space before, between and after all chunks
    std::vector<WrittenChunk> chunks;
    // Of candidates: for each chunk what its n-grams weigh by their length, spaces included but for the
    // first by itself, and then what those weigh that start in it (or at that space) and go on.
    std::vector<double> weights;
    std::vector<double> totals;  // of all n-grams, by their length

    bool any(std::size_t n) const { return characters.size() > n; }
    std::size_t bytes() const {
        return sizeof(Written) + characters.capacity() * 4 + chunks.capacity() * sizeof(WrittenChunk) +
               (weights.capacity() + totals.capacity()) * 8;
    }
};

// visit(n, hash) for the n-grams from one place on, n = least .. most.
template <class Visit>
void grams_at(const std::uint32_t* start, std::size_t least, std::size_t most, Visit visit) {
    std::uint64_t hash = kNoGram;
    for (std::size_t n = 1; n <= most; ++n) {
        hash = longer(hash, start[n - 1]);
        if (n >= least) visit(n, hash);
    }
}

// Those of a chunk and its spaces, without the space before it by itself.
template <class Visit>
void grams_within(const std::uint32_t* text, const WrittenChunk& chunk, std::size_t orders,
                  Visit visit) {
    for (std::size_t at = chunk.from - 1; at <= chunk.to; ++at)
        grams_at(text + at, at < chunk.from ? 2 : 1, std::min(orders, chunk.to + 1 - at), visit);
}

// Those that start in a chunk or at the space before it, go on beyond the one after it, and end before
// `limit`.
template <class Visit>
void grams_beyond(const std::uint32_t* text, const WrittenChunk& chunk, std::size_t orders,
                  std::size_t limit, Visit visit) {
    const std::size_t nearest = chunk.to + 2 > orders ? chunk.to + 2 - orders : 0;
    for (std::size_t at = std::max<std::size_t>(chunk.from - 1, nearest); at < chunk.to; ++at)
        grams_at(text + at, chunk.to + 2 - at, std::min(orders, limit - at), visit);
}

// What is known of chunks.
class Spelling {
  public:
    struct Room {
        std::vector<std::uint64_t> keys;
        std::vector<std::uint32_t> places;
    };

    Spelling(const Frequencies& frequencies, std::size_t orders)
        : frequencies_(frequencies), orders_(orders) {}

    std::size_t chunks() const { return keys_.size(); }
    // Chunks are known by their numbers 0, 1, 2, ...
    void learn(std::span<const std::uint32_t> characters);
    // Finds the rest of a text whose characters are there, and these are the numbers of its chunks.
    void write(const std::vector<std::uint32_t>& numbers, Room& room, Written& text) const;
    // The same of chunks without numbers.
    void write(Room& room, Written& text) const;

  private:
    void add_beyond(Room& room, Written& text) const;

    const Frequencies& frequencies_;
    std::size_t orders_;
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> lengths_;
    std::vector<double> weights_;  // by chunk, then by length
};

}  // namespace tesla
