"""Text written otherwise, whose every character knows where it was written."""

from collections.abc import Iterator
from functools import cached_property, lru_cache
from unicodedata import combining, is_normalized, normalize

from ..analysis.tokenizers import normalize as visible
from ..analysis.widths import usual_width


class Folded:
    """Without regard to case, width, composition, apostrophes and what is invisible.

    text    folded; a character of the original may be several here, or none
    """

    def __init__(self, original: str) -> None:
        pieces = [(_fold(piece), start, start + len(piece)) for start, piece in _pieces(original)]
        self.text = "".join(folded for folded, _, _ in pieces)
        self._pieces = pieces

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        return [(start, end) for folded, start, end in self._pieces for _ in folded]

    def written(self, start: int, end: int) -> tuple[int, int]:
        """Where the original has what stands here, which is not nothing."""
        return self._places[start][0], self._places[end - 1][1]


def fold(text: str) -> str:
    """What to look for."""
    return "".join(_fold(piece) for _, piece in _pieces(text))


def places_of_padded(text: str) -> list[tuple[int, int]]:
    """Where each character of the padded text is written; blanks have no width."""
    found: list[tuple[int, int]] = []
    apart = True
    for start, piece in _pieces(text):
        for letter in visible(piece):
            if letter.isspace():
                apart = True
                continue
            if apart:
                found.append((start, start))
                apart = False
            found.append((start, start + len(piece)))
    return [*found, (len(text), len(text))] if found else []


@lru_cache(maxsize=4096)
def _fold(piece: str) -> str:
    # An apostrophe is only seen among letters, which a piece has not beside it.
    return visible(usual_width(piece)).casefold().replace("’", "'")


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """With their places: the least that can be composed each by itself."""
    if is_normalized("NFC", text):
        yield from enumerate(text)
        return
    start = 0
    for end in range(1, len(text) + 1):
        # Hangul letters join though they are not marks.
        if end == len(text) or not (combining(text[end]) or _joins(text[start:end], text[end])):
            yield start, text[start:end]
            start = end


def _joins(piece: str, following: str) -> bool:
    return len(normalize("NFC", piece + following)) <= len(normalize("NFC", piece))
