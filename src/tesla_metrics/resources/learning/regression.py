"""Learning problems with human judgments, their cross-validation, and ridge regression."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...arrays import Floats, Indices
from ...errors import InputError


class LearningProblem(ABC):
    """Base class of learning problems: rows of features with human judgments.

    method    name in model files
    measure   name of the statistic that `agreement` returns
    c_values  values of the regularisation parameter C to try, in ascending order
    groups    group of each row; cross-validation keeps a group in the same fold
    """

    method: ClassVar[str]
    measure: ClassVar[str]
    c_values: ClassVar[tuple[float, ...]]
    groups: Indices

    @property
    @abstractmethod
    def n_features(self) -> int:
        """Number of features."""

    @abstractmethod
    def fit(self, rows: Indices, columns: Indices, c: float) -> Floats:
        """Learn from `rows`; return weights of all features, 0 for features not in `columns`."""

    @abstractmethod
    def agreement(self, rows: Indices, weights: Floats) -> float:
        """Return the agreement of weighted sums with the judgments of `rows`; higher is better."""


N_FOLDS, SEED = 5, 12345  # number of folds, and seed of their assignment
AGREEMENT_TOLERANCE = 0.0002  # smaller differences of agreement are ignored


@dataclass(frozen=True)
class ValidationResult:
    """Result of choosing C by cross-validation.

    c          the chosen C
    agreement  agreement of the chosen C on held-out folds
    curve      pairs (C, agreement) of all tried values
    """

    c: float
    agreement: float
    curve: tuple[tuple[float, float], ...]


def make_folds(groups: Indices, n_folds: int = N_FOLDS, seed: int = SEED) -> list[Indices]:
    """Split rows into folds of about the same number of groups; return the rows of each fold."""
    distinct_groups = np.unique(groups)
    n_folds = min(n_folds, len(distinct_groups))
    if n_folds < 2:
        raise InputError(
            f"there are judgments of {len(distinct_groups)} segment: training and validation need "
            "at least two segments, and hundreds are recommended"
        )
    shuffled_groups = np.random.default_rng(seed).permutation(len(distinct_groups))
    fold_of_group = np.empty(len(distinct_groups), dtype=np.intp)
    fold_of_group[shuffled_groups] = np.arange(len(distinct_groups)) % n_folds
    fold_of_row = fold_of_group[np.searchsorted(distinct_groups, groups)]
    return [np.flatnonzero(fold_of_row == fold) for fold in range(n_folds)]


def choose_c(problem: LearningProblem) -> ValidationResult:
    """Choose the smallest C with about the best agreement on held-out folds.

    If features are correlated, larger values of C agree equally well, but with far larger weights
    that cancel out.
    """
    columns = np.arange(problem.n_features)
    agreements = tuple((c, cross_validate(problem, columns, c)) for c in problem.c_values)
    best_agreement = max(value for _, value in agreements)
    c, agreement = next(
        (c, agreement)
        for c, agreement in agreements
        if agreement >= best_agreement - AGREEMENT_TOLERANCE
    )
    return ValidationResult(c, agreement, agreements)


def cross_validate(problem: LearningProblem, columns: Sequence[int] | Indices, c: float) -> float:
    """Return the mean agreement on held-out folds with only the features in `columns`."""
    column_indices = np.asarray(columns, dtype=np.intp)
    all_rows = np.arange(len(problem.groups))
    agreements = []
    for test_rows in make_folds(problem.groups):
        training_rows = np.setdiff1d(all_rows, test_rows)
        weights = problem.fit(training_rows, column_indices, c)
        agreements.append(problem.agreement(test_rows, weights))
    return float(np.mean(agreements))


@dataclass(frozen=True, eq=False)
class Regression(LearningProblem):
    """Regression problem: features of candidates, and standardised human scores as targets."""

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
        used_features = self.features[np.ix_(rows, columns)]
        weights[columns] = fit_ridge(used_features, self.targets[rows], c)
        return weights

    def agreement(self, rows: Indices, weights: Floats) -> float:
        return compute_pearson(self.features[rows] @ weights, self.targets[rows])


def compute_pearson(scores: Floats, targets: Floats) -> float:
    """Return Pearson's correlation, 0 if scores or targets are constant."""
    # Differences below the tolerance are rounding errors of equal scores.
    if np.ptp(scores) < 1e-12 or np.ptp(targets) == 0:
        return 0.0
    return float(np.corrcoef(scores, targets)[0, 1])


def fit_ridge(features: Floats, targets: Floats, c: float) -> Floats:
    """Return the weights that minimise ½|w|² + c · sum of squared errors.

    Features are standardised for training; the weights apply to unscaled features.
    """
    centred_features = features - features.mean(axis=0)
    scale = centred_features.std(axis=0)
    scale[scale < 1e-12] = np.inf
    standardised_rows = centred_features / scale
    matrix = standardised_rows.T @ standardised_rows + np.eye(standardised_rows.shape[1]) / (2 * c)
    weights: Floats = (
        np.linalg.solve(matrix, standardised_rows.T @ (targets - targets.mean())) / scale
    )
    return weights
