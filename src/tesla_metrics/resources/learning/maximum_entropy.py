"""Sparse rows with named columns, and logistic regression on them."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Array, Floats, Indices
from ...optional import needs
from .linear_classifier import LinearClassifier


@dataclass(frozen=True, eq=False)
class FeatureMatrix:
    """How often each feature occurs in each example.

    names   names of the columns; `from_features` sorts them
    matrix  a sparse scipy matrix of float64; a feature that occurs twice in an example counts twice
    """

    names: tuple[str, ...]
    matrix: Any

    @classmethod
    def from_features(cls, rows: Iterable[Iterable[str]], min_count: int = 1) -> "FeatureMatrix":
        """Count features; those that occur in fewer than `min_count` rows are left out.

        Every row is read once, so `rows` may be a generator.
        """
        column_of: dict[str, int] = {}
        columns, starts = _column_indices(
            rows, lambda name: column_of.setdefault(name, len(column_of))
        )
        names = tuple(column_of)
        matrix_of_all = _count_matrix(columns, starts, len(names))
        row_counts = np.bincount(matrix_of_all.indices, minlength=len(names))
        selected = sorted(
            (column for column in range(len(names)) if row_counts[column] >= min_count),
            key=names.__getitem__,
        )
        matrix = matrix_of_all[:, selected]
        matrix.sort_indices()
        return cls(tuple(names[column] for column in selected), matrix)

    def encode(self, rows: Iterable[Iterable[str]]) -> "FeatureMatrix":
        """Return other rows with the same columns; features without a column are left out."""
        column_of: Mapping[str, int] = {name: column for column, name in enumerate(self.names)}
        return FeatureMatrix(
            self.names, _count_matrix(*_column_indices(rows, column_of.get), len(self.names))
        )

    def drop_columns(self, drop: Callable[[str], bool]) -> "FeatureMatrix":
        """Return the same columns, with the dropped ones empty."""
        is_kept = np.array([not drop(name) for name in self.names], dtype=bool)
        matrix = self.matrix.copy()
        matrix.data *= is_kept[matrix.indices]
        matrix.eliminate_zeros()
        return FeatureMatrix(self.names, matrix)

    def select(self, indices: Indices) -> "FeatureMatrix":
        """Return the rows at these indices."""
        return FeatureMatrix(self.names, self.matrix[indices])


def _column_indices(
    rows: Iterable[Iterable[str]], column_of: Callable[[str], int | None]
) -> tuple[Array, Array]:
    """Return the columns of the features of all rows, concatenated, and where each row starts."""
    columns, starts = array("i"), array("q", [0])
    for row in rows:
        columns.extend(column for name in row if (column := column_of(name)) is not None)
        starts.append(len(columns))
    return np.array(columns, dtype=np.intc), np.array(starts, dtype=np.int64)


def _count_matrix(indices: Array, starts: Array, n_columns: int) -> Any:
    with needs("SciPy, which learns from examples,", "train"):
        from scipy.sparse import csr_array
    # liblinear and other libraries need 32-bit indices, so use them unless there are too many.
    indptr = starts.astype(np.int32) if starts[-1] < 2**31 else starts
    parts = (np.ones(len(indices)), indices.astype(indptr.dtype), indptr)
    matrix = csr_array(parts, shape=(len(starts) - 1, n_columns))
    matrix.sum_duplicates()
    return matrix


# Larger absolute weights are clipped to this value.
MAX_WEIGHT = 999


@dataclass(frozen=True, eq=False)
class LabelWeights:
    """Weights before rounding: one row per feature, one column per label.

    Two labels have one column, for the second label.
    """

    labels: tuple[str, ...]
    names: tuple[str, ...]
    values: Floats

    def margins(self, matrix: Any) -> Floats:
        """Return the sums of each row of `matrix`, one column per label.

        Two labels have one column, for the second label.
        """
        margins: Floats = matrix @ self.values
        return margins

    def predict(self, matrix: Any) -> list[str]:
        """Return the label with the highest margin for each row, the first one in case of a tie."""
        margins = self.margins(matrix)
        best = margins.argmax(axis=1) if len(self.labels) > 2 else margins[:, 0] > 0
        return [self.labels[index] for index in best.astype(int).tolist()]

    def select_labels(self, labels: Set[str]) -> "LabelWeights":
        """Return the weights of these labels, at least two of them."""
        columns = [column for column, label in enumerate(self.labels) if label in labels]
        if len(columns) == len(self.labels):
            return self
        names = tuple(self.labels[column] for column in columns)
        values = self.values[:, columns]
        if len(columns) == 2:
            values = values[:, 1:] - values[:, :1]
        return LabelWeights(names, self.names, values)

    def rounded(self, scale: float) -> LinearClassifier:
        """Return a classifier with integer weights in units of `scale`.

        Features whose weights are all rounded to 0 are left out.
        """
        rounded = np.clip(np.rint(self.values / scale), -MAX_WEIGHT, MAX_WEIGHT).astype(int)
        if len(self.labels) == 2:
            rounded = np.column_stack([np.zeros_like(rounded), rounded])
        weights = {
            self.names[row]: tuple(rounded[row].tolist())
            for row in np.flatnonzero(rounded.any(axis=1)).tolist()
        }
        return LinearClassifier(self.labels, weights, scale)


def fit_logistic(
    rows: Iterable[Iterable[str]],
    labels: Sequence[str],
    *,
    c: float = 1.0,
    min_count: int = 2,
    scale: float = 0.01,
    balance: float = 0.0,
) -> LinearClassifier:
    """Train a logistic regression with scikit-learn; using the result does not need scikit-learn.

    rows        the features of each example; a feature that occurs twice counts twice
    c    scikit-learn's C: the higher, the weaker the penalty
    least_count leave out features that occur in fewer examples than this
    balance     0: all examples have the same weight; 1: all labels do; values between interpolate
    """
    return fit_logistic_weights(
        FeatureMatrix.from_features(rows, min_count), labels, c, balance
    ).rounded(scale)


def fit_logistic_weights(
    rows: FeatureMatrix, labels: Sequence[str], c: float = 1.0, balance: float = 0.0
) -> LabelWeights:
    """Train a logistic regression and return its weights before rounding."""
    with needs("scikit-learn (required for training)", "train"):
        from sklearn.linear_model import LogisticRegression
    inverse_frequency = {label: len(labels) / count for label, count in Counter(labels).items()}
    weights = [inverse_frequency[label] ** balance for label in labels]
    # No intercept: examples that need one have a feature that is always present.
    estimator = LogisticRegression(C=c, fit_intercept=False, max_iter=1000)
    estimator.fit(rows.matrix, list(labels), weights)
    return LabelWeights(tuple(estimator.classes_.tolist()), rows.names, estimator.coef_.T)
