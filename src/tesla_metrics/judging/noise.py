"""Differences, with what is only rounding taken for none."""

import numpy as np

from ..arrays import Floats

# Sums in another order differ in their last digits: what is nearer than this share is equal.
NOISE = 1e-12


def subtract(a: Floats | float, b: Floats | float) -> Floats:
    """a - b, and exactly 0 where nothing but noise is left."""
    difference = np.asarray(a, dtype=np.float64) - b
    return np.where(np.abs(difference) <= NOISE * np.maximum(np.abs(a), np.abs(b)), 0.0, difference)
