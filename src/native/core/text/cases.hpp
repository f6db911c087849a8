// Capitalisation of words where it is informative: see text/case_and_punctuation.py.
#pragma once

#include <cstdint>
#include <vector>

#include "base/namespaces.hpp"
#include "text/words.hpp"

namespace tesla::text {

enum class Case : std::uint8_t { free, lower, capital, upper };

// Return the case of each word, given its character span; Case::free for words without a span.
void find_cases(const std::vector<std::uint32_t>& characters, const std::vector<Place>& places,
                std::vector<Case>& cases);

// Return whether a word with these cases in two texts is miscased.
inline bool differ(Case one, Case other) {
    return one != other && one != Case::free && other != Case::free;
}

}  // namespace tesla::text
