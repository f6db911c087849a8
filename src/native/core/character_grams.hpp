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

}  // namespace tesla
