"""Text on a terminal: how wide it is, in which direction it runs, and colours."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from ..files.schema import UNSHOWN

# SGR codes of the sixteen colours, which every terminal has and its owner may have chosen.
LOST = "1;31"
MUTED = "2"
COLOURS = {
    "form": "",
    "lemma": "36",
    "derivation": "94",
    "synonym": "32",
    "synset": "92",
    "paraphrase": "35",
    "spelling": "33",
    "tag": "34",
    "pivot": "96",
    "cover": "",
    "context": "94",
    "missing": LOST,
    "strange": LOST,
}
# Characters that stand on others or are not seen at all.
_NO_WIDTH = ("Mn", "Me", "Cf")


@dataclass(frozen=True)
class Paper:
    """What is drawn on: columns, and whether it shows colours."""

    columns: int
    coloured: bool = False

    def paint(self, text: str, colour: str) -> str:
        """Spaces around it stay as they are."""
        if not self.coloured or not colour or not text.strip():
            return text
        bare = text.strip(" ")
        before = len(text) - len(text.lstrip(" "))
        after = len(text) - before - len(bare)
        return f"{' ' * before}\x1b[{colour}m{bare}\x1b[0m{' ' * after}"


def shown_line(text: str) -> str:
    """In one line, and without anything that a terminal would obey."""
    return UNSHOWN.sub(" ", text)


def width(text: str) -> int:
    """Columns that a terminal needs: two for wide characters, none for combining ones."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(character: str) -> int:
    if unicodedata.category(character) in _NO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def padded(text: str, columns: int) -> str:
    """With spaces up to so many columns."""
    return text + " " * (columns - width(text))


def has_leftwards(text: str) -> bool:
    """Whether some of it runs from right to left, which terminals show each in its own way."""
    return any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)


def wrapped(text: str, columns: int) -> Iterator[str]:
    """Lines of so many columns, broken at spaces; a longer word has a line of its own."""
    line, used = "", 0
    for word in text.split(" "):
        own = width(word)
        if line and used + 1 + own > columns:
            yield line
            line, used = word, own
        else:
            line, used = (f"{line} {word}", used + 1 + own) if line else (word, own)
    yield line
