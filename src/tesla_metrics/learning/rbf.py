"""What support vector regression learnt, with numpy alone: no learner is needed to apply it."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats

# Rows at a time beside all support vectors.
_NUMBERS = 4_000_000


@dataclass(frozen=True, eq=False)
class RbfRegression:
    """intercept + sum of weight_i exp(-gamma |z - vector_i|²), z = (x - centre) / scale.

    `vectors` are scaled already, a row each.
    """

    centre: Floats
    scale: Floats
    vectors: Floats
    weights: Floats
    intercept: float
    gamma: float

    def predict(self, rows: Floats) -> Floats:
        """A number for each row, unbounded."""
        step = max(1, _NUMBERS // max(1, len(self.vectors)))
        parts = [self._predict(rows[at : at + step]) for at in range(0, len(rows), step)]
        return np.concatenate(parts) if parts else np.empty(0)

    def slopes(self, row: Floats) -> Floats:
        """What the number of a row gains by each unit of its columns."""
        away = (row - self.centre) / self.scale - self.vectors
        kernel = np.exp(-self.gamma * (away**2).sum(axis=1)) * self.weights
        found: Floats = -2 * self.gamma * (kernel[:, None] * away).sum(axis=0) / self.scale
        return found

    def _predict(self, rows: Floats) -> Floats:
        scaled = (rows - self.centre) / self.scale
        squares = np.zeros((len(rows), len(self.vectors)))
        for own, column in zip(scaled.T, self.vectors.T, strict=True):
            squares += (own[:, None] - column) ** 2
        # Sums by row, not a product of matrices, whose last digits change with their number.
        kernel = np.exp(-self.gamma * squares) * self.weights
        found: Floats = kernel.sum(axis=1) + self.intercept
        return found
