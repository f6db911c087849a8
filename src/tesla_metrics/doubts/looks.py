"""What lines of text look like: tokenised, cut into pieces, of another script."""

import re
from functools import cache
from typing import NamedTuple

from ..languages.scripts import letters, scripts_of

# Written without spaces; Khmer, Burmese and Tibetan have them here and there.
_UNSPACED = frozenset(("Chinese", "Kana", "Thai", "Lao"))
# The least share of places between characters that are spaces in cut text: words of Thai have four
# characters and more.
_SPACED = 0.15
# What subword segmentation leaves: BPE, SentencePiece, WordPiece.
_MARKS = ("@@ ", "▁", " ##")
_LEAST = 5  # commas, full stops or places that stand apart: fewer tell nothing


class SampledText(NamedTuple):
    """Lines with something in them, by themselves and as one text."""

    lines: list[str]
    text: str


class Found(NamedTuple):
    """So many of so many."""

    some: int
    all: int
    what: str

    def __str__(self) -> str:
        return f"{self.some} of {self.all} {self.what}"


def tokenised(sample: SampledText, language: str) -> Found | None:
    """Most commas and final full stops stand apart, or characters do in unspaced writing.

    No language writes ` ,` or ` .`; French has spaces before other marks.
    """
    text = sample.text
    apart = text.count(" , ") + text.count(" .\n")
    if apart >= _LEAST:
        every = text.count(", ") + text.count(".\n")
        if apart * 2 > every:
            return Found(apart, every, "commas and full stops stand apart")
    scripts = tuple(script for script in scripts_of(language) if script in _UNSPACED)
    if not scripts or text.count(" ") < _SPACED * len(text) / 2:
        return None
    spaced, joined = (len(pattern.findall(text)) for pattern in _places(scripts))
    if spaced < _LEAST or spaced <= _SPACED * (spaced + joined):
        return None
    return Found(spaced, spaced + joined, "places between characters are spaces")


def pieces(sample: SampledText) -> Found | None:
    """Half of the lines or more have a mark of subword segmentation."""
    lines = sample.lines
    for mark in _MARKS:
        if mark not in sample.text:
            continue
        marked = sum(mark in line for line in lines)
        if marked > 1 and marked * 2 >= len(lines):
            return Found(marked, len(lines), f"lines have {mark.strip()!r}")
    return None


def strange(sample: SampledText, language: str) -> Found | None:
    """Half of the lines or more have letters, but none of the language's script."""
    lines = sample.lines
    scripts = scripts_of(language)
    if not scripts:
        return None
    own = letters(scripts).search
    foreign = [line for line in lines if not own(line) and any(map(str.isalpha, line))]
    if len(foreign) * 2 < len(lines):
        return None
    names = " or ".join(scripts)
    return Found(len(foreign), len(lines), f"lines have no {names} letter")


@cache
def _places(scripts: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Two letters with a space between them, and two without."""
    one = letters(scripts).pattern
    return re.compile(f"{one} (?={one})"), re.compile(f"{one}(?={one})")
