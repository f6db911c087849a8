"""Maximum entropy learnt from few rows at a time, for problems of many rows, features and labels.

Each weight has steps of its own length, the shorter the more it has moved (AdaGrad, Duchi et al.
2011). What is not met in a while shrinks all at once when it is met again, which comes to the same
as a little with every row. Where it ends depends on the order of the rows, which a seed gives.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..arrays import Array, Floats
from .learners import Auxiliary, distinct_labels
from .named_rows import NamedRows
from .real_weights import RealWeights

_ROWS = 32
_SEED = 1
_LAST_RATE = 0.02


@dataclass(frozen=True)
class AdaptiveMaximumEntropy:
    """One distribution over all labels.

    rate    the length of the first steps
    shrink  how much of its step a weight is pulled to 0, with each row
    epochs  how often all rows are looked at
    """

    name: ClassVar[str] = "adaptive"
    rate: float = 0.2
    shrink: float = 3e-5
    epochs: int = 10

    def fit(
        self, rows: NamedRows, labels: Sequence[str], auxiliary: Sequence[Auxiliary] = ()
    ) -> RealWeights:
        found = distinct_labels(labels)
        places = {label: place for place, label in enumerate(found)}
        wanted = np.array([places[label] for label in labels])
        state = _State(len(rows.names), len(found), self.rate, self.shrink)
        order = np.random.default_rng(_SEED)
        for epoch in range(self.epochs):
            state.rate = self.rate * (1 - epoch / self.epochs + _LAST_RATE)
            shuffled = order.permutation(len(wanted))
            for start in range(0, len(shuffled), _ROWS):
                chosen = shuffled[start : start + _ROWS]
                state.learn(rows.matrix[chosen], wanted[chosen])
        state.settle()
        values = state.weights
        if len(found) == 2:
            values = values[:, 1:] - values[:, :1]
        return RealWeights(found, rows.names, values)


class _State:
    """Weights, how much each has moved, and when each feature was last met."""

    def __init__(self, features: int, labels: int, rate: float, shrink: float) -> None:
        self.weights: Floats = np.zeros((features, labels))
        self._moved: Floats = np.full((features, labels), 1e-6)
        self._met: Array = np.zeros(features, dtype=np.int64)
        self._seen, self.rate, self._shrink = 0, rate, shrink

    def learn(self, matrix: Any, wanted: Array) -> None:
        """A step after some rows."""
        columns, local = np.unique(matrix.indices, return_inverse=True)
        small = type(matrix)((matrix.data, local, matrix.indptr), (len(wanted), len(columns)))
        self._seen += len(wanted)
        weights, moved = self._shrunk(columns), self._moved[columns]
        chances = _chances(small @ weights)
        chances[np.arange(len(wanted)), wanted] -= 1
        slope = small.T @ chances
        moved += slope**2
        self._moved[columns] = moved
        self.weights[columns] = weights - self.rate * slope / np.sqrt(moved)

    def settle(self) -> None:
        """What was not met at the end shrinks as the others did."""
        self.weights = self._shrunk(np.arange(len(self._met)))

    def _shrunk(self, columns: Array) -> Floats:
        gaps = (self._seen - self._met[columns])[:, None]
        self._met[columns] = self._seen
        pulled = 1 + self._shrink * self.rate * gaps / np.sqrt(self._moved[columns])
        found: Floats = self.weights[columns] / pulled
        return found


def _chances(sums: Floats) -> Floats:
    raised = np.exp(sums - sums.max(axis=1, keepdims=True))
    found: Floats = raised / raised.sum(axis=1, keepdims=True)
    return found
