// The characters of a text, divided into chunks (maximal substrings without spaces). The n-grams of a
// chunk and its adjacent spaces are the same in every text: they get ids and weights once. An n-gram
// that extends into the next chunk has a space inside, so it differs from all n-grams of single chunks;
// such n-grams are identified by their hashes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/namespaces.hpp"
#include "text/frequencies.hpp"

namespace tesla::graded {

inline constexpr std::uint32_t kSpace = ' ';

struct CharacterChunk {
    static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

    std::uint64_t key;  // equal chunks have equal keys
    std::uint32_t from, to;
    std::uint32_t number;  // id in ChunkGramTable
    std::uint32_t beyond;  // index of its first n-gram that starts in the chunk (or at the space before
                           // it) and extends beyond it
};

struct CharacterText {
    std::vector<std::uint32_t> characters;  // one space before, between and after all chunks
    std::vector<CharacterChunk> chunks;
    std::vector<std::uint64_t> beyond;  // n-grams across chunks, with their lengths (see with_length)
    // For candidates: for each chunk the weights of its n-grams by length, including its spaces except
    // the first one by itself; and the weight of each n-gram across chunks.
    std::vector<double> weights, beyond_weights;
    std::vector<double> totals;  // of all n-grams, by length

    bool any(std::size_t n) const { return characters.size() > n; }
    // The range of a chunk in `beyond`.
    std::size_t beyond_begin(std::size_t chunk) const { return chunks[chunk].beyond; }
    std::size_t beyond_end(std::size_t chunk) const {
        return chunk + 1 < chunks.size() ? chunks[chunk + 1].beyond : beyond.size();
    }
    std::span<const std::uint64_t> beyond_of(std::size_t chunk) const {
        return {beyond.data() + beyond_begin(chunk), beyond.data() + beyond_end(chunk)};
    }
    std::size_t bytes() const {
        return sizeof(CharacterText) + characters.capacity() * 4 +
               chunks.capacity() * sizeof(CharacterChunk) +
               (beyond.capacity() + weights.capacity() + beyond_weights.capacity() + totals.capacity()) *
                   8;
    }
};

// The maximum length of n-grams, and the hash of an n-gram with its length in the lowest bits.
inline constexpr std::size_t kMostOrders = 15;
inline std::uint64_t with_length(std::uint64_t gram, std::size_t n) {
    return (gram & ~std::uint64_t{kMostOrders}) | n;
}
inline std::size_t length_of(std::uint64_t gram) { return gram & kMostOrders; }

// Call visit(gram) for the n-grams that start here, n = least .. most.
template <class Visit>
void grams_at(const std::uint32_t* start, std::size_t least, std::size_t most, Visit visit) {
    std::uint64_t hash = kNoGram;
    for (std::size_t n = 1; n <= most; ++n) {
        hash = longer(hash, start[n - 1]);
        if (n >= least) visit(with_length(hash, n));
    }
}

// The n-grams of a chunk and its spaces. Of the two spaces by themselves only the one before is
// included, since both are the same unigram.
template <class Visit>
void grams_within(const std::uint32_t* text, std::size_t from, std::size_t to, std::size_t orders,
                  Visit visit) {
    for (std::size_t at = from - 1; at < to; ++at)
        grams_at(text + at, 1, std::min(orders, to + 1 - at), visit);
}

// The n-grams that start in a chunk or at the space before it, and extend beyond the space after it.
template <class Visit>
void grams_beyond(std::span<const std::uint32_t> text, std::size_t from, std::size_t to,
                  std::size_t orders, Visit visit) {
    if (to + 1 >= text.size()) return;
    const std::size_t nearest = to + 2 > orders ? to + 2 - orders : 0;
    for (std::size_t at = std::max(from - 1, nearest); at < to; ++at)
        grams_at(text.data() + at, to + 2 - at, std::min(orders, text.size() - at), visit);
}

std::uint64_t chunk_key(std::span<const std::uint32_t> characters);

// The n-grams of all known chunks.
class ChunkGramTable {
  public:
    ChunkGramTable(const Frequencies& frequencies, std::size_t orders);

    std::size_t chunks() const { return facts_.size() - 1; }
    std::size_t orders() const { return orders_; }
    const Frequencies& frequencies() const { return frequencies_; }
    // Add a chunk; chunks get the ids 0, 1, 2, ...
    void learn(std::span<const std::uint32_t> characters);
    // Fill in everything but the characters of a text, given the ids of its chunks.
    void write(const std::vector<std::uint32_t>& numbers, CharacterText& text) const;
    // The same for chunks without ids.
    void write(CharacterText& text) const;

    // Return the n-grams of a chunk as ids: `orders` per start position, 0 where one would be too long.
    std::span<const std::uint32_t> grams(std::uint32_t chunk) const {
        return {grams_.data() + facts_[chunk].begin, grams_.data() + facts_[chunk + 1].begin};
    }
    const double* weights(std::uint32_t chunk) const { return &weights_[chunk * orders_]; }
    // The weights of the n-grams of chunks, by their ids 1, 2, ...
    const std::vector<double>& gram_weights() const { return gram_weights_; }
    // Return the id of an n-gram without an inner space, or 0 if no chunk has it.
    std::uint32_t number(std::uint64_t gram) const { return numbers_.find(gram); }
    void prefetch(std::uint64_t gram) const { numbers_.prefetch(gram); }
    // Memory of the table.
    std::size_t bytes() const {
        return facts_.capacity() * sizeof(Facts) + grams_.capacity() * 4 + numbers_.bytes() +
               (weights_.capacity() + hashes_.capacity() + gram_weights_.capacity()) * 8;
    }

  private:
    struct Facts {
        std::uint64_t key;
        std::uint32_t length;
        std::uint32_t begin;  // of its n-grams
    };
    std::uint32_t add(std::uint64_t gram);
    void add_beyond(CharacterText& text) const;

    const Frequencies& frequencies_;
    std::size_t orders_;
    std::vector<Facts> facts_{{0, 0, 0}};  // by chunk, and one more
    std::vector<double> weights_;          // by chunk, then by length
    std::vector<std::uint32_t> grams_;
    HashNumbers numbers_;
    std::size_t capacity_ = 0;  // of numbers_
    std::vector<std::uint64_t> hashes_{0};
    std::vector<double> gram_weights_{0.0};
};

}  // namespace tesla::graded
