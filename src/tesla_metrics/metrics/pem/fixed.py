"""The combination of PEM's parts that stands where no model was trained.

    adequacy x (1 + fluency / 16) x (1/4 + 3/4 dissimilarity)

Each factor is in [0,1], and each can spoil the whole, as people see it: what means something else
or is no language is no paraphrase, however different it is. Fluency ends at -15, so that the worst
sentence keeps a sixteenth: a few rare words come as far as that, and would all be worth nothing,
whatever they mean. The last factor is the paper's own control: the sentence itself is worth 2 on
the scale from 1 to 5, a quarter of the way. Nothing here was fitted to ratings.
"""

import numpy as np

from ...arrays import Floats
from ...comparing.comparer import Rows
from ...comparing.texts import EMPTY_CANDIDATE

FLUENCIES = 1.0 - EMPTY_CANDIDATE  # 16: the worst one must not be nothing
COPY = 0.25  # what is left of a score where not a word has changed


class FixedCombination:
    """A `Combination` that needs no model."""

    name = "fixed"

    def combine(self, parts: Rows) -> Rows:
        adequacy, fluent, unlike = self._factors(parts.T)
        return adequacy * fluent * unlike

    def slopes(self, parts: Floats) -> Floats:
        adequacy, fluent, unlike = self._factors(parts)
        return np.array(
            [
                fluent * unlike,
                adequacy * unlike / FLUENCIES,
                adequacy * fluent * (1.0 - COPY),
            ]
        )

    def _factors(self, parts: Rows) -> tuple[Floats, Floats, Floats]:
        adequacy, fluency, dissimilarity = parts
        return adequacy, 1.0 + fluency / FLUENCIES, COPY + (1.0 - COPY) * dissimilarity
