#include "endings.hpp"

#include <string_view>

#include "white_space.hpp"

namespace tesla {

namespace {

constexpr std::u32string_view kClosing = U"\"'\u201C\u201D\u2018\u2019\u00AB\u00BB\u2039\u203A)]}";
constexpr std::u32string_view kStops = U".\u2026\u3002\uFF61\u0964\u06D4\u0589",
                              kQuestions = U"?\uFF1F\u061F", kCalls = U"!\uFF01";

bool among(std::u32string_view marks, std::uint32_t c) {
    return marks.find(static_cast<char32_t>(c)) != std::u32string_view::npos;
}

}  // namespace

Ending ending_of(const std::vector<std::uint32_t>& characters) {
    std::size_t end = characters.size();
    const auto drop_spaces = [&] {
        while (end && is_white_space(characters[end - 1])) --end;
    };
    drop_spaces();
    while (end && among(kClosing, characters[end - 1])) --end;
    drop_spaces();
    if (!end) return Ending::open;
    const std::uint32_t last = characters[end - 1];
    if (among(kStops, last)) return Ending::stop;
    if (among(kQuestions, last)) return Ending::question;
    return among(kCalls, last) ? Ending::call : Ending::open;
}

}  // namespace tesla
