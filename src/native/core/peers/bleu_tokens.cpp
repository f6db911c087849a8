#include "peers/bleu_tokens.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "text/white_space.hpp"

namespace tesla::peers {

namespace {

// The ranges of sacreBLEU's tokenizer_zh. 2001-2A6D and 2F81-2FA1 are what its escape sequences with
// five hexadecimal digits match.
constexpr std::pair<std::uint32_t, std::uint32_t> kChinese[] = {
    {0x2001, 0x2A6D}, {0x2E80, 0x2FDF}, {0x2FF0, 0x303F}, {0x3100, 0x312F}, {0x31A0, 0x31BF},
    {0x31C0, 0x31EF}, {0x3200, 0x33FF}, {0x3400, 0x4DB5}, {0x4E00, 0x9FBB}, {0xF900, 0xFA2D},
    {0xFA30, 0xFA6A}, {0xFA70, 0xFAD9}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF},
};

// Replacements of mteval-v13a, applied in this order.
constexpr std::pair<std::string_view, std::string_view> kWritten[] = {
    {"<skipped>", ""}, {"-\n", ""},   {"\n", " "},   {"&quot;", "\""},
    {"&amp;", "&"},    {"&lt;", "<"}, {"&gt;", ">"},
};

bool is_chinese(std::uint32_t c) {
    return std::any_of(std::begin(kChinese), std::end(kChinese),
                       [c](const auto& range) { return range.first <= c && c <= range.second; });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_point(char c) { return c == '.' || c == ','; }
// ASCII characters that are always separate tokens, and the space.
bool stands_alone(char c) {
    return (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
           (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

void replace(std::string& text, std::string_view from, std::string_view to, std::string& room) {
    std::size_t at = text.find(from), start = 0;
    if (at == std::string::npos) return;
    room.clear();
    for (; at != std::string::npos; at = text.find(from, start)) {
        room.append(text, start, at - start).append(to);
        start = at + from.size();
    }
    room.append(text, start);
    text.swap(room);
}

// Insert spaces at every pair of bytes for which `fits` holds, from left to right and without overlap;
// the flags say where. Bytes of multibyte characters are neither digits nor points, so the rules treat
// such a character as one unit.
struct Spaces {
    bool before, between, after;
};

template <class Fits>
void space_out(const std::string& text, Spaces spaces, Fits fits, std::string& out) {
    out.resize(text.size() * 5 / 2 + 1);  // at most three spaces for two bytes
    char* to = out.data();
    const char *at = text.data(), *const last = at + text.size() - 1;
    while (at < last) {
        if (!fits(at[0], at[1])) {
            *to++ = *at++;
            continue;
        }
        if (spaces.before) *to++ = ' ';
        *to++ = *at++;
        if (spaces.between) *to++ = ' ';
        *to++ = *at++;
        if (spaces.after) *to++ = ' ';
    }
    if (at == last) *to++ = *at;
    out.resize(static_cast<std::size_t>(to - out.data()));
}

// Copy the text with spaces around each character for which `alone` is true.
template <class Alone>
void set_apart(std::string_view text, Alone alone, std::string& out) {
    out.clear();
    for (const char *at = text.data(), *end = at + text.size(); at < end;) {
        const char* const here = at;
        const bool apart = alone(read_character(at, end));
        if (apart) out += ' ';
        out.append(here, at);
        if (apart) out += ' ';
    }
}

// The same for the bytes of stands_alone().
void set_bytes_apart(const std::string& text, std::string& out) {
    out.resize(text.size() * 3);
    char* to = out.data();
    for (const char c : text) {
        const bool apart = stands_alone(c);
        *to = ' ';
        to += apart;
        *to++ = c;
        *to = ' ';
        to += apart;
    }
    out.resize(static_cast<std::size_t>(to - out.data()));
}

}  // namespace

BleuTokens bleu_tokens(std::string_view name) {
    if (name == "none") return BleuTokens::None;
    if (name == "13a") return BleuTokens::Mteval;
    if (name == "zh") return BleuTokens::Chinese;
    if (name == "char") return BleuTokens::Characters;
    throw std::invalid_argument("no tokeniser of that name");
}

// tokenizer_re: each rule is applied to the whole text, one after the other.
void BleuTokenizer::apply_rules() {
    if (text_.empty()) return;
    set_bytes_apart(text_, next_);
    const auto after_other = [](char a, char b) { return !is_digit(a) && is_point(b); };
    space_out(next_, {false, true, true}, after_other, text_);
    const auto before_other = [](char a, char b) { return is_point(a) && !is_digit(b); };
    space_out(text_, {true, true, false}, before_other, next_);
    const auto dash = [](char a, char b) { return is_digit(a) && b == '-'; };
    space_out(next_, {false, true, true}, dash, text_);
}

std::string_view BleuTokenizer::cut(std::string_view text) {
    text = stripped_right(text);
    switch (kind_) {
        case BleuTokens::None:
            return text;
        case BleuTokens::Characters:
            set_apart(
                text, [](std::uint32_t) { return true; }, text_);
            return text_;
        case BleuTokens::Chinese:
            set_apart(stripped_left(text), is_chinese, text_);
            break;
        case BleuTokens::Mteval:
            text_.assign(1, ' ').append(text);
            for (const auto& [from, to] : kWritten) replace(text_, from, to, next_);
            text_ += ' ';
            break;
    }
    apply_rules();
    return text_;
}

}  // namespace tesla::peers
