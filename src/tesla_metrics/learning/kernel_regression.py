"""What support vector regression learnt, with numpy alone: no learner is needed to apply it."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from .kernels import Kernel

# Rows at a time beside all support vectors.
_NUMBERS = 4_000_000


@dataclass(frozen=True, eq=False)
class KernelRegression:
    """intercept + sum of weight_i k(z, vector_i), z = (x - centre) / scale.

    `vectors` are scaled already, a row each.
    """

    centre: Floats
    scale: Floats
    vectors: Floats
    weights: Floats
    intercept: float
    kernel: Kernel

    def predict(self, rows: Floats) -> Floats:
        """A number for each row, unbounded."""
        step = max(1, _NUMBERS // max(1, len(self.vectors)))
        parts = [self._predict(rows[at : at + step]) for at in range(0, len(rows), step)]
        return np.concatenate(parts) if parts else np.empty(0)

    def slopes(self, row: Floats) -> Floats:
        """What the number of a row gains by each unit of its columns."""
        own = self.kernel.slopes((row - self.centre) / self.scale, self.vectors)
        found: Floats = (self.weights[:, None] * own).sum(axis=0) / self.scale
        return found

    def _predict(self, rows: Floats) -> Floats:
        values = self.kernel.values((rows - self.centre) / self.scale, self.vectors)
        # Sums by row, not a product of matrices, whose last digits change with their number.
        found: Floats = (values * self.weights).sum(axis=1) + self.intercept
        return found
