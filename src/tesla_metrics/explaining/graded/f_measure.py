"""What an F-measure of n-grams has lost, by n-grams and by words; and what each n-gram costs.

With F = S / D, D = a X + (1 - a) Y, and an n-gram's worth the sum of similarity times flow,

    1 - F = (a sum_x (X(x) - worth(x)) + (1 - a) sum_y (Y(y) - worth(y))) / D

since worths of either side add up to S.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from ...arrays import Floats, Indices
from .solved import SideGrams, Solved

# Less is rounding, and no share.
_NOTHING = 1e-12


class LostSide(NamedTuple):
    """What one side of F-measures has lost.

    matched, lost, prices   of n-grams
    words                   what the words bear of `lost`
    """

    matched: Floats
    lost: Floats
    prices: Floats
    words: Floats


class LostSides(NamedTuple):
    """Both sides."""

    reference: LostSide
    hypothesis: LostSide


def lost_of_f(solved: Solved, alpha: float, unigrams: LostSides | None) -> LostSides:
    """Shares of 1 - F, of all ways that pairs were matched in.

    What did not flow of an n-gram falls on its words as they lost as `unigrams`, equally where none
    of them did.
    """
    ways = len(solved.value)
    x, y = (
        np.bincount(side.way, side.weights, ways).astype(float) for side in (solved.x, solved.y)
    )
    means = alpha * x + (1 - alpha) * y
    parts = []
    for side, (grams, places) in enumerate(((solved.x, solved.flow_x), (solved.y, solved.flow_y))):
        own, other = (1 - alpha, alpha) if side else (alpha, 1 - alpha)
        # Where only the side that does not count has n-grams, it has lost all by weight, and any
        # weight of the other one would make the value jump.
        scale = np.where(means > 0, own / _positive(means), 1 / _positive(x + y))
        mean = means[grams.way]
        prices = np.where(
            mean > 0,
            (grams.gains - solved.value[grams.way] / _positive(mean) * other) / _positive(mean),
            inf,
        )
        fault = unigrams[side].words if unigrams else None
        parts.append(_lost(solved, grams, places, scale[grams.way], prices, fault))
    return LostSides(*parts)


def _lost(
    solved: Solved,
    grams: SideGrams,
    places: Indices,
    scale: Floats,
    prices: Floats,
    fault: Floats | None,
) -> LostSide:
    n, count = solved.n, len(grams.weights)
    matched: Floats = np.bincount(places, solved.amounts, count).astype(float)
    left = scale * np.maximum(grams.weights - matched, 0.0)
    short = (scale[places] * solved.amounts)[:, None] * (1 - solved.alike) / n
    lost = left + np.bincount(places, short.sum(axis=1), count)
    bearing = left[:, None] * _blame(fault, grams.first, n)
    words = np.zeros(grams.words)
    for k in range(n):
        words += np.bincount(grams.first[places] + k, short[:, k], grams.words)
        words += np.bincount(grams.first + k, bearing[:, k], grams.words)
    return LostSide(matched, lost, prices, words)


def _blame(fault: Floats | None, first: Indices, n: int) -> Floats:
    """For each n-gram what its words bear of the weight that did not flow."""
    if fault is None:
        return np.full((len(first), n), 1 / n)
    fault = np.where(fault > _NOTHING, fault, 0.0)
    own = fault[first[:, None] + np.arange(n)]
    total = own.sum(axis=1, keepdims=True)
    return np.where(total > 0, own / _positive(total), 1 / n)


def _positive(values: Floats) -> Floats:
    """To divide by, where it is not left out anyway."""
    return np.where(values > 0, values, 1.0)
