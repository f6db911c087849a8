"""Ranking SVMs on dense and sparse features, and a logistic curve over their margins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ...arrays import Floats, Indices
from ...optional import requires_extra
from .regression import LearningProblem

# Linear ranking SVMs (Joachims 2002), which predict which of two candidates people prefer


@dataclass(frozen=True, eq=False)
class Ranking(LearningProblem):
    """Ranking problem with dense features.

    differences  features of the better candidate minus features of the worse, one row per pair
    groups       group of each pair; cross-validation keeps a group in the same fold

    The SVM has no intercept, so the order of the two candidates does not matter. The differences
    are divided by their root mean square for training; the returned weights apply to unscaled
    features.
    """

    method: ClassVar[str] = "ranking"
    measure: ClassVar[str] = "consistency"
    c_values: ClassVar[tuple[float, ...]] = (1e-5, 1e-4, 1e-3, 1e-2, 1e-1)
    differences: Floats
    groups: Indices

    @property
    def n_features(self) -> int:
        return int(self.differences.shape[1])

    def fit(self, rows: Indices, columns: Indices, c: float) -> Floats:
        weights = np.zeros(self.n_features)
        weights[columns] = fit_ranking_svm(self.differences[np.ix_(rows, columns)], c)
        return weights

    def agreement(self, rows: Indices, weights: Floats) -> float:
        return float((self.differences[rows] @ weights > 0).mean())


def fit_ranking_svm(differences: Floats, c: float) -> Floats:
    """Return weights w with w · d > 0 for most rows d of `compute_differences`.

    The loss is the squared hinge loss; `c` is C of liblinear.
    """
    scale = np.sqrt((differences**2).mean(axis=0))
    scale[scale == 0] = np.inf  # a constant feature gets weight 0
    # liblinear needs two classes: negating a row and its label does not change the loss.
    signs = np.where(np.arange(len(differences)) % 2, -1, 1)
    signed_rows = differences / scale * signs[:, None]
    if len(signed_rows) == 1:
        signed_rows, signs = np.vstack([signed_rows, -signed_rows]), np.array([1, -1])
    # The primal solver is deterministic; the dual solver is not.
    svm = import_linear_svc()(C=c, dual=False, fit_intercept=False, tol=1e-4, max_iter=10_000)
    weights: Floats = svm.fit(signed_rows, signs).coef_[0] / scale
    return weights


def import_linear_svc() -> Any:
    """Import and return `sklearn.svm.LinearSVC`; raise a ResourceError if it is not installed."""
    with requires_extra("scikit-learn (required for training)", "train"):
        from sklearn.svm import LinearSVC
    return LinearSVC


@dataclass(frozen=True, eq=False)
class SparseRanking(LearningProblem):
    """Ranking problem with sparse features.

    texts          features of each text by name
    feature_names  features that are used, in the order of the columns
    better, worse  indices of the texts of each pair
    groups         group of each pair; cross-validation keeps a group in the same fold

    All features are divided by the same number for training, because they are probabilities.
    Dividing a rare feature by its root mean square would lead to overfitting.
    """

    method: ClassVar[str] = "ranking"
    measure: ClassVar[str] = "consistency"
    c_values: ClassVar[tuple[float, ...]] = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
    texts: Sequence[Mapping[str, float]]
    feature_names: tuple[str, ...]
    better: Indices
    worse: Indices
    groups: Indices

    @property
    def n_features(self) -> int:
        return len(self.feature_names)

    @cached_property
    def matrix(self) -> Any:
        """Sparse feature matrix of shape (n_texts, n_features)."""
        with requires_extra("scikit-learn (required for training)", "train"):
            from scipy.sparse import csr_array
        column_by_name = {name: column for column, name in enumerate(self.feature_names)}
        starts, indices, values = [0], list[int](), list[float]()
        for features in self.texts:
            for name, value in features.items():
                if name in column_by_name:
                    indices.append(column_by_name[name])
                    values.append(value)
            starts.append(len(indices))
        shape = (len(self.texts), self.n_features)
        return csr_array((np.array(values), np.array(indices), np.array(starts)), shape=shape)

    def compute_differences(self, pairs: Indices) -> Any:
        """Return the sparse feature differences of these pairs, better minus worse."""
        return self.matrix[self.better[pairs]] - self.matrix[self.worse[pairs]]

    def compute_margins(self, weights: Floats) -> Floats:
        """Return the weighted sum of the features of each text."""
        margins: Floats = self.matrix @ weights
        return margins

    def fit(self, rows: Indices, columns: Indices, c: float) -> Floats:
        weights = np.zeros(self.n_features)
        differences = self.compute_differences(rows)[:, columns]
        scale = float(np.sqrt(differences.power(2).sum() / differences.shape[0])) or 1.0
        # liblinear needs two classes: negating a row and its label does not change the loss.
        signs = np.where(np.arange(differences.shape[0]) % 2, -1, 1)
        signed_rows = differences.multiply(signs[:, None] / scale)
        if differences.shape[0] == 1:
            signed_rows, signs = _add_negation(signed_rows)
        # The primal solver is deterministic; the dual solver is not.
        svm = import_linear_svc()(C=c, dual=False, fit_intercept=False, tol=1e-4, max_iter=10_000)
        weights[columns] = svm.fit(_convert_indices(signed_rows), signs).coef_[0] / scale
        return weights

    def agreement(self, rows: Indices, weights: Floats) -> float:
        margins = self.compute_margins(weights)
        return float((margins[self.better[rows]] > margins[self.worse[rows]]).mean())


def _convert_indices(rows: Any) -> Any:
    """Return a CSR matrix with 32-bit indices, which liblinear needs."""
    matrix = rows.tocsr()
    matrix.indices, matrix.indptr = (
        matrix.indices.astype(np.int32),
        matrix.indptr.astype(np.int32),
    )
    return matrix


def _add_negation(row: Any) -> tuple[Any, Any]:
    """Return a matrix of a row and its negation, and their signs."""
    from scipy.sparse import vstack

    return vstack([row, -row]), np.array([1, -1])


def find_frequent_features(texts: Sequence[Mapping[str, float]], min_texts: int) -> tuple[str, ...]:
    """Return the sorted names of features that occur in at least `min_texts` texts."""
    counts: dict[str, int] = {}
    for features in texts:
        for name in features:
            counts[name] = counts.get(name, 0) + 1
    return tuple(sorted(name for name, count in counts.items() if count >= min_texts))


_MAX_NEWTON_STEPS = 100
_EPSILON = 1e-12  # keeps matrices from being singular


class LogisticCurve(NamedTuple):
    """The curve 1 / (1 + exp(-slope (x - centre - covariate_coefficient y))).

    x is the margin of a text and y a covariate of its pair.
    """

    slope: float
    centre: float
    covariate_coefficient: float = 0.0


def fit_logistic_curve(
    better: Floats, worse: Floats, covariate: Floats | None = None
) -> LogisticCurve:
    """Fit a logistic curve by maximum likelihood, with the target probabilities of Platt (1999).

    `better` and `worse` are the margins of each pair, `covariate` its covariate y; None: no
    covariate. Newton's method maximises the log-likelihood of standardised values. The slope is 0
    if better margins are not higher than worse margins.
    """
    columns = [np.concatenate([better, worse])]
    if covariate is not None and np.ptp(covariate) > 0:
        columns.append(np.concatenate([covariate, covariate]))
    values = np.column_stack(columns)
    means, deviations = values.mean(axis=0), values.std(axis=0)
    deviations[deviations == 0] = 1.0
    standardised_rows = np.column_stack([(values - means) / deviations, np.ones(len(values))])
    *weights, offset = _maximise_likelihood(standardised_rows, len(better))
    slope, *covariate_weights = (np.array(weights) / deviations).tolist()
    if slope <= 0:
        return LogisticCurve(0.0, float(means[0]))
    offset -= float(np.array(weights) / deviations @ means)
    return LogisticCurve(
        slope, -offset / slope, -covariate_weights[0] / slope if covariate_weights else 0.0
    )


def _maximise_likelihood(rows: Floats, n_better: int) -> list[float]:
    """Return the weights of a logistic regression; the first `n_better` rows are positive."""
    positive_target = (n_better + 1) / (n_better + 2)
    targets = np.where(np.arange(len(rows)) < n_better, positive_target, 1 - positive_target)
    weights = np.zeros(rows.shape[1])
    for _ in range(_MAX_NEWTON_STEPS):
        probabilities = 1 / (1 + np.exp(-np.clip(rows @ weights, -700, 700)))
        variances = probabilities * (1 - probabilities) + _EPSILON
        curvature = (rows * variances[:, None]).T @ rows + _EPSILON * np.eye(rows.shape[1])
        # The step is limited, because a full Newton step may overshoot and diverge.
        step = np.linalg.solve(curvature, rows.T @ (targets - probabilities)).clip(-1, 1)
        weights = weights + step
        if abs(step).max() < 1e-9:
            break
    result: list[float] = weights.tolist()
    return result
