#include "text/cases.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "text/letter_cases.hpp"
#include "text/white_space.hpp"

namespace tesla::text {

namespace {

// A capital letter after one of these, or at the start of a text, carries no information.
constexpr std::u32string_view kEnds =
    U".!?:;\u2026\u3002\uFF01\uFF1F\u2022-\u2013\u2014\"'"
    U"\u201C\u201D\u201E\u2018\u2019\u00AB\u00BB\u2039\u203A()[]\u00BF\u00A1*|/";
// Directly after a letter or digit these do not end a sentence.
constexpr std::u32string_view kJoining = U"-\u2013'\u2019/";
// A text with this many words and no lower-case letter is a headline, unless it consists of initials.
constexpr std::size_t kHeadline = 2;

Case case_of(const std::uint32_t* first, const std::uint32_t* last) {
    unsigned all = 0, within = 0;
    for (const auto* at = first; at != last; ++at) {
        const unsigned own = letter_case(*at);
        all |= own;
        if (at != first) within |= own;
    }
    if (!(all & kUpperLetter)) return all == kLowerLetter ? Case::lower : Case::free;
    // If no letter inside is upper-case, the only upper-case letter is the first.
    return within & kUpperLetter ? Case::upper : Case::capital;
}

// Return whether a sentence may begin at this position.
bool begins(const std::vector<std::uint32_t>& characters, std::size_t start) {
    std::size_t end = start;
    while (end && is_white_space(characters[end - 1])) --end;
    if (!end) return true;
    const std::uint32_t last = characters[end - 1];
    if (letter_case(last) || !is_among(kEnds, last)) return false;  // usually it is a letter
    if (end != start || end < 2 || !is_among(kJoining, last)) return true;
    const std::uint32_t before = characters[end - 2];
    return is_white_space(before) || is_among(kEnds, before);
}

}  // namespace

void find_cases(const std::vector<std::uint32_t>& characters, const std::vector<Place>& places,
                std::vector<Case>& cases) {
    cases.clear();
    std::size_t informative = 0, capitals = 0;
    for (const auto& [from, to] : places) {
        cases.push_back(case_of(characters.data() + from, characters.data() + to));
        informative += cases.back() != Case::free;
        capitals += cases.back() == Case::upper;
    }
    const auto has_small = [&](const Place& place) {
        return std::any_of(characters.data() + place.first, characters.data() + place.second,
                           [](std::uint32_t c) { return letter_case(c) & kLowerLetter; });
    };
    if (informative >= kHeadline && capitals && std::none_of(places.begin(), places.end(), has_small)) {
        std::fill(cases.begin(), cases.end(), Case::free);
        return;
    }
    for (std::size_t i = 0; i < cases.size(); ++i)
        if (cases[i] != Case::free && begins(characters, places[i].first)) cases[i] = Case::free;
}

}  // namespace tesla::text
