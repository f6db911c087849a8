"""The prior that favours the diagonal, and how strongly it should (Dyer, Chahuneau & Smith 2013).

Word j of n is explained by word i of m with probability proportional to exp(-tension |i/m - j/n|),
or by none of them with a fixed probability.
"""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from ...arrays import Array

NONE = 0.08  # probability that no word explains a word
TENSION = 4.0  # to begin with
_RANGE = 0.1, 14.0
_NEWTON_STEPS = 2
_TINY = np.float32(1e-30)


@lru_cache(maxsize=20_000)
def distance(explaining: int, explained: int) -> Array:
    """[i, j]: how far from the diagonal, in shares of the sentences."""
    i = np.arange(1, explaining + 1)[:, None] / explaining
    j = np.arange(1, explained + 1)[None, :] / explained
    far: Array = np.abs(i - j)
    return far


def prior(explaining: int, explained: int, tension: float) -> Array:
    """[i, j]: probability that word j is explained by word i; columns add up to 1 - NONE."""
    raw = np.exp(-tension * distance(explaining, explained))
    chances: Array = raw * ((1 - NONE) / raw.sum(axis=0))
    return chances


def weigh(links: Array, tension: float) -> None:
    """[pair, i, j]: probabilities of words by those of places; done in place."""
    links *= prior(links.shape[1], links.shape[2], tension).astype(np.float32)


def posterior(links: Array, none: Array, tension: float) -> Array:
    """Turn probabilities of word j by word i into posteriors, in place; returns those of none."""
    weigh(links, tension)
    none = none * np.float32(NONE)
    sums = links.sum(axis=1)
    sums += none
    np.maximum(sums, _TINY, out=sums)
    links /= sums[:, None, :]
    none /= sums
    return none


def adjust(tension: float, sizes: Mapping[tuple[int, int], int], observed: float) -> float:
    """The tension under which words are, in the mean, as far from the diagonal as was observed.

    `sizes` says how many pairs have so many explaining and explained words.
    """
    words = sum(count * size[1] for size, count in sizes.items())
    for _ in range(_NEWTON_STEPS):
        mean = spread = 0.0
        for (explaining, explained), count in sizes.items():
            far = distance(explaining, explained)
            share = prior(explaining, explained, tension) / (1 - NONE)
            means = (share * far).sum(axis=0)
            mean += count * float(means.sum())
            spread += count * float((share * far * far).sum() - (means * means).sum())
        if spread <= 0.0:
            break
        tension += (mean / words - observed) / (spread / words)
        tension = min(max(tension, _RANGE[0]), _RANGE[1])
    return tension
