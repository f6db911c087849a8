"""What F-measures of n-grams of words have lost, of many pairs at once; f_rules.py has the rules.

measures.py does the same for n-grams of any words, one pair at a time.
"""

from typing import NamedTuple

import numpy as np

from ...arrays import Floats, Indices
from ..f_rules import Bearing, prices
from .solved import SideGrams, Solved


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
        found = prices(grams.gains, solved.value[grams.way], means[grams.way], other)
        first = unigrams[side].words if unigrams else np.zeros(grams.words)
        parts.append(_lost(solved, grams, places, scale[grams.way], found, first))
    return LostSides(*parts)


def _lost(
    solved: Solved,
    grams: SideGrams,
    places: Indices,
    scale: Floats,
    prices: Floats,
    unigrams: Floats,
) -> LostSide:
    n, count = solved.n, len(grams.weights)
    matched: Floats = np.bincount(places, solved.amounts, count).astype(float)
    left = scale * np.maximum(grams.weights - matched, 0.0)
    short = (scale[places] * solved.amounts)[:, None] * (1 - solved.alike) / n
    lost = left + np.bincount(places, short.sum(axis=1), count)
    words = grams.first[:, None] + np.arange(n)
    bearing = Bearing(np.arange(count).repeat(n), words.ravel(), grams.words)
    borne = bearing.spread(left, unigrams)
    borne += np.bincount(words[places].ravel(), short.ravel(), grams.words)
    return LostSide(matched, lost, prices, borne)


def _positive(values: Floats) -> Floats:
    """To divide by, where it is not left out anyway."""
    return np.where(values > 0, values, 1.0)
