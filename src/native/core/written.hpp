// How a text is written, as n-grams of characters see it. Those of a chunk (what stands between two
// spaces) and its spaces are the same in every text: they are numbered and weighed once and for all. No
// other n-gram is the same as one of those that go on into the next chunk, which have a space within;
// these are known by their hashes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "frequencies.hpp"

namespace tesla {

inline constexpr std::uint32_t kSpace = ' ';

struct WrittenChunk {
    static constexpr std::uint32_t kUnknown = ~std::uint32_t{0};

    std::uint64_t key;  // equal ones are written alike
    std::uint32_t from, to;
    std::uint32_t number;  // by which Spelling knows it
    std::uint32_t beyond;  // where those begin that start in it (or at the space before) and go on
};

struct Written {
    std::vector<std::uint32_t> characters;  // one space before, between and after all chunks
    std::vector<WrittenChunk> chunks;
    std::vector<std::uint64_t> beyond;  // n-grams across chunks, as `with_length` makes them
    // Of candidates: for each chunk what its n-grams weigh by their length, spaces included but for the
    // first by itself; and what each of those weighs that go on.
    std::vector<double> weights, beyond_weights;
    std::vector<double> totals;  // of all n-grams, by their length

    bool any(std::size_t n) const { return characters.size() > n; }
    // Which of `beyond` are of a chunk.
    std::size_t beyond_begin(std::size_t chunk) const { return chunks[chunk].beyond; }
    std::size_t beyond_end(std::size_t chunk) const {
        return chunk + 1 < chunks.size() ? chunks[chunk + 1].beyond : beyond.size();
    }
    std::span<const std::uint64_t> beyond_of(std::size_t chunk) const {
        return {beyond.data() + beyond_begin(chunk), beyond.data() + beyond_end(chunk)};
    }
    std::size_t bytes() const {
        return sizeof(Written) + characters.capacity() * 4 + chunks.capacity() * sizeof(WrittenChunk) +
               (beyond.capacity() + weights.capacity() + beyond_weights.capacity() + totals.capacity()) *
                   8;
    }
};

// The longest n-grams there can be, and the hash of one with its length in the lowest bits.
inline constexpr std::size_t kMostOrders = 15;
inline std::uint64_t with_length(std::uint64_t gram, std::size_t n) {
    return (gram & ~std::uint64_t{kMostOrders}) | n;
}
inline std::size_t length_of(std::uint64_t gram) { return gram & kMostOrders; }

// visit(gram) for the n-grams from one place on, n = least .. most.
template <class Visit>
void grams_at(const std::uint32_t* start, std::size_t least, std::size_t most, Visit visit) {
    std::uint64_t hash = kNoGram;
    for (std::size_t n = 1; n <= most; ++n) {
        hash = longer(hash, start[n - 1]);
        if (n >= least) visit(with_length(hash, n));
    }
}

// Those of a chunk and its spaces, of these by themselves one: the one before is as good as the one
// after.
template <class Visit>
void grams_within(const std::uint32_t* text, std::size_t from, std::size_t to, std::size_t orders,
                  Visit visit) {
    for (std::size_t at = from - 1; at < to; ++at)
        grams_at(text + at, 1, std::min(orders, to + 1 - at), visit);
}

// Those that start in a chunk or at the space before it, and go on beyond the one after it.
template <class Visit>
void grams_beyond(std::span<const std::uint32_t> text, std::size_t from, std::size_t to,
                  std::size_t orders, Visit visit) {
    if (to + 1 >= text.size()) return;
    const std::size_t nearest = to + 2 > orders ? to + 2 - orders : 0;
    for (std::size_t at = std::max(from - 1, nearest); at < to; ++at)
        grams_at(text.data() + at, to + 2 - at, std::min(orders, text.size() - at), visit);
}

std::uint64_t chunk_key(std::span<const std::uint32_t> characters);

// What is known of chunks.
class Spelling {
  public:
    Spelling(const Frequencies& frequencies, std::size_t orders);

    std::size_t chunks() const { return facts_.size() - 1; }
    std::size_t orders() const { return orders_; }
    const Frequencies& frequencies() const { return frequencies_; }
    // Chunks are known by their numbers 0, 1, 2, ...
    void learn(std::span<const std::uint32_t> characters);
    // Finds the rest of a text whose characters are there, and these are the numbers of its chunks.
    void write(const std::vector<std::uint32_t>& numbers, Written& text) const;
    // The same of chunks without numbers.
    void write(Written& text) const;

    // The n-grams of a chunk by their numbers: from each place `orders`, 0 where one is too long.
    std::span<const std::uint32_t> grams(std::uint32_t chunk) const {
        return {grams_.data() + facts_[chunk].begin, grams_.data() + facts_[chunk + 1].begin};
    }
    const double* weights(std::uint32_t chunk) const { return &weights_[chunk * orders_]; }
    // What n-grams weigh that chunks have, by their numbers 1, 2, ...
    const std::vector<double>& gram_weights() const { return gram_weights_; }
    // The number of an n-gram without a space within, 0 where no chunk has it.
    std::uint32_t number(std::uint64_t gram) const { return numbers_.find(gram); }
    void prefetch(std::uint64_t gram) const { numbers_.prefetch(gram); }
    // What all of it takes.
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
    void add_beyond(Written& text) const;

    const Frequencies& frequencies_;
    std::size_t orders_;
    std::vector<Facts> facts_{{0, 0, 0}};  // by chunk, and one more
    std::vector<double> weights_;          // by chunk, then by length
    std::vector<std::uint32_t> grams_;
    HashNumbers numbers_;
    std::size_t room_ = 0;  // for so many numbers
    std::vector<std::uint64_t> hashes_{0};
    std::vector<double> gram_weights_{0.0};
};

}  // namespace tesla
