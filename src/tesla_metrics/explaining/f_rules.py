"""The rules of F-measures, for the n-grams of one pair and for those of thousands at once.

F = S / D with D = a X + (1 - a) Y. S is what the n-grams of either side are worth, so

    1 - F = (a sum over x of (X(x) - worth(x)) + (1 - a) sum over y of (Y(y) - worth(y))) / D

and every n-gram has lost its term. Of a flow each word bears what its own similarity lacks; what
did not flow falls on the words in proportion to what they lost as unigrams, else equally.
"""

from math import inf
from typing import NamedTuple

import numpy as np

from ..arrays import Floats, Indices

# A share below this is what rounding left.
_NOTHING = 1e-12


class Bearing(NamedTuple):
    """Which words, of so many, bear what n-grams lose: an entry for each word of each n-gram."""

    gram: Indices
    word: Indices
    words: int

    def spread(self, left: Floats, unigrams: Floats) -> Floats:
        """What words bear of the weight that did not flow, by what they lost as unigrams."""
        fault = np.where(unigrams > _NOTHING, unigrams, 0.0)[self.word]
        total = np.bincount(self.gram, fault, len(left))[self.gram]
        equal = 1 / np.bincount(self.gram, minlength=len(left))[self.gram]
        part = np.divide(fault, total, out=equal, where=total > 0)
        return np.bincount(self.word, left[self.gram] * part, self.words).astype(float)


def prices(gains: Floats, shared: Floats, weight: Floats, slope: float) -> Floats:
    """The right-hand derivatives of S / D, where S gains `gains` and D `slope` by each unit.

    Where nothing counted until now, what is added is all there is: the value jumps.
    """
    some = np.where(weight > 0, weight, 1.0)
    jumps = np.where(gains > 0, inf, 0.0)
    return np.where(weight > 0, (gains - shared * slope / some) / some, jumps)
