// Character n-grams by their weights: see matching/characters.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "frequencies.hpp"

namespace tesla {

// Character n-grams as they occur, all of n = 1 first, then all of n = 2, ...
struct CharacterGrams {
    std::vector<std::uint64_t> keys;
    std::vector<double> weights;
    std::vector<std::size_t> begin;  // one more offset than lengths
    std::vector<double> totals;      // what those of one length weigh together

    bool any(std::size_t n) const { return begin[n] < begin[n + 1]; }
};

// The n-grams of a text, n = 1 .. orders.
void weigh(const std::vector<std::uint32_t>& characters, std::size_t orders,
           const Frequencies& frequencies, CharacterGrams& grams);

// The distinct n-grams of a reference, to be looked up in.
class GramIndex {
  public:
    void fill(const CharacterGrams& grams);
    // What the candidate shares of each n, by clipped counts; `left` is room.
    void share(const CharacterGrams& candidate, std::vector<std::uint32_t>& left,
               std::vector<double>& shared) const;
    std::size_t bytes() const { return keys_.size() * 12 + slots_.size() * 4; }

  private:
    std::size_t place(std::uint64_t hash) const { return hash >> 20 & (slots_.size() - 1); }

    std::vector<std::uint32_t> slots_;  // 1 + the number of a key, 0 where none is
    std::vector<std::uint64_t> keys_;
    std::vector<std::uint32_t> counts_;
};

}  // namespace tesla
