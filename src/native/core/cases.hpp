// How words are written, in capitals or not, where that says something: see analysis/cases.py.
#pragma once

#include <cstdint>
#include <vector>

#include "words.hpp"

namespace tesla {

enum class Case : std::uint8_t { free, lower, capital, upper };

// Of the words of a text that stand there among its characters; of others nobody knows.
void find_cases(const std::vector<std::uint32_t>& characters, const std::vector<Place>& places,
                std::vector<Case>& cases);

// Whether a word is miscased that is written in these ways in two texts.
inline bool differ(Case one, Case other) {
    return one != other && one != Case::free && other != Case::free;
}

}  // namespace tesla
