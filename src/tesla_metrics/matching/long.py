"""Long texts: first what is equal, wherever it stands, then the rest in stretches.

The optimum takes the cube of a text's length in time, this no more than the length itself, so that
a line may be a whole document. What has moved is found again where its words are the same.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .._core.graded import GradedFlow, solve_graded
from .alike import (
    Levels,
    gram_similarities,
    gram_weights,
    lacking,
    similarities,
    stand_ins,
)
from .equals import Equals, equals
from .matching import GramMatch, Matching, WeighedWords, match_whole
from .order import Anchor

# No sentence is as long.
LONGEST = 256
# From one way of matching to the other a text goes by degrees: it may grow by a word, and its score
# must not jump.
FADE = 64
# What is left of both texts together that is matched at a time.
STRETCH = 384
# Weights are summed up in whole units, so that the same ones have one sum in any order.
UNITS = 1 << 40


class Shared(NamedTuple):
    """A matching and its share in the columns; all shares make 1."""

    share: float
    matching: Matching


def match(x: WeighedWords, y: WeighedWords, levels: Levels, order: int) -> list[Shared]:
    """As a whole up to LONGEST words, the long way from FADE words more, between these both."""
    share = min(max(0, max(len(x.words), len(y.words)) - LONGEST) / FADE, 1.0)
    ways = (1 - share, match_whole), (share, match_long)
    return [Shared(part, way(x, y, levels, order)) for part, way in ways if part]


def match_long(x: WeighedWords, y: WeighedWords, levels: Levels, order: int) -> Matching:
    """Flows that are nearly worth the optimum."""
    found = equals([word.form for word in x.words], [word.form for word in y.words])
    others = list(_stand_ins(x, y, levels, found))
    grams = [_match(x, y, levels, n) for n in range(1, order + 1)]
    return Matching(others, sorted([*found.pairs, *others], key=lambda pair: pair[1]), grams)


def stretches(left: Sequence[tuple[bool, int]]) -> Iterator[tuple[list[int], list[int]]]:
    """The places on both sides of what is left, STRETCH of both together at a time.

    The first have their full size and the last one what there is: so nothing else moves when
    a word more is left at the end.
    """
    for start in range(0, len(left), STRETCH):
        part = left[start : start + STRETCH]
        yield [at for side, at in part if not side], [at for side, at in part if side]


def _stand_ins(
    x: WeighedWords, y: WeighedWords, levels: Levels, found: Equals[str]
) -> Iterator[Anchor]:
    for of_x, of_y in stretches(found.left):
        xs, ys = [x.words[i] for i in of_x], [y.words[j] for j in of_y]
        free, strange = lacking(xs, found.shared), lacking(ys, found.shared)
        for i, j in stand_ins(xs, ys, similarities(xs, ys, levels), free, strange):
            yield of_x[i], of_y[j]


def _match(x: WeighedWords, y: WeighedWords, levels: Levels, n: int) -> GramMatch | None:
    supply, demand = gram_weights(x.weights, n), gram_weights(y.weights, n)
    if not supply and not demand:
        return None
    same = equals(_grams(x, n), _grams(y, n))
    flows = [GradedFlow(i, j, supply[i]) for i, j in same.pairs]
    value = _total([flow.amount for flow in flows])
    programs = list(stretches(same.left))
    for of_x, of_y in programs:
        alike = similarities_at(x, y, levels, n, of_x, of_y)
        found = solve_graded(alike, [supply[i] for i in of_x], [demand[j] for j in of_y])
        flows += [GradedFlow(of_x[i], of_y[j], amount) for i, j, amount in found.flows]
        value += found.value
    return GramMatch(_total(supply), _total(demand), value, flows, [*programs])


def _grams(text: WeighedWords, n: int) -> list[tuple[str, ...]]:
    forms = [word.form for word in text.words]
    return list(zip(*(forms[k:] for k in range(n)), strict=False))


def similarities_at(
    x: WeighedWords,
    y: WeighedWords,
    levels: Levels,
    n: int,
    of_x: Sequence[int],
    of_y: Sequence[int],
) -> list[list[float]]:
    """Of n-grams at these places, a row for each of x."""
    words_x, rows = _words(of_x, n)
    words_y, columns = _words(of_y, n)
    alike = similarities([x.words[i] for i in words_x], [y.words[j] for j in words_y], levels)
    return gram_similarities(alike, n, rows, columns)


def _words(places: Sequence[int], n: int) -> tuple[list[int], list[int]]:
    """All words of n-grams at these places, and where among them each n-gram begins."""
    words = sorted({place + k for place in places for k in range(n)})
    begin = {word: k for k, word in enumerate(words)}
    return words, [begin[place] for place in places]


def _total(weights: Sequence[float]) -> float:
    return sum(round(weight * UNITS) for weight in weights) / UNITS
