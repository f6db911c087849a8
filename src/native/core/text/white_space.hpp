// Character classes, and splitting at white space as in Python's str.split.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/namespaces.hpp"
#include "text/frequencies.hpp"

namespace tesla::text {

// str.isspace of one character.
inline bool is_white_space(std::uint32_t c) {
    if (c < 0x80) return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F);
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// Return the next character; no function call for ASCII.
inline std::uint32_t read_character(const char*& at, const char* end) {
    return static_cast<unsigned char>(*at) < 0x80 ? static_cast<unsigned char>(*at++)
                                                  : next_character(at, end);
}

// Call take(word) for each maximal substring without white space.
template <class Take>
void split(std::string_view text, Take take) {
    const char *start = text.data(), *at = start, *const end = at + text.size();
    while (at < end) {
        const char* const here = at;
        if (!is_white_space(read_character(at, end))) continue;
        if (here > start) take(std::string_view(start, static_cast<std::size_t>(here - start)));
        start = at;
    }
    if (end > start) take(std::string_view(start, static_cast<std::size_t>(end - start)));
}

// Strip white space at the end.
inline std::string_view stripped_right(std::string_view text) {
    while (!text.empty()) {
        std::size_t last = text.size() - 1;
        while (last && (static_cast<unsigned char>(text[last]) & 0xC0) == 0x80) --last;
        const char* at = text.data() + last;
        if (!is_white_space(read_character(at, text.data() + text.size()))) break;
        text.remove_suffix(text.size() - last);
    }
    return text;
}

// Strip white space at the start.
inline std::string_view stripped_left(std::string_view text) {
    const char *at = text.data(), *const end = at + text.size();
    while (at < end) {
        const char* const here = at;
        if (!is_white_space(read_character(at, end)))
            return text.substr(static_cast<std::size_t>(here - text.data()));
    }
    return {};
}

inline bool is_among(std::u32string_view marks, std::uint32_t c) {
    return marks.find(static_cast<char32_t>(c)) != std::u32string_view::npos;
}

}  // namespace tesla::text
