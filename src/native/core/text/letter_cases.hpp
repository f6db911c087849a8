// Which letters are upper-case, lower-case or title-case, as defined by Python's str.isupper etc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/namespaces.hpp"

namespace tesla::text {

// Bits; 0 for all other characters.
enum LetterCase : std::uint8_t { kUpperLetter = 1, kLowerLetter = 2, kTitleLetter = 4 };

// Characters below this one have an entry in the table.
inline constexpr std::uint32_t kListedLetters = 0x1F200;
extern const std::array<std::uint8_t, kListedLetters>& letter_cases();

inline unsigned letter_case(std::uint32_t c) {
    static const auto& listed = letter_cases();
    return c < kListedLetters ? listed[c] : 0;
}

}  // namespace tesla::text
