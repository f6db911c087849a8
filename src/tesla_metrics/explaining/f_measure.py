"""What an F-measure of n-grams has lost, by n-grams and by words; and what each n-gram costs.

With F = S / D, D = a X + (1 - a) Y, and an n-gram's worth the sum of similarity times flow,

    1 - F = (a sum_x (X(x) - worth(x)) + (1 - a) sum_y (Y(y) - worth(y))) / D

since worths of either side add up to S.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from ..arrays import Floats, Indices
from .solved import Solved

# Less is rounding, and no share.
_NOTHING = 1e-12


class LostSide(NamedTuple):
    """What one side of the F-measure has lost.

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
    """Shares of 1 - F.

    What did not flow of an n-gram falls on its words as they lost as `unigrams`, equally where none
    of them did.
    """
    total = alpha * solved.supply.sum() + (1 - alpha) * solved.demand.sum()
    sides = (
        (solved.x, solved.supply, solved.gains_x, alpha, 1 - alpha),
        (solved.y, solved.demand, solved.gains_y, 1 - alpha, alpha),
    )
    parts = []
    for side, (places, weights, gains, own, other) in enumerate(sides):
        if total:
            scale = own / total
            prices = (gains * total - solved.value * other) / total**2
        else:
            # Only the side that does not count has n-grams, and any weight of the other's jumps.
            scale = 1 / weights.sum() if len(weights) else 0.0
            prices = np.full(len(weights), inf)
        fault = unigrams[side].words if unigrams else np.zeros(len(weights))
        parts.append(_part(solved, places, weights, scale, prices, fault))
    return LostSides(*parts)


def _part(
    solved: Solved,
    places: Indices,
    weights: Floats,
    scale: float,
    prices: Floats,
    fault: Floats,
) -> LostSide:
    n, grams = solved.n, len(weights)
    matched: Floats = np.bincount(places, solved.amounts, grams).astype(float)
    left = np.maximum(weights - matched, 0.0)
    short = scale * solved.amounts[:, None] * (1 - solved.alike) / n
    lost = scale * left + np.bincount(places, short.sum(axis=1), grams)
    words = np.zeros(grams + n - 1 if grams else len(fault))
    for k in range(n):
        np.add.at(words, places + k, short[:, k])
        words[k : k + grams] += scale * left * _blame(fault, n, grams)[:, k]
    return LostSide(matched, lost, prices, words)


def _blame(fault: Floats, n: int, grams: int) -> Floats:
    """For each n-gram what its words bear of the weight that did not flow."""
    if n == 1:
        return np.ones((grams, 1))
    fault = np.where(fault > _NOTHING, fault, 0.0)
    own = np.lib.stride_tricks.sliding_window_view(fault, n) if grams else np.zeros((0, n))
    total = own.sum(axis=1, keepdims=True)
    return np.where(total > 0, own / np.where(total > 0, total, 1.0), 1 / n)
