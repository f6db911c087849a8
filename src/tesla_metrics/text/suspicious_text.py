"""Detect tokenised text, subword pieces, the wrong script and missing spaces."""

import re
from functools import cache
from typing import NamedTuple

from .languages.scripts import get_letter_pattern, get_scripts

# Scripts written without spaces. Khmer, Burmese and Tibetan have some spaces.
_UNSPACED_SCRIPTS = frozenset(("Chinese", "Kana", "Thai", "Lao"))
# Scripts in which splitting at spaces alone would return only few words per line.
_UNSEGMENTED_SCRIPTS = (*sorted(_UNSPACED_SCRIPTS), "Khmer", "Burmese", "Tibetan", "Yi")
# Minimum share of the gaps between characters that are spaces in segmented text. It is low because
# Thai words have four or more characters.
_MIN_SPACE_SHARE = 0.15
# Marks of subword segmentation: BPE, SentencePiece, WordPiece.
_SUBWORD_MARKS = ("@@ ", "▁", " ##")
# Escapes of the Moses tokeniser, which are rare in other text.
_ESCAPE = re.compile("&(?:quot|apos|amp|lt|gt|#91|#93|#124);")
_MAX_LINES_PER_ESCAPE = 10  # in tokenised text, at least one in ten lines has an escape
_MIN_OCCURRENCES = 5  # of detached commas and full stops, or of spaces between characters


class SampledText(NamedTuple):
    """Non-empty lines, as a list and as one text with line ends."""

    lines: list[str]
    text: str


class MatchCount(NamedTuple):
    """The result of a check: `n_matching` of `n_total` items have a suspicious property."""

    n_matching: int
    n_total: int
    description: str  # the items and the property: "lines have '@@'"

    def __str__(self) -> str:
        return f"{self.n_matching} of {self.n_total} {self.description}"


def find_tokenised(sample: SampledText, language: str) -> MatchCount | None:
    """Detect text that was tokenised.

    In tokenised text, lines have escapes, or most commas and final full stops have a space before
    them (no language writes ` ,` or ` .`; French has spaces only before other marks), or there are
    spaces between characters of a script that is written without spaces.
    """
    if (escapes := _find_escapes(sample)) is not None:
        return escapes
    text = sample.text
    detached = text.count(" , ") + text.count(" .\n")
    if detached >= _MIN_OCCURRENCES:
        total = text.count(", ") + text.count(".\n")
        if detached * 2 > total:
            return MatchCount(detached, total, "commas and full stops stand apart")
    scripts = tuple(script for script in get_scripts(language) if script in _UNSPACED_SCRIPTS)
    if not scripts or text.count(" ") < _MIN_SPACE_SHARE * len(text) / 2:
        return None
    n_spaces, n_gaps = _count_spaces(text, scripts)
    if n_spaces < _MIN_OCCURRENCES or n_spaces <= _MIN_SPACE_SHARE * n_gaps:
        return None
    return MatchCount(n_spaces, n_gaps, "gaps between characters are spaces")


def find_unsegmented(sample: SampledText) -> MatchCount | None:
    """Detect text that is written without spaces between words and was not segmented.

    Most lines of such text consist mainly of letters of `_UNSEGMENTED_SCRIPTS`.
    """
    find_letters = get_letter_pattern(_UNSEGMENTED_SCRIPTS).findall
    n_lines = 0
    for line in sample.lines:
        n_characters = len("".join(line.split()))
        n_lines += len(find_letters(line)) * 2 > n_characters
    if n_lines * 2 <= len(sample.lines):
        return None
    n_spaces, n_gaps = _count_spaces(sample.text, _UNSEGMENTED_SCRIPTS)
    if n_spaces > _MIN_SPACE_SHARE * n_gaps:
        return None
    return MatchCount(n_lines, len(sample.lines), "lines")


def find_subwords(sample: SampledText) -> MatchCount | None:
    """Detect marks of subword segmentation in at least half of the lines."""
    lines = sample.lines
    for mark in _SUBWORD_MARKS:
        if mark not in sample.text:
            continue
        n_marked = sum(mark in line for line in lines)
        if n_marked > 1 and n_marked * 2 >= len(lines):
            return MatchCount(n_marked, len(lines), f"lines have {mark.strip()!r}")
    return None


def find_foreign_script(sample: SampledText, language: str) -> MatchCount | None:
    """Detect text in another script: half of the lines have letters, but none of the language."""
    lines = sample.lines
    scripts = get_scripts(language)
    if not scripts:
        return None
    search_letter = get_letter_pattern(scripts).search
    n_foreign = sum(not search_letter(line) and any(map(str.isalpha, line)) for line in lines)
    if n_foreign * 2 < len(lines):
        return None
    names = " or ".join(scripts)
    return MatchCount(n_foreign, len(lines), f"lines have no {names} letter")


def _find_escapes(sample: SampledText) -> MatchCount | None:
    if "&" not in sample.text:
        return None
    n_escaped = sum(_ESCAPE.search(line) is not None for line in sample.lines)
    if n_escaped < 2 or n_escaped * _MAX_LINES_PER_ESCAPE < len(sample.lines):
        return None
    return MatchCount(n_escaped, len(sample.lines), "lines have escapes such as &quot;")


def _count_spaces(text: str, scripts: tuple[str, ...]) -> tuple[int, int]:
    """Count the gaps between two letters of these scripts that are spaces, and all gaps."""
    spaced_letters, adjacent_letters = _gap_patterns(scripts)
    n_spaces = len(spaced_letters.findall(text))
    return n_spaces, n_spaces + len(adjacent_letters.findall(text))


@cache
def _gap_patterns(scripts: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return patterns of two letters with and without a space between them."""
    letter = get_letter_pattern(scripts).pattern
    return re.compile(f"{letter} (?={letter})"), re.compile(f"{letter}(?={letter})")
