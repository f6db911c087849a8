"""Words that may be a connective: every place where one of the known strings is written."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple, TypeAlias

from ...analysis.sentence import Sentence
from ..document import Document
from ..relation import Spans

# Between the pieces of one that is written in two places: `either .. or`.
GAP = ".."
Piece: TypeAlias = tuple[str, ...]


class Candidate(NamedTuple):
    """A known string in a sentence.

    sentence    its number in the document
    pieces      first and last token of each piece, counted in the sentence
    """

    text: str
    sentence: int
    pieces: Spans

    @property
    def first(self) -> int:
        """Its first token."""
        return self.pieces[0][0]

    @property
    def last(self) -> int:
        """The last token of its first piece: the next belongs to what it introduces."""
        return self.pieces[0][1]

    @property
    def tokens(self) -> frozenset[int]:
        """All of them."""
        return frozenset(place for first, last in self.pieces for place in range(first, last + 1))


class ConnectiveStrings:
    """Strings of connectives, by their first word."""

    def __init__(self, strings: Iterable[str]) -> None:
        self._strings = tuple(strings)

    @cached_property
    def _by_first(self) -> dict[str, list[tuple[str, tuple[Piece, ...]]]]:
        found: dict[str, list[tuple[str, tuple[Piece, ...]]]] = {}
        for string in self._strings:
            pieces = tuple(tuple(piece.split()) for piece in string.split(f" {GAP} "))
            found.setdefault(pieces[0][0], []).append((string, pieces))
        return found

    def candidates(self, document: Document) -> Iterator[Candidate]:
        """All places, from left to right; some overlap."""
        for number, sentence in enumerate(document.sentences):
            yield from self._in_sentence(number, sentence)

    def _in_sentence(self, number: int, sentence: Sentence) -> Iterator[Candidate]:
        words = [token.form.lower() for token in sentence.tokens]
        for place, word in enumerate(words):
            for string, pieces in self._by_first.get(word, ()):
                spans = _spans(words, place, pieces)
                if spans:
                    yield Candidate(string, number, spans)


def _spans(words: list[str], place: int, pieces: tuple[Piece, ...]) -> Spans:
    """Where the pieces are, the first one at a place and each other as near as may be."""
    spans: list[tuple[int, int]] = []
    for piece in pieces:
        size = len(piece)
        starts = range(place, len(words) - size + 1) if spans else (place,)
        start = next(
            (start for start in starts if tuple(words[start : start + size]) == piece), None
        )
        if start is None:
            return ()
        spans.append((start, start + size - 1))
        place = start + size
    return tuple(spans)
