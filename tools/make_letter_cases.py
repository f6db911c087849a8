"""Write src/native/core/text/letter_cases.cpp: which characters are upper, lower or title case.

Run it with the oldest Python that is supported: later ones know letters that it does not.
"""

import unicodedata
from pathlib import Path
from textwrap import fill

LISTED = 0x1F200
UPPER, LOWER, TITLE, TURNS = 1, 2, 4, 8
PATH = Path(__file__).parent.parent / "src/native/core/text/letter_cases.cpp"
TEXT = """\
// Made by tools/make_letter_cases.py from Unicode {version}.
#include "text/letter_cases.hpp"

namespace tesla::text {{

namespace {{

// Upper and lower case by turns, from the one that is told.
constexpr std::uint8_t kTurns = {turns};
constexpr std::uint8_t kBoth = kUpperLetter | kLowerLetter;

// From the first to the last, and what they are.
struct Letters {{
    std::uint32_t first, last;
    std::uint8_t cases;
}};

// clang-format off
constexpr Letters kLetters[] = {{
{rows}
}};
// clang-format on

std::array<std::uint8_t, kListedLetters> listed() {{
    std::array<std::uint8_t, kListedLetters> found{{}};
    for (const auto& [first, last, cases] : kLetters) {{
        auto own = static_cast<std::uint8_t>(cases & ~kTurns);
        for (auto at = first; at <= last; ++at) {{
            found[at] = own;
            if (cases & kTurns) own ^= kBoth;
        }}
    }}
    return found;
}}

}}  // namespace

const std::array<std::uint8_t, kListedLetters>& letter_cases() {{
    static const std::array<std::uint8_t, kListedLetters> found = listed();
    return found;
}}

}}  // namespace tesla::text
"""


def case_of(character: str) -> int:
    """As bits."""
    if character.isupper():
        return UPPER
    return LOWER if character.islower() else TITLE if character.istitle() else 0


def end_of(cases: list[int], start: int, distance: int) -> int:
    """How far each is what the one so far before it is."""
    at = start + distance
    while at < len(cases) and cases[at] == cases[at - distance]:
        at += 1
    return at


def ranges() -> list[tuple[int, int, int]]:
    """The first, the last, and what they are."""
    cases = [case_of(chr(code)) for code in range(0x110000)]
    assert not any(cases[LISTED:])
    found, at = [], 0
    while at < LISTED:
        end, kind = end_of(cases, at, 1), cases[at]
        if {kind, cases[at + 1]} == {UPPER, LOWER}:
            end, kind = end_of(cases, at, 2), kind | TURNS
        if kind:
            found.append((at, end - 1, kind))
        at = end
    return found


def main() -> None:
    """Write the file."""
    rows = ", ".join(f"{{{first:#x},{last:#x},{kind}}}" for first, last, kind in ranges()) + ","
    PATH.write_text(
        TEXT.format(
            version=unicodedata.unidata_version,
            turns=TURNS,
            rows=fill(rows, 104, initial_indent="    ", subsequent_indent="    "),
        )
    )


if __name__ == "__main__":
    main()
