"""How steeply scores fall from 1 with what the head gives."""

from collections.abc import Callable
from math import log

import numpy as np

from ...arrays import Floats

# What the worst twentieth of the outputs may get; the middle one where people gave no scores.
_LOWEST = (0.1, 0.2, 0.3, 0.4, 0.5)
_WORST = 5  # per cent


def score_of(d: Floats, steepness: float) -> Floats:
    """In [0,1], and 1 for equal texts, whose d is 0."""
    found: Floats = 2 / (1 + np.exp(-steepness * np.minimum(d, 0.0)).clip(max=1e20))
    return found


def choose_steepness(
    d: Floats, people: Floats | None, checked: Callable[[Floats], Floats] = np.asarray
) -> float:
    """That whose scores agree best with people's; `checked` is what becomes of them later."""
    low = min(float(np.percentile(d, _WORST)), -1e-3)
    steep = [-log(2 / lowest - 1) / low for lowest in _LOWEST]
    if people is None or not people.std():
        return steep[len(steep) // 2]
    return max(steep, key=lambda one: correlation(checked(score_of(d, one)), people))


def correlation(x: Floats, y: Floats) -> float:
    """Pearson's; 0 where one of both is the same for all."""
    x, y = x - x.mean(), y - y.mean()
    size = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / size if size else 0.0
