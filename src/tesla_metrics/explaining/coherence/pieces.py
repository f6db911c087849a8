"""The text that a relation is about, cut where its arguments and its connective begin and end."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from typing import NamedTuple

from ...discourse.relation import Relation
from ..explanation import Side

ARG1, ARG2, CONNECTIVE = "arg1", "arg2", "connective"
PARTS = (ARG1, ARG2, CONNECTIVE)
LEFT_OUT = "…"
# More words in a row that belong to nothing are left out.
_MOST_BETWEEN = 6


class MarkedPiece(NamedTuple):
    """A stretch of text, and the parts of the relation that it is in, of PARTS; none: of none."""

    text: str
    parts: tuple[str, ...] = ()


class Pieces:
    """Sentences whose words are all the tokens that relations count."""

    def __init__(self, sentences: Sequence[Side]) -> None:
        self._sentences = sentences
        self._starts = list(accumulate((len(one.words) for one in sentences), initial=0))
        self._sentence_of = [number for number, one in enumerate(sentences) for _ in one.words]

    def of(self, relation: Relation) -> tuple[MarkedPiece, ...]:
        """The sentences that it touches; neighbours differ in their parts."""
        parts = self._parts(relation)
        found: list[MarkedPiece] = []
        before = -1
        for number in sorted({self._sentence_of[token] for token in parts}):
            own = list(self._sentence(number, parts))
            if found:
                shared = _shared(found[-1].parts, own[0].parts)
                between = f" {LEFT_OUT} " if number > before + 1 else " "
                found.append(MarkedPiece(between, shared if between == " " else ()))
            found += own
            before = number
        return tuple(_joined(found))

    def _parts(self, relation: Relation) -> dict[int, tuple[str, ...]]:
        """Of each token that the relation has."""
        own: dict[int, list[str]] = {}
        spans = (relation.arg1, relation.arg2, relation.connective_tokens)
        for part, stretches in zip(PARTS, spans, strict=True):
            for first, last in stretches:
                for token in range(first, last + 1):
                    own.setdefault(token, []).append(part)
        return {token: tuple(dict.fromkeys(parts)) for token, parts in own.items()}

    def _sentence(self, number: int, parts: dict[int, tuple[str, ...]]) -> Iterator[MarkedPiece]:
        side, start = self._sentences[number], self._starts[number]
        at = 0
        before: tuple[str, ...] = ()
        tokens = range(len(side.words))
        for free, places in groupby(tokens, lambda place: start + place not in parts):
            run = list(places)
            if free and len(run) > _MOST_BETWEEN:
                yield MarkedPiece(side.text[at : max(at, side.words[run[0]].start)] + LEFT_OUT)
                at, before = max(at, *(side.words[place].end for place in run)), ()
                continue
            for place in run:
                word, own = side.words[place], parts.get(start + place, ())
                # Tokens that are not written as they are share a place: it is shown once.
                yield MarkedPiece(side.text[at : word.start], _shared(before, own))
                yield MarkedPiece(side.text[max(at, word.start) : word.end], own)
                at, before = max(at, word.end), own
        yield MarkedPiece(side.text[at:])


def _shared(one: Sequence[str], other: Sequence[str]) -> tuple[str, ...]:
    return tuple(part for part in one if part in other)


def _joined(pieces: Sequence[MarkedPiece]) -> Iterator[MarkedPiece]:
    for parts, own in groupby((piece for piece in pieces if piece.text), lambda one: one.parts):
        yield MarkedPiece("".join(piece.text for piece in own), parts)
