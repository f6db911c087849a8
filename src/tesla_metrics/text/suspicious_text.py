"""Detect tokenised text, subword pieces, the wrong script and missing spaces."""

import re
from functools import cache
from typing import NamedTuple

from .languages.scripts import letter_pattern, scripts_of

# Scripts written without spaces. Khmer, Burmese and Tibetan have some spaces.
_UNSPACED_SCRIPTS = frozenset(("Chinese", "Kana", "Thai", "Lao"))
# Scripts in which splitting at spaces would return very few words per line.
_UNSEGMENTED_SCRIPTS = (*sorted(_UNSPACED_SCRIPTS), "Khmer", "Burmese", "Tibetan", "Yi")
# Minimum share of spaces between characters in segmented text: Thai words have four or more
# characters.
_MIN_SPACE_SHARE = 0.15
# Marks of subword segmentation: BPE, SentencePiece, WordPiece.
_SUBWORD_MARKS = ("@@ ", "▁", " ##")
# Escapes of the Moses tokeniser, which are rare in other text.
_ESCAPE = re.compile("&(?:quot|apos|amp|lt|gt|#91|#93|#124);")
_LINES_PER_ESCAPE = 10  # at least one in this many lines must have an escape
_MIN_COUNT = 5  # minimum number of separate commas and full stops, or of spaces


class SampledText(NamedTuple):
    """Non-empty lines, as a list and as one text."""

    lines: list[str]
    text: str


class MatchCount(NamedTuple):
    """A finding: `matching` of `total` items have a property."""

    matching: int
    total: int
    description: str

    def __str__(self) -> str:
        return f"{self.matching} of {self.total} {self.description}"


def find_tokenised(sample: SampledText, language: str) -> MatchCount | None:
    """Detect text that was tokenised.

    Most commas and final full stops have a space before them, or there are spaces between
    characters of a script without spaces. No language writes ` ,` or ` .` (French has spaces only
    before other marks). Lines with escapes come from a tokeniser as well.
    """
    if (escaped := _find_escapes(sample)) is not None:
        return escaped
    text = sample.text
    apart = text.count(" , ") + text.count(" .\n")
    if apart >= _MIN_COUNT:
        total = text.count(", ") + text.count(".\n")
        if apart * 2 > total:
            return MatchCount(apart, total, "commas and full stops stand apart")
    scripts = tuple(script for script in scripts_of(language) if script in _UNSPACED_SCRIPTS)
    if not scripts or text.count(" ") < _MIN_SPACE_SHARE * len(text) / 2:
        return None
    spaced, total = _count_spaces(text, scripts)
    if spaced < _MIN_COUNT or spaced <= _MIN_SPACE_SHARE * total:
        return None
    return MatchCount(spaced, total, "gaps between characters are spaces")


def find_unsegmented(sample: SampledText) -> MatchCount | None:
    """Detect text in scripts without spaces between words that is not segmented."""
    lines = sample.lines
    find_letters = letter_pattern(_UNSEGMENTED_SCRIPTS).findall
    unspaced_lines = sum(len(find_letters(line)) * 2 > len("".join(line.split())) for line in lines)
    if unspaced_lines * 2 <= len(lines):
        return None
    spaced, total = _count_spaces(sample.text, _UNSEGMENTED_SCRIPTS)
    return (
        None
        if spaced > _MIN_SPACE_SHARE * total
        else MatchCount(unspaced_lines, len(lines), "lines")
    )


def find_subwords(sample: SampledText) -> MatchCount | None:
    """Detect marks of subword segmentation in at least half of the lines."""
    lines = sample.lines
    for mark in _SUBWORD_MARKS:
        if mark not in sample.text:
            continue
        marked = sum(mark in line for line in lines)
        if marked > 1 and marked * 2 >= len(lines):
            return MatchCount(marked, len(lines), f"lines have {mark.strip()!r}")
    return None


def find_foreign_script(sample: SampledText, language: str) -> MatchCount | None:
    """Detect text in which at least half of the lines have no letter of the language's scripts."""
    lines = sample.lines
    scripts = scripts_of(language)
    if not scripts:
        return None
    search_letter = letter_pattern(scripts).search
    foreign = [line for line in lines if not search_letter(line) and any(map(str.isalpha, line))]
    if len(foreign) * 2 < len(lines):
        return None
    names = " or ".join(scripts)
    return MatchCount(len(foreign), len(lines), f"lines have no {names} letter")


def _find_escapes(sample: SampledText) -> MatchCount | None:
    if "&" not in sample.text:
        return None
    escaped_lines = sum(_ESCAPE.search(line) is not None for line in sample.lines)
    if escaped_lines < 2 or escaped_lines * _LINES_PER_ESCAPE < len(sample.lines):
        return None
    return MatchCount(escaped_lines, len(sample.lines), "lines have escapes such as &quot;")


def _count_spaces(text: str, scripts: tuple[str, ...]) -> tuple[int, int]:
    """Count the spaces between letters of these scripts, and all gaps between two letters."""
    spaced, joined = (len(pattern.findall(text)) for pattern in _gap_patterns(scripts))
    return spaced, spaced + joined


@cache
def _gap_patterns(scripts: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns of two letters with and without a space between them."""
    letter = letter_pattern(scripts).pattern
    return re.compile(f"{letter} (?={letter})"), re.compile(f"{letter}(?={letter})")
