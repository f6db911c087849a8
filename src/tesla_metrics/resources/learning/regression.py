"""Ridge regression, and cross-validation over segments."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...arrays import Floats, Indices
from ...errors import InputError


class LearningProblem(ABC):
    """Rows of features with human judgments; rows of one group are held out together.

    `c_values` are the values of the regularisation parameter C to try, the smallest first.
    """

    method: ClassVar[str]  # name in model files
    measure: ClassVar[str]  # name of the statistic that `agreement` returns
    c_values: ClassVar[tuple[float, ...]]
    groups: Indices

    @property
    @abstractmethod
    def n_features(self) -> int:
        """The number of features."""

    @abstractmethod
    def fit(self, rows: Indices, columns: Indices, c: float) -> Floats:
        """Return weights of all unscaled features, 0 for those that are not in `n_features`."""

    @abstractmethod
    def agreement(self, rows: Indices, weights: Floats) -> float:
        """Return how well the weighted sums agree with the judgments; higher is better."""


FOLDS, SEED = 5, 12345
AGREEMENT_TOLERANCE = 0.0002


@dataclass(frozen=True)
class ValidationResult:
    """The chosen C, its agreement on held-out folds, and the agreement of each C that was tried."""

    c: float
    agreement: float
    curve: tuple[tuple[float, float], ...]


def make_folds(groups: Indices, n_folds: int = FOLDS, seed: int = SEED) -> list[Indices]:
    """Distribute rows over folds with about equally many groups each, deterministically by seed."""
    distinct = np.unique(groups)
    n_folds = min(n_folds, len(distinct))
    if n_folds < 2:
        raise InputError(
            f"there are judgments of {len(distinct)} segment: training and validation need at "
            "least two segments, and hundreds are recommended"
        )
    order = np.random.default_rng(seed).permutation(len(distinct))
    fold_of_group = np.empty(len(distinct), dtype=np.intp)
    fold_of_group[order] = np.arange(len(distinct)) % n_folds
    fold_of_row = fold_of_group[np.searchsorted(distinct, groups)]
    return [np.flatnonzero(fold_of_row == n) for n in range(n_folds)]


def choose_c(problem: LearningProblem) -> ValidationResult:
    """Return the smallest C that agrees about as well as the best one on held-out folds.

    If features are correlated, larger values of C agree equally well, but with far larger weights
    that cancel out.
    """
    columns = np.arange(problem.n_features)
    curve = tuple((c, cross_validate(problem, columns, c)) for c in problem.c_values)
    best = max(value for _, value in curve)
    return ValidationResult(
        *next(point for point in curve if point[1] >= best - AGREEMENT_TOLERANCE), curve
    )


def cross_validate(problem: LearningProblem, columns: Sequence[int] | Indices, c: float) -> float:
    """Return the mean agreement on held-out folds, using only these columns."""
    selected, all_rows = np.asarray(columns, dtype=np.intp), np.arange(len(problem.groups))
    values = [
        problem.agreement(test_rows, problem.fit(np.setdiff1d(all_rows, test_rows), selected, c))
        for test_rows in make_folds(problem.groups)
    ]
    return float(np.mean(values))


@dataclass(frozen=True, eq=False)
class Regression(LearningProblem):
    """Features of candidates, one row each, and standardised human scores."""

    method: ClassVar[str] = "regression"
    measure: ClassVar[str] = "pearson"
    c_values: ClassVar[tuple[float, ...]] = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
    features: Floats
    targets: Floats
    groups: Indices

    @property
    def n_features(self) -> int:
        return int(self.features.shape[1])

    def fit(self, rows: Indices, columns: Indices, c: float) -> Floats:
        weights = np.zeros(self.n_features)
        chosen = self.features[np.ix_(rows, columns)]
        weights[columns] = fit_ridge(chosen, self.targets[rows], c)
        return weights

    def agreement(self, rows: Indices, weights: Floats) -> float:
        return pearson(self.features[rows] @ weights, self.targets[rows])


def pearson(scores: Floats, targets: Floats) -> float:
    """Return Pearson's correlation, 0 where nothing varies."""
    # Differences below the tolerance are rounding errors of equal scores.
    if np.ptp(scores) < 1e-12 or np.ptp(targets) == 0:
        return 0.0
    return float(np.corrcoef(scores, targets)[0, 1])


def fit_ridge(features: Floats, targets: Floats, c: float) -> Floats:
    """Return the weights that minimise ½|w|² + c · squared errors of standardised features."""
    centred = features - features.mean(axis=0)
    scale = centred.std(axis=0)
    scale[scale < 1e-12] = np.inf
    rows = centred / scale
    system = rows.T @ rows + np.eye(rows.shape[1]) / (2 * c)
    weights: Floats = np.linalg.solve(system, rows.T @ (targets - targets.mean())) / scale
    return weights
