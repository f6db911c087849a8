#include <doctest/doctest.h>

#include <string_view>
#include <vector>

#include "text/cases.hpp"
#include "text/endings.hpp"
#include "text/letter_cases.hpp"

using tesla::text::Case;
using tesla::text::Ending;

namespace {

std::vector<std::uint32_t> characters(std::u32string_view text) { return {text.begin(), text.end()}; }

// Of the words between spaces.
std::vector<Case> cases(std::u32string_view text) {
    std::vector<tesla::text::Place> places;
    for (std::uint32_t at = 1, from = 1; at < text.size(); ++at)
        if (text[at] == U' ') {
            places.emplace_back(from, at);
            from = at + 1;
        }
    std::vector<Case> found;
    tesla::text::find_cases(characters(text), places, found);
    return found;
}

}  // namespace

TEST_CASE("capitals count within sentences") {
    CHECK(cases(U" We saw Anna at NATO 12 ") ==
          std::vector{Case::free, Case::lower, Case::capital, Case::lower, Case::upper, Case::free});
    CHECK(cases(U" so, Anna. Anna ") == std::vector{Case::free, Case::capital, Case::free});
    CHECK(cases(U" THE BOAT ") == std::vector{Case::free, Case::free});
    CHECK(cases(U" I SEE A BOAT ") == std::vector(4, Case::free));
    CHECK(cases(U" THE BIG iPhone ") == std::vector{Case::free, Case::upper, Case::upper});
    CHECK(cases(U" A B ") == std::vector{Case::free, Case::capital});
    CHECK(cases(U" the \u00C9lan ") == std::vector{Case::free, Case::capital});
}

TEST_CASE("a word without a position has no case") {
    std::vector<Case> found;
    tesla::text::find_cases(characters(U" a Boat "), {{1, 2}, {0, 0}, {3, 7}}, found);
    CHECK(found == std::vector{Case::free, Case::free, Case::capital});
    tesla::text::find_cases({}, {{0, 0}}, found);
    CHECK(found == std::vector{Case::free});
}

TEST_CASE("letters beyond the table have no case") {
    CHECK(tesla::text::letter_case('A') == tesla::text::kUpperLetter);
    CHECK(tesla::text::letter_case(0x1C5) == tesla::text::kTitleLetter);
    CHECK(tesla::text::letter_case(tesla::text::kListedLetters) == 0);
    CHECK(tesla::text::letter_case(0x10FFFF) == 0);
}

TEST_CASE("texts end with marks, whatever closes them") {
    CHECK(tesla::text::ending_of(characters(U" It rains. ")) == Ending::stop);
    CHECK(tesla::text::ending_of(characters(U" \u00AB Pleut-il ? \u00BB ")) == Ending::question);
    CHECK(tesla::text::ending_of(characters(U" It rains!\" ")) == Ending::call);
    CHECK(tesla::text::ending_of(characters(U" It rains! \" ) ] ")) == Ending::call);
    CHECK(tesla::text::ending_of(characters(U" It rains ")) == Ending::open);
    CHECK(tesla::text::ending_of(characters(U" ) ")) == Ending::open);
    CHECK(tesla::text::ending_of({}) == Ending::open);
    CHECK(tesla::text::ending_of(characters(U" Does it rain?! ")) == Ending::question);
    CHECK(tesla::text::ending_of(characters(U" \u00BFLlueve? ")) == Ending::opened_question);
    CHECK(tesla::text::ending_of(characters(U" \u00BFLlueve ")) == Ending::question);
    CHECK(tesla::text::ending_of(characters(U" \u00A1Llueve! ")) == Ending::opened_call);
    CHECK(tesla::text::changed_ending(Ending::question, Ending::opened_question) == 0.5);
    CHECK(tesla::text::changed_ending(Ending::stop, Ending::question) == 1.0);
    CHECK(tesla::text::changed_ending(Ending::stop, Ending::open) == 0.5);
    CHECK(tesla::text::changed_ending(Ending::call, Ending::call) == 0.0);
}
