"""What it is to have matched two texts, and short ones matched as a whole."""

from collections.abc import Sequence
from typing import NamedTuple

from .._core.graded import GradedFlow, solve_graded
from .alike import (
    GradedWord,
    Levels,
    gram_similarities,
    gram_weights,
    lacking,
    similarities,
    stand_ins,
)
from .order import Anchor, anchors


class WeighedWords(NamedTuple):
    """The words of a text and what they weigh."""

    words: Sequence[GradedWord]
    weights: Sequence[float]


class GramMatch(NamedTuple):
    """The weights of all n-grams of both sides, and a flow between them with its value.

    programs    the places on both sides of what was matched as one linear program
    """

    reference: float
    candidate: float
    value: float
    flows: list[GradedFlow]
    programs: list[tuple[Sequence[int], Sequence[int]]]


class Matching(NamedTuple):
    """All by the places of words in the texts.

    stand_ins   words of the candidate that stand for one of the reference
    anchors     these and words of one form, in the order of the candidate
    grams       for n = 1, 2, ...; None where neither side has n-grams
    """

    stand_ins: list[Anchor]
    anchors: list[Anchor]
    grams: list[GramMatch | None]


def match_whole(x: WeighedWords, y: WeighedWords, levels: Levels, order: int) -> Matching:
    """The optimum, in time that grows with the cube of the length."""
    alike = similarities(x.words, y.words, levels)
    free = lacking(x.words, {word.form for word in y.words})
    strange = lacking(y.words, {word.form for word in x.words})
    others = stand_ins(x.words, y.words, alike, free, strange)
    grams = [_match(x, y, alike, n) for n in range(1, order + 1)]
    return Matching(others, anchors(x.words, y.words, others), grams)


def _match(
    x: WeighedWords, y: WeighedWords, alike: Sequence[Sequence[float]], n: int
) -> GramMatch | None:
    supply, demand = gram_weights(x.weights, n), gram_weights(y.weights, n)
    if not supply and not demand:
        return None
    places = range(len(supply)), range(len(demand))
    if not supply or not demand:
        return GramMatch(sum(supply), sum(demand), 0.0, [], [places])
    grams = gram_similarities(alike, n, *places)
    found = solve_graded(grams, supply, demand)
    return GramMatch(found.supplied, found.demanded, found.value, found.flows, [places])
