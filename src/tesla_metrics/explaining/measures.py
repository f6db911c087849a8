"""F-measures of one pair explained: what n-grams and words have lost, and what more would bring.

f_rules.py has the rules. The n-grams here may have any words, and a value is as rounded as the
metric has it; graded/f_measure.py takes n-grams of neighbours, of many pairs at once.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from ..matching.match import Match, f_measures
from .column import Column
from .explanation import Gram, Matched, Reason
from .f_rules import Bearing, prices
from .sides import Sides


class Piece(NamedTuple):
    """An n-gram of one side, and the places of its words."""

    text: str
    words: tuple[int, ...]
    weight: float


class Carried(NamedTuple):
    """Weight that flows between the x-th n-gram of the reference and the y-th of the hypothesis.

    alike   similarities of their words, or one of the whole; theirs is the mean
    """

    x: int
    y: int
    weight: float
    alike: tuple[float, ...]
    reasons: tuple[Reason, ...]

    @property
    def similarity(self) -> float:
        """Of the two n-grams."""
        return sum(self.alike) / len(self.alike)


class Compared(NamedTuple):
    """The n-grams of one length, matched.

    more_reference      for each n-gram of the reference what S gains by each unit of weight that
                        the hypothesis has of it
    more_hypothesis     the other way round
    """

    match: Match
    reference: Sequence[Piece]
    hypothesis: Sequence[Piece]
    flows: Sequence[Carried]
    more_reference: Sequence[float]
    more_hypothesis: Sequence[float]

    def weight(self, alpha: float) -> float:
        """D."""
        return alpha * self.match.reference + (1 - alpha) * self.match.candidate


class _Lost(NamedTuple):
    """Of one side: what n-grams and what words have lost."""

    grams: Floats
    words: Floats

    def times(self, scale: float) -> "_Lost":
        return _Lost(scale * self.grams, scale * self.words)


def f_columns(
    names: Sequence[str],
    kind: str,
    compared: Sequence[Compared],
    alpha: float,
    sides: Sides,
    unigrams: tuple[Floats, Floats] | None = None,
) -> list[Column]:
    """A column for each length, 1, 2, ...

    `unigrams` say what words lost as such, where the first column has others beside them.
    """
    values = f_measures([one.match for one in compared], alpha)
    # Where neither side has n-grams the value is that of shorter ones, and so is what words lost.
    words = np.zeros(len(sides[0].words)), np.zeros(len(sides[1].words))
    first = unigrams or words
    columns = []
    for n, (name, one, value) in enumerate(zip(names, compared, values, strict=True), 1):
        grams: tuple[tuple[Gram, ...], tuple[Gram, ...]] = (), ()
        flows: tuple[Matched, ...] = ()
        if one.match.reference or one.match.candidate:
            lost = _lost(one, value, alpha, first)
            words = lost[0].words, lost[1].words
            first = words if n == 1 else first
            grams, flows = _grams(one, lost, alpha), tuple(_matched(one))
        columns.append(Column(name, kind, n, value, 1.0, flows, *grams, *words))
    return columns


def _lost(
    one: Compared, value: float, alpha: float, first: tuple[Floats, Floats]
) -> tuple[_Lost, _Lost]:
    own = [(flow.x, flow) for flow in one.flows], [(flow.y, flow) for flow in one.flows]
    x = _of_side(one.reference, own[0], first[0])
    y = _of_side(one.hypothesis, own[1], first[1])
    in_x, in_y = x.grams.sum(), y.grams.sum()
    if one.weight(alpha):
        # 1 / D, but for what rounding has done to the value: shares are of that.
        lost = alpha * in_x + (1 - alpha) * in_y
        scale = (1 - value) / lost if lost else 0.0
        scales = alpha * scale, (1 - alpha) * scale
    else:
        # Only the side that does not count has n-grams, and these have lost all.
        scales = 1 / in_x if in_x else 0.0, 1 / in_y if in_y else 0.0
    return x.times(scales[0]), y.times(scales[1])


def _of_side(pieces: Sequence[Piece], flows: Sequence[tuple[int, Carried]], first: Floats) -> _Lost:
    """In weight."""
    grams, words = np.zeros(len(pieces)), np.zeros(len(first))
    left = np.array([piece.weight for piece in pieces], dtype=float)
    for place, flow in flows:
        own = pieces[place].words
        left[place] -= flow.weight
        grams[place] += flow.weight * (1 - flow.similarity)
        if len(flow.alike) == len(own):
            lacks = [1 - alike for alike in flow.alike]
        else:
            lacks = [1 - flow.similarity] * len(own)
        for word, lack in zip(own, lacks, strict=True):
            words[word] += flow.weight * lack / len(own)
    left = np.maximum(left, 0.0)
    return _Lost(grams + left, words + _bearing(pieces, len(words)).spread(left, first))


def _bearing(pieces: Sequence[Piece], words: int) -> Bearing:
    sizes = [len(piece.words) for piece in pieces]
    all_words = [word for piece in pieces for word in piece.words]
    return Bearing(np.arange(len(pieces)).repeat(sizes), np.array(all_words, np.intp), words)


def _grams(
    one: Compared, lost: tuple[_Lost, _Lost], alpha: float
) -> tuple[tuple[Gram, ...], tuple[Gram, ...]]:
    matched = np.zeros(len(one.reference)), np.zeros(len(one.hypothesis))
    for flow in one.flows:
        matched[0][flow.x] += flow.weight
        matched[1][flow.y] += flow.weight
    weight, shared = np.array(one.weight(alpha)), np.array(one.match.similarity)
    both = zip(
        (one.reference, one.hypothesis),
        (one.more_reference, one.more_hypothesis),
        (1 - alpha, alpha),
        matched,
        lost,
        strict=True,
    )
    made = []
    for pieces, gains, slope, flowing, losses in both:
        costs = prices(np.array(gains, dtype=float), shared, weight, slope)
        numbers = zip(pieces, flowing.tolist(), costs.tolist(), losses.grams.tolist(), strict=True)
        made.append(tuple(Gram(*piece, *own) for piece, *own in numbers))
    return made[0], made[1]


def _matched(one: Compared) -> list[Matched]:
    return [
        Matched(
            one.reference[flow.x].text,
            one.hypothesis[flow.y].text,
            flow.weight,
            flow.similarity,
            flow.reasons,
            one.reference[flow.x].words,
            one.hypothesis[flow.y].words,
        )
        for flow in one.flows
    ]
