"""Ridge regression: which score do people give?"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..arrays import Floats, Indices
from .problem import Problem


@dataclass(frozen=True, eq=False)
class Regression(Problem):
    """Features of candidates, a row each, and people's scores, standardised."""

    method: ClassVar[str] = "regression"
    measure: ClassVar[str] = "pearson"
    strengths: ClassVar[tuple[float, ...]] = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
    features: Floats
    targets: Floats
    groups: Indices

    @property
    def columns(self) -> int:
        return int(self.features.shape[1])

    def fit(self, rows: Indices, columns: Indices, strength: float) -> Floats:
        weights = np.zeros(self.columns)
        chosen = self.features[np.ix_(rows, columns)]
        weights[columns] = fit_ridge(chosen, self.targets[rows], strength)
        return weights

    def agreement(self, rows: Indices, weights: Floats) -> float:
        return pearson(self.features[rows] @ weights, self.targets[rows])


def pearson(scores: Floats, targets: Floats) -> float:
    """Their correlation, 0 where nothing varies."""
    # Rounding would make differences out of equal scores.
    if np.ptp(scores) < 1e-12 or np.ptp(targets) == 0:
        return 0.0
    return float(np.corrcoef(scores, targets)[0, 1])


def fit_ridge(features: Floats, targets: Floats, c: float) -> Floats:
    """Weights that minimise ½|w|² + c · squared errors, of standardised features."""
    centred = features - features.mean(axis=0)
    scale = centred.std(axis=0)
    scale[scale < 1e-12] = np.inf
    rows = centred / scale
    system = rows.T @ rows + np.eye(rows.shape[1]) / (2 * c)
    weights: Floats = np.linalg.solve(system, rows.T @ (targets - targets.mean())) / scale
    return weights
