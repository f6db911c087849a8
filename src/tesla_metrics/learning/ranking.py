"""A linear ranking SVM (Joachims 2002): which of two candidates do people prefer?"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ..arrays import Floats, Indices
from ..optional import needs
from .problem import Problem


@dataclass(frozen=True, eq=False)
class Ranking(Problem):
    """Differences of features, better minus worse, a row a judged pair.

    The SVM has no intercept, so that it does not matter which candidate comes first. Differences
    are divided by their root mean square in training; the weights handed back are for plain ones.
    """

    method: ClassVar[str] = "ranking"
    measure: ClassVar[str] = "consistency"
    strengths: ClassVar[tuple[float, ...]] = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1)
    differences: Floats
    groups: Indices

    @property
    def columns(self) -> int:
        return int(self.differences.shape[1])

    def fit(self, rows: Indices, columns: Indices, strength: float) -> Floats:
        weights = np.zeros(self.columns)
        weights[columns] = fit_ranking_svm(self.differences[np.ix_(rows, columns)], strength)
        return weights

    def agreement(self, rows: Indices, weights: Floats) -> float:
        return float((self.differences[rows] @ weights > 0).mean())


def fit_ranking_svm(differences: Floats, c: float) -> Floats:
    """Weights w such that w · d > 0 for most rows d; squared hinge loss, C as in liblinear."""
    scale = np.sqrt((differences**2).mean(axis=0))
    scale[scale == 0] = np.inf  # a feature that never differs has nothing to say
    # liblinear wants two classes; turning a row round with its label changes nothing.
    signs = np.where(np.arange(len(differences)) % 2, -1, 1)
    rows = differences / scale * signs[:, None]
    if len(rows) == 1:
        rows, signs = np.vstack([rows, -rows]), np.array([1, -1])
    # The primal is solved without chance; the dual is not.
    svm = linear_svc()(C=c, dual=False, fit_intercept=False, tol=1e-4, max_iter=10_000)
    weights: Floats = svm.fit(rows, signs).coef_[0] / scale
    return weights


def linear_svc() -> Any:
    """scikit-learn's class, or how to get it."""
    with needs("scikit-learn, which learns from rankings,", "train"):
        from sklearn.svm import LinearSVC
    return LinearSVC
