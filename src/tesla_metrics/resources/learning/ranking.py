"""Ranking SVMs on dense and sparse features, and a logistic curve over their margins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import numpy as np

from ...arrays import Floats, Indices
from ...optional import needs
from .regression import LearningProblem

# A linear ranking SVM (Joachims 2002) predicts which of two candidates people prefer.


@dataclass(frozen=True, eq=False)
class Ranking(LearningProblem):
    """Feature differences of judged pairs, better minus worse, one row per pair.

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

    def fit(self, rows: Indices, columns: Indices, strength: float) -> Floats:
        weights = np.zeros(self.n_features)
        weights[columns] = fit_ranking_svm(self.differences[np.ix_(rows, columns)], strength)
        return weights

    def agreement(self, rows: Indices, weights: Floats) -> float:
        return float((self.differences[rows] @ weights > 0).mean())


def fit_ranking_svm(differences: Floats, c: float) -> Floats:
    """Return weights w with w · d > 0 for most rows d; squared hinge loss, C as in liblinear."""
    scale = np.sqrt((differences**2).mean(axis=0))
    scale[scale == 0] = np.inf  # a constant feature gets weight 0
    # liblinear needs two classes; negating a row together with its label changes nothing.
    signs = np.where(np.arange(len(differences)) % 2, -1, 1)
    rows = differences / scale * signs[:, None]
    if len(rows) == 1:
        rows, signs = np.vstack([rows, -rows]), np.array([1, -1])
    # The solver of the primal is deterministic; the one of the dual is not.
    svm = linear_svc_class()(C=c, dual=False, fit_intercept=False, tol=1e-4, max_iter=10_000)
    weights: Floats = svm.fit(rows, signs).coef_[0] / scale
    return weights


def linear_svc_class() -> Any:
    """Import and return `sklearn.svm.LinearSVC`; raise `ResourceError` if it is not installed."""
    with needs("scikit-learn (required for training)", "train"):
        from sklearn.svm import LinearSVC
    return LinearSVC


@dataclass(frozen=True, eq=False)
class SparseRanking(LearningProblem):
    """Feature dictionaries of texts, and pairs of indices: the better and the worse text.

    texts   the features of each text by name
    feature_names  the features that have a column

    All features are divided by the same number. The features are probabilities and have one scale;
    dividing a rare feature by its own root mean square would lead to overfitting.
    """

    method: ClassVar[str] = "ranking"
    measure: ClassVar[str] = "consistency"
    c_values: ClassVar[tuple[float, ...]] = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
    texts: Sequence[Mapping[str, float]]
    feature_names: tuple[str, ...]
    better: Indices
    worse: Indices
    groups: Indices  # one per pair

    @property
    def n_features(self) -> int:
        return len(self.feature_names)

    @cached_property
    def matrix(self) -> Any:
        """The feature matrix, one sparse row per text."""
        with needs("scikit-learn (required for training)", "train"):
            from scipy.sparse import csr_array
        column_of = {name: column for column, name in enumerate(self.feature_names)}
        starts, indices, values = [0], list[int](), list[float]()
        for features in self.texts:
            for name, value in features.items():
                if name in column_of:
                    indices.append(column_of[name])
                    values.append(value)
            starts.append(len(indices))
        shape = (len(self.texts), self.n_features)
        return csr_array((np.array(values), np.array(indices), np.array(starts)), shape=shape)

    def differences(self, pairs: Indices) -> Any:
        """Return the sparse feature differences of these pairs, better minus worse."""
        return self.matrix[self.better[pairs]] - self.matrix[self.worse[pairs]]

    def margins(self, weights: Floats) -> Floats:
        """Return the margin of each text."""
        margins: Floats = self.matrix @ weights
        return margins

    def fit(self, rows: Indices, columns: Indices, strength: float) -> Floats:
        weights = np.zeros(self.n_features)
        differences = self.differences(rows)[:, columns]
        scale = float(np.sqrt(differences.power(2).sum() / differences.shape[0])) or 1.0
        # liblinear needs two classes; negating a row together with its label changes nothing.
        signs = np.where(np.arange(differences.shape[0]) % 2, -1, 1)
        signed_rows = differences.multiply(signs[:, None] / scale)
        if differences.shape[0] == 1:
            signed_rows, signs = _with_negation(signed_rows)
        # The solver of the primal is deterministic; the one of the dual is not.
        svm = linear_svc_class()(
            C=strength, dual=False, fit_intercept=False, tol=1e-4, max_iter=10_000
        )
        weights[columns] = svm.fit(_with_int32_indices(signed_rows), signs).coef_[0] / scale
        return weights

    def agreement(self, rows: Indices, weights: Floats) -> float:
        margins = self.margins(weights)
        return float((margins[self.better[rows]] > margins[self.worse[rows]]).mean())


