"""Ridge regression: which score do people give?"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from .problem import Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Regression(Problem):
    """Features of candidates, a row each, and people's scores, standardised."""

    method: ClassVar[str] = "regression"
    measure: ClassVar[str] = "pearson"
    strengths: ClassVar[tuple[float, ...]] = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
    features: "NDArray[np.float64]"
    targets: "NDArray[np.float64]"
    groups: "NDArray[np.intp]"

    @property
    def columns(self) -> int:
        return int(self.features.shape[1])

    def fit(
        self, rows: "NDArray[np.intp]", columns: "NDArray[np.intp]", strength: float
    ) -> "NDArray[np.float64]":
        weights = np.zeros(self.columns)
        chosen = self.features[np.ix_(rows, columns)]
        weights[columns] = fit_ridge(chosen, self.targets[rows], strength)
        return weights

    def agreement(self, rows: "NDArray[np.intp]", weights: "NDArray[np.float64]") -> float:
        scores, targets = self.features[rows] @ weights, self.targets[rows]
        # Rounding would make differences out of equal scores.
        if np.ptp(scores) < 1e-12 or np.ptp(targets) == 0:
            return 0.0
        return float(np.corrcoef(scores, targets)[0, 1])


def fit_ridge(
    features: "NDArray[np.float64]", targets: "NDArray[np.float64]", c: float
) -> "NDArray[np.float64]":
    """Weights that minimise ½|w|² + c · squared errors, of standardised features."""
    centred = features - features.mean(axis=0)
    scale = centred.std(axis=0)
    scale[scale < 1e-12] = np.inf
    rows = centred / scale
    system = rows.T @ rows + np.eye(rows.shape[1]) / (2 * c)
    weights: NDArray[np.float64] = (
        np.linalg.solve(system, rows.T @ (targets - targets.mean())) / scale
    )
    return weights
