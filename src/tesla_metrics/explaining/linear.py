"""A hypothesis against one reference, by a score that is a sum of columns."""

from collections.abc import Callable, Sequence

import numpy as np

from ..analysis.sentence import has_alphanumeric
from ..arrays import Floats
from ..comparing.comparer import Comparer
from ..errors import UsageError
from ..tasks import Segment
from .column import Column
from .columns import explain_columns, explained_sides
from .explanation import Against, Side
from .sides import Sides
from .weighing import by_weight, weigh, with_losses

_ROUNDING = 1e-9


def explain_linear(
    comparer: Comparer,
    combine: Callable[[Floats], Floats],
    reference: Segment,
    hypothesis: Segment,
) -> Against:
    """`combine` makes scores of rows of columns, each of which counts by its own factor."""
    sides = explained_sides(comparer, reference, hypothesis)
    columns = explain_columns(comparer, reference, hypothesis, sides)
    values = np.array([[column.value for column in columns]])
    (score,), slopes = combine(values).tolist(), combine(np.eye(len(columns)))
    if abs(score - float(values[0] @ slopes)) > _ROUNDING:
        raise UsageError(
            "this score is no sum of its columns, each by a factor, so that they do not explain "
            "it: override explain_pair"
        )
    return against(columns, slopes.tolist(), sides, score)


def settled_against(score: float, sides: Sides) -> Against:
    """Where a side has no words there is nothing to compare: who has words has lost by that."""
    x, y = by_weight(1 - score, Sides(*map(_if_words, sides)))
    sides = Sides(with_losses(sides.reference, x), with_losses(sides.hypothesis, y))
    return Against(score, 1.0, *sides, ())


def _if_words(side: Side) -> Side:
    """Signs weigh nothing where there is no word."""
    if has_alphanumeric(side.text):
        return side
    return side._replace(words=tuple(word._replace(weight=0.0) for word in side.words))


def against(
    columns: Sequence[Column],
    slopes: Sequence[float],
    sides: Sides,
    score: float,
    constant: float = 0.0,
) -> Against:
    """score = constant + the sum of columns, each times its slope.

    What the best columns lack to 1 nobody in particular has lost.
    """
    weighed = weigh(columns, slopes, sides)
    best = sum(
        slope * (column.best if slope > 0 else column.least)
        for column, slope in zip(columns, slopes, strict=True)
    )
    more = by_weight(1 - constant - best, sides)
    return Against(
        score,
        1.0,
        with_losses(sides.reference, weighed.of_reference + more[0]),
        with_losses(sides.hypothesis, weighed.of_hypothesis + more[1]),
        weighed.features,
    )
