// ASCII letters and digits, independent of the locale.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace tesla {

inline bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
inline bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
inline bool is_letter(char c) { return is_upper(c) || is_lower(c); }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline char lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
inline std::string lower(std::string_view text) {
    std::string low(text);
    for (char& c : low) c = lower(c);
    return low;
}

inline bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace tesla
