"""Words of two texts matched with each other: long texts in stretches.

Matching takes the cube of a text's length in time. In stretches it takes no more than the length
itself, so that a line may be a whole document.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from typing import NamedTuple

from .._core.graded import GradedTransport, solve_graded
from .alike import (
    GradedWord,
    Levels,
    gram_similarities,
    gram_weights,
    similarities,
    stand_ins,
)
from .order import Anchor, anchors

# No sentence is as long. Where it is a document, a word far away is no translation of this one.
LONGEST = 256


class WeighedWords(NamedTuple):
    """The words of a text and what they weigh."""

    words: Sequence[GradedWord]
    weights: Sequence[float]

    def part(self, places: range) -> "WeighedWords":
        """Those at these places."""
        return WeighedWords(
            self.words[places.start : places.stop], self.weights[places.start : places.stop]
        )


class GramMatch(NamedTuple):
    """The weights of all n-grams of both sides, and an optimal flow between them."""

    reference: float
    candidate: float
    transport: GradedTransport


class Stretch(NamedTuple):
    """Parts of both texts that are matched with each other.

    x, y        where they begin
    stand_ins   places in the parts
    anchors     places in the whole texts, in the order of the candidate
    grams       for n = 1, 2, ...; None where neither side has n-grams
    """

    x: int
    y: int
    stand_ins: list[Anchor]
    anchors: list[Anchor]
    grams: list[GramMatch | None]


def ranges(reference: int, candidate: int) -> list[tuple[range, range]]:
    """The k-th part of the one with the k-th of the other, where they have so many words.

    One part while neither side has more than LONGEST words; else as few as that takes.
    """
    count = max(1, ceil(max(reference, candidate) / LONGEST))
    return [
        (
            range(reference * part // count, reference * (part + 1) // count),
            range(candidate * part // count, candidate * (part + 1) // count),
        )
        for part in range(count)
    ]


def match_stretches(
    reference: WeighedWords, candidate: WeighedWords, levels: Levels, order: int
) -> Iterator[Stretch]:
    """Each stretch, in order."""
    for of_x, of_y in ranges(len(reference.words), len(candidate.words)):
        x, y = reference.part(of_x), candidate.part(of_y)
        alike = similarities(x.words, y.words, levels)
        others = stand_ins(x.words, y.words, alike)
        found = [(i + of_x.start, j + of_y.start) for i, j in anchors(x.words, y.words, others)]
        grams = [_match(x, y, alike, n) for n in range(1, order + 1)]
        yield Stretch(of_x.start, of_y.start, others, found, grams)


def _match(
    x: WeighedWords, y: WeighedWords, alike: Sequence[Sequence[float]], n: int
) -> GramMatch | None:
    supply, demand = gram_weights(x.weights, n), gram_weights(y.weights, n)
    if not supply and not demand:
        return None
    transport = solve_graded(gram_similarities(alike, n), supply, demand)
    if not supply or not demand:
        return GramMatch(sum(supply), sum(demand), transport)
    return GramMatch(transport.supplied, transport.demanded, transport)
