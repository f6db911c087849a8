#include "text/endings.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "text/white_space.hpp"

namespace tesla::text {

namespace {

using Characters = std::span<const std::uint32_t>;

constexpr std::u32string_view kClosing =
    U"\"'\u201C\u201D\u2018\u2019\u00AB\u00BB\u2039\u203A)]}\u300D\u300F\uFF09\u3011\u300B\u3009";
constexpr std::u32string_view kStops =
                                  U".\u2026\u3002\uFF61\uFF0E\u0964\u0965\u06D4\u0589\u1362\u104B\u17D4",
                              kQuestions = U"?\uFF1F\u061F\u1367\u2047\u2048\u2049",
                              kCalls = U"!\uFF01\u203C";
constexpr std::uint32_t kOpensQuestion = 0xBF, kOpensCall = 0xA1;

bool is_question(std::uint32_t c) { return is_among(kQuestions, c); }
bool is_mark(std::uint32_t c) { return is_among(kStops, c) || is_question(c) || is_among(kCalls, c); }

bool has(Characters characters, std::uint32_t c) {
    return std::find(characters.begin(), characters.end(), c) != characters.end();
}

// Remove characters that may follow the final punctuation.
Characters shown(Characters characters) {
    std::size_t end = characters.size();
    while (end && (is_white_space(characters[end - 1]) || is_among(kClosing, characters[end - 1])))
        --end;
    return characters.first(end);
}

// Return whether a question is opened but not closed.
bool left_open(Characters characters) {
    for (std::size_t at = characters.size(); at--;) {
        if (is_question(characters[at])) return false;
        if (characters[at] == kOpensQuestion) return true;
    }
    return false;
}

}  // namespace

Ending ending_of(const std::vector<std::uint32_t>& characters) {
    const Characters text = shown(characters);
    std::size_t first = text.size();
    while (first && is_mark(text[first - 1])) --first;
    const Characters marks = text.subspan(first);
    if (marks.empty()) return left_open(characters) ? Ending::question : Ending::open;
    if (std::any_of(marks.begin(), marks.end(), is_question))
        return has(characters, kOpensQuestion) ? Ending::opened_question : Ending::question;
    if (!is_among(kCalls, marks.back())) return Ending::stop;
    return has(characters, kOpensCall) ? Ending::opened_call : Ending::call;
}

}  // namespace tesla::text
