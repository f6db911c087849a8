"""The modified Huber loss of margins p and signs y, which are +1 and -1.

-4py if py < -1, (1 - py)² if -1 ≤ py < 1, 0 otherwise: once differentiable, and straight where an
example is badly wrong, so that no outlier rules.
"""

import numpy as np

from ..arrays import Floats


def losses(margins: Floats, signs: Floats) -> Floats:
    """Of each margin."""
    short = 1 - margins * signs
    held = np.clip(short, 0, 2)
    # Both branches at once: held² where held is short itself, 4 short - 4 beyond.
    found: Floats = held * (2 * short - held)
    return found


def slopes(margins: Floats, signs: Floats) -> Floats:
    """What each loss gains by a unit of its margin."""
    found: Floats = -2 * signs * np.clip(1 - margins * signs, 0, 2)
    return found


def bends(margins: Floats, signs: Floats) -> Floats:
    """What each slope gains: 2 between the two bends of the loss, else 0."""
    return np.where(np.abs(margins * signs) < 1, 2.0, 0.0)
