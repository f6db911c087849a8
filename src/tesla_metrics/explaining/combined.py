"""A hypothesis against one reference, by a score that is no sum of its parts."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from .column import Column
from .explanation import Against
from .shapley import shapley
from .sides import Sides
from .weighing import Gain, by_weight, weigh, with_losses


class CombinedPart(NamedTuple):
    """A part of the score: the sum of its columns, each times its factor.

    best    the most that it can be
    rate    what the score gains by each unit of it, where it is
    """

    value: float
    best: float
    rate: float
    columns: Sequence[Column]
    factors: Sequence[float]


def explain_combined(
    parts: Sequence[CombinedPart], combine: Callable[[Floats], Floats], sides: Sides
) -> Against:
    """`combine` makes scores of rows of parts.

    What each part has cost is its Shapley value between its best and what it is. What the best
    parts together lack to 1 nobody in particular has lost.
    """
    own, best = [part.value for part in parts], [part.best for part in parts]
    whole, score = combine(np.array([best, own])).tolist()
    columns: list[Column] = []
    slopes: list[float] = []
    gains: list[Gain] = []
    for part, cost in zip(parts, shapley(combine, best, own), strict=True):
        # A part that is at its best has lost nothing.
        slope = cost / (part.best - part.value) if part.best > part.value else 0.0
        # Its best is where a part is measured from, whichever way it counts.
        columns += [column._replace(least=column.best) for column in part.columns]
        slopes += [slope * factor for factor in part.factors]
        gains += [Gain(part.rate * factor, part.rate * factor) for factor in part.factors]
    weighed = weigh(columns, slopes, sides, gains)
    more = by_weight(1 - whole, sides)
    return Against(
        score,
        1.0,
        with_losses(sides.reference, weighed.of_reference + more[0]),
        with_losses(sides.hypothesis, weighed.of_hypothesis + more[1]),
        weighed.features,
    )