def _with_int32_indices(rows: Any) -> Any:
    """Return a CSR matrix with 32-bit indices, which liblinear needs."""
    matrix = rows.tocsr()
    matrix.indices, matrix.indptr = (
        matrix.indices.astype(np.int32),
        matrix.indptr.astype(np.int32),
    )
    return matrix


def _with_negation(row: Any) -> tuple[Any, Any]:
    from scipy.sparse import vstack

    return vstack([row, -row]), np.array([1, -1])


def frequent_features(texts: Sequence[Mapping[str, float]], min_texts: int) -> tuple[str, ...]:
    """Return the sorted names of features that occur in at least `min_texts` texts."""
    counts: dict[str, int] = {}
    for features in texts:
        for name in features:
            counts[name] = counts.get(name, 0) + 1
    return tuple(sorted(name for name, count in counts.items() if count >= min_texts))


_MAX_NEWTON_STEPS = 100
_EPSILON = 1e-12  # keeps matrices from being singular


class LogisticCurve(NamedTuple):
    """The curve 1 / (1 + exp(-slope (x - centre - bend y))), where y is a covariate of the pair."""

    slope: float
    centre: float
    covariate_coefficient: float = 0.0


def fit_logistic_curve(
    better: Floats, worse: Floats, covariate: Floats | None = None
) -> LogisticCurve:
    """Fit a logistic curve by maximum likelihood, with the target probabilities of Platt.

    `better` and `worse` are the margins of each pair, `covariate` its covariate y. Newton's method
    maximises the log-likelihood of standardised values. The slope is 0 if the better margins are
    not above the worse ones.
    """
    columns = [np.concatenate([better, worse])]
    if covariate is not None and np.ptp(covariate) > 0:
        columns.append(np.concatenate([covariate, covariate]))
    values = np.column_stack(columns)
    means, deviations = values.mean(axis=0), values.std(axis=0)
    deviations[deviations == 0] = 1.0
    rows = np.column_stack([(values - means) / deviations, np.ones(len(values))])
    *weights, offset = _maximum_likelihood(rows, len(better))
    slope, *others = (np.array(weights) / deviations).tolist()
    if slope <= 0:
        return LogisticCurve(0.0, float(means[0]))
    offset -= float(np.array(weights) / deviations @ means)
    return LogisticCurve(slope, -offset / slope, -others[0] / slope if others else 0.0)


def _maximum_likelihood(rows: Floats, n_better: int) -> list[float]:
    positive_target = (n_better + 1) / (n_better + 2)
    targets = np.where(np.arange(len(rows)) < n_better, positive_target, 1 - positive_target)
    weights = np.zeros(rows.shape[1])
    for _ in range(_MAX_NEWTON_STEPS):
        probabilities = 1 / (1 + np.exp(-np.clip(rows @ weights, -700, 700)))
        variances = probabilities * (1 - probabilities) + _EPSILON
        curvature = (rows * variances[:, None]).T @ rows + _EPSILON * np.eye(rows.shape[1])
        # Limit the step: a full Newton step may overshoot and diverge.
        step = np.linalg.solve(curvature, rows.T @ (targets - probabilities)).clip(-1, 1)
        weights = weights + step
        if abs(step).max() < 1e-9:
            break
    result: list[float] = weights.tolist()
    return result
