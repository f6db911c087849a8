"""Two systems segment by segment: who wins, by how much, and where most."""

from typing import NamedTuple

import numpy as np

from ...arrays import Floats
from ..noise import subtract


class WinCounts(NamedTuple):
    """Segments in which a is better, b is better, and neither is."""

    wins: int
    losses: int
    ties: int


def count_wins(a: Floats, b: Floats, higher_is_better: bool) -> WinCounts:
    """a's wins and losses against b."""
    difference = subtract(a, b) if higher_is_better else subtract(b, a)
    wins, losses = int((difference > 0).sum()), int((difference < 0).sum())
    return WinCounts(wins, losses, len(difference) - wins - losses)


def effect_size(a: Floats, b: Floats) -> float | None:
    """Cohen's d of paired scores: mean of the differences over their standard deviation.

    0 where all differences are 0; None where they are all alike otherwise, or there is but one.
    """
    difference = subtract(a, b)
    if not difference.any():
        return 0.0
    if len(difference) == 1 or not subtract(difference, float(difference.mean())).any():
        return None
    return float(difference.mean() / difference.std(ddof=1))


def most_different(a: Floats, b: Floats, most: int) -> list[int]:
    """The segments with the largest differences, largest first; none without a difference."""
    sizes = np.abs(subtract(a, b))
    order = np.argsort(-sizes, kind="stable")[:most]
    return [int(segment) for segment in order if sizes[segment]]


def count_best(scores: Floats, higher_is_better: bool) -> list[int]:
    """In how many segments each system (a row) is better than all others."""
    signed = scores if higher_is_better else -scores
    ordered = np.sort(signed, axis=0)
    alone = subtract(ordered[-1], ordered[-2]) > 0
    best = signed.argmax(axis=0)[alone]
    return [int(count) for count in np.bincount(best, minlength=len(scores))]
