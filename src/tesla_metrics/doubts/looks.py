"""What lines of text look like: tokenised, cut into pieces, of another script, without spaces."""

import re
from functools import cache
from typing import NamedTuple

from ..languages.scripts import letters, scripts_of

# Written without spaces; Khmer, Burmese and Tibetan have them here and there.
_UNSPACED = frozenset(("Chinese", "Kana", "Thai", "Lao"))
# All in which a line would be taken for one word or a few.
_UNCUT = (*sorted(_UNSPACED), "Khmer", "Burmese", "Tibetan", "Yi")
# The least share of places between characters that are spaces in cut text: words of Thai have four
# characters and more.
_SPACED = 0.15
# What subword segmentation leaves: BPE, SentencePiece, WordPiece.
_MARKS = ("@@ ", "▁", " ##")
# What Moses' tokeniser makes of quotes and the like; people seldom write these.
_ESCAPE = re.compile("&(?:quot|apos|amp|lt|gt|#91|#93|#124);")
_ESCAPED = 10  # one line of so many
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

    No language writes ` ,` or ` .`; French has spaces before other marks. Lines with escapes come
    from a tokeniser too.
    """
    if (escaped := _escaped(sample)) is not None:
        return escaped
    text = sample.text
    apart = text.count(" , ") + text.count(" .\n")
    if apart >= _LEAST:
        every = text.count(", ") + text.count(".\n")
        if apart * 2 > every:
            return Found(apart, every, "commas and full stops stand apart")
    scripts = tuple(script for script in scripts_of(language) if script in _UNSPACED)
    if not scripts or text.count(" ") < _SPACED * len(text) / 2:
        return None
    spaced, every = _spaced(text, scripts)
    if spaced < _LEAST or spaced <= _SPACED * every:
        return None
    return Found(spaced, every, "places between characters are spaces")


def uncut(sample: SampledText) -> Found | None:
    """Most lines are mostly of scripts without spaces between words, and nobody put any there."""
    lines = sample.lines
    find = letters(_UNCUT).findall
    own = sum(len(find(line)) * 2 > len("".join(line.split())) for line in lines)
    if own * 2 <= len(lines):
        return None
    spaced, every = _spaced(sample.text, _UNCUT)
    return None if spaced > _SPACED * every else Found(own, len(lines), "lines")


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


def _escaped(sample: SampledText) -> Found | None:
    if "&" not in sample.text:
        return None
    lines = sum(_ESCAPE.search(line) is not None for line in sample.lines)
    if lines < 2 or lines * _ESCAPED < len(sample.lines):
        return None
    return Found(lines, len(sample.lines), "lines have escapes such as &quot;")


def _spaced(text: str, scripts: tuple[str, ...]) -> tuple[int, int]:
    """Spaces between letters of these scripts, and all places between two of them."""
    spaced, joined = (len(pattern.findall(text)) for pattern in _places(scripts))
    return spaced, spaced + joined


@cache
def _places(scripts: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Two letters with a space between them, and two without."""
    one = letters(scripts).pattern
    return re.compile(f"{one} (?={one})"), re.compile(f"{one}(?={one})")
