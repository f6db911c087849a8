// Weighted character n-grams: see core/matching/ngram_bags.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"
#include "text/frequencies.hpp"

namespace tesla::graded {

// All occurrences of character n-grams: first those with n = 1, then n = 2, ...
struct CharacterGrams {
    std::vector<std::uint64_t> keys;
    std::vector<double> weights;
    std::vector<std::size_t> begin;  // offsets by length, one more than lengths
    std::vector<double> totals;      // total weight by length

    bool any(std::size_t n) const { return begin[n] < begin[n + 1]; }
};

// Compute the n-grams of a text, n = 1 .. orders.
void weigh(const std::vector<std::uint32_t>& characters, std::size_t orders,
           const Frequencies& frequencies, CharacterGrams& grams);

}  // namespace tesla::graded
