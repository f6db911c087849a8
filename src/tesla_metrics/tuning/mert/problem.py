"""What is optimised: lists of candidates, what each adds to the metric, and the metric itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...arrays import Floats, Indices
from ...nbest.weights import weighted

# From totals, a row each, to scores.
Values: TypeAlias = Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class TuningProblem:
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
        """What a decoder with these weights thinks of each candidate."""
        return weighted(self.features, weights)

    def chosen(self, scores: Floats) -> Indices:
        """The place of the best candidate of each list, of equal ones the first."""
        begin, counts = self.starts[:-1], np.diff(self.starts)
        best = np.flatnonzero(scores == np.maximum.reduceat(scores, begin).repeat(counts))
        return best[np.searchsorted(best, begin)]

    def value(self, chosen: Indices) -> float:
        """The metric's, turned so that higher is better."""
        total = self.statistics[chosen].sum(axis=0)
        return self.sign * float(self.values(total[None])[0])

    def values_beside(self, chosen: Indices) -> Floats:
        """Of each candidate the value if it were chosen and the other lists left as they are."""
        own = self.statistics[chosen]
        others = (own.sum(axis=0) - own).repeat(np.diff(self.starts), axis=0)
        return self.sign * self.values(others + self.statistics)
