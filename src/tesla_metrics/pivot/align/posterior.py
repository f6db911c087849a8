"""How probably each word is explained by each word of the other side."""

import numpy as np

from ...arrays import Array
from .diagonal import NONE, prior

_TINY = np.float32(1e-30)


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
