"""The choice that a metric of whole test sets likes best: what any weights could reach."""

from itertools import pairwise
from typing import Any

import numpy as np

from ..arrays import Floats, Indices
from ..metrics.base import Metric

# Values nearer to each other than sums of statistics are exact, relative to the value.
NOISE = 1e-12


def oracle_choice(metric: Metric[Any], starts: Indices, rows: Floats, chosen: Indices) -> Indices:
    """The place of a candidate of each list, together never worse than `chosen`.

    List by list the candidate is taken that is best beside the others, until none changes: from
    `chosen`, and from the candidates that are best alone. Of a mean of segments that is the best
    there is; else it is as far as such steps lead.
    """
    search = _Search(metric, starts, rows)
    own = search.values(rows)
    alone = np.array([begin + int(own[begin:end].argmax()) for begin, end in search.lists])
    best = chosen
    for end in (search.climb(chosen), search.climb(alone)):
        if search.better(search.value(end), search.value(best)):
            best = end
    return best


class _Search:
    def __init__(self, metric: Metric[Any], starts: Indices, rows: Floats) -> None:
        self._metric, self._rows = metric, rows
        self._sign = 1.0 if metric.higher_is_better else -1.0
        self.lists = list(pairwise(starts.tolist()))

    def values(self, totals: Floats) -> Floats:
        """Of rows of totals, turned so that higher is better."""
        return self._sign * self._metric.system_values(totals)

    def value(self, chosen: Indices) -> float:
        return float(self.values(self._rows[chosen].sum(axis=0)[None])[0])

    @staticmethod
    def better(one: float, other: float) -> bool:
        return one > other + NOISE * abs(other)

    def climb(self, start: Indices) -> Indices:
        chosen, moved = start.copy(), True
        while moved:
            moved = False
            total = self._rows[chosen].sum(axis=0)
            for place, (begin, end) in enumerate(self.lists):
                old = int(chosen[place])
                totals = total - self._rows[old] + self._rows[begin:end]
                values = self.values(totals)
                new = int(values.argmax())
                if self.better(float(values[new]), float(values[old - begin])):
                    chosen[place], total, moved = begin + new, totals[new], True
        return chosen
