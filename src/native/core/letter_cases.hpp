// Which letters are upper-case, lower-case or title-case, as Python's str.isupper and its like say.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tesla {

// As bits; those of other characters are 0.
enum LetterCase : std::uint8_t { kUpperLetter = 1, kLowerLetter = 2, kTitleLetter = 4 };

// Of those before this one, by character.
inline constexpr std::uint32_t kListedLetters = 0x1F200;
extern const std::array<std::uint8_t, kListedLetters>& letter_cases();

inline unsigned letter_case(std::uint32_t c) {
    static const auto& listed = letter_cases();
    return c < kListedLetters ? listed[c] : 0;
}

}  // namespace tesla
