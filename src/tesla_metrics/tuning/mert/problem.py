"""What is optimised: lists of candidates, what each adds to the metric, and the metric itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...arrays import Floats, Indices

# From totals, a row each, to scores.
Values: TypeAlias = Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class Problem:
    """Lists of candidates one after another.

    starts      of lists, and the end
    features    a row a feature, a column a candidate
    statistics  a row a candidate, which add up
    values      the metric's value of each row of totals
    sign        -1 where lower is better
    core        native, python or auto
    """

    starts: Indices
    features: Floats
    statistics: Floats
    values: Values
    sign: float = 1.0
    core: str = "auto"

    def scores(self, weights: Floats) -> Floats:
        """What a decoder with these weights thinks of each candidate.

        Feature by feature: a product of matrices rounds equal rows differently by their place.
        """
        total = np.zeros(self.features.shape[1])
        for weight, values in zip(weights.tolist(), self.features, strict=True):
            if weight:
                total += weight * values
        return total

    def chosen(self, scores: Floats) -> Indices:
        """The place of the best candidate of each list, of equal ones the first."""
        begin, counts = self.starts[:-1], np.diff(self.starts)
        best = np.flatnonzero(scores == np.maximum.reduceat(scores, begin).repeat(counts))
        return best[np.searchsorted(best, begin)]

    def value(self, chosen: Indices) -> float:
        """The metric's, turned so that higher is better."""
        total = self.statistics[chosen].sum(axis=0)
        return self.sign * float(self.values(total[None])[0])
