"""The digamma function; numpy has none."""

import numpy as np

from ...arrays import Array, Floats

_SHIFT = 6


def digamma(x: Array) -> Floats:
    """For positive x: psi(x) = psi(x + 6) - sum of 1/(x + k), the former by its asymptotic series.

    The error is below 1e-9.
    """
    y = x + float(_SHIFT)
    inverse = 1.0 / (y * y)
    found: Floats = np.log(y) - 0.5 / y
    found -= inverse * (1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse / 240)))
    for k in range(_SHIFT):
        found -= 1.0 / (x + k)
    return found
