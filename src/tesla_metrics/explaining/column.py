"""Why a column of a comparer has its value, by itself: whatever a metric makes of it."""

from typing import NamedTuple

from ..arrays import Floats
from .explanation import Gram, Matched


class Column(NamedTuple):
    """A column of one pair of texts.

    best, least     the most and the least that it can be
    reference, hypothesis           their prices and shares are those of the column, not yet of
                                    the score
    of_reference, of_hypothesis     for each word of the sides its share of best - value; all of
                                    both sides together are that
    """

    name: str
    kind: str
    n: int
    value: float
    best: float
    matched: tuple[Matched, ...]
    reference: tuple[Gram, ...]
    hypothesis: tuple[Gram, ...]
    of_reference: Floats
    of_hypothesis: Floats
    least: float = 0.0
