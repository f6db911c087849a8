// Negations in texts: see text/negation.py.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/namespaces.hpp"
#include "base/string_table.hpp"
#include "text/words.hpp"

namespace tesla::text {

// How a word negates; other words are given by their form ids.
struct Negating {
    static constexpr std::uint32_t kNoBase = ~std::uint32_t{0};

    bool negates = false;
    std::vector<std::uint32_t> idioms;      // it does not negate before these words
    std::vector<std::uint32_t> idle;        // it does not negate directly after these words
    std::vector<std::uint32_t> companions;  // it negates after these words, if it does not by itself
    std::uint32_t base = kNoBase;           // the form that a part of the word negates

    bool any() const { return negates || !companions.empty() || base != kNoBase; }
};

// Parse the columns of a lexicon, see core/encoding/word_columns.py.
Negating negating(std::string_view negates, std::string_view base, StringTable& forms);

// The negations of a text: positions of negating words, and positions of words with a negating part,
// with the form that it negates.
struct Negated {
    struct Base {
        std::uint32_t position, form;
    };
    std::vector<std::uint32_t> places;
    std::vector<Base> bases;

    void clear() {
        places.clear();
        bases.clear();
    }
    void add(const Negating& word, std::size_t position, const std::vector<std::uint32_t>& forms);
    std::size_t bytes() const { return heap_bytes(places, bases); }
};

}  // namespace tesla::text
