"""Sparse feature matrices with named columns, and logistic regression on them."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...arrays import Array, Floats, Indices
from ...optional import requires_extra
from .linear_classifier import LinearClassifier


@dataclass(frozen=True, eq=False)
class FeatureMatrix:
    """Counts of features in examples.

    names   names of the features, one per column; `from_features` sorts them
    matrix  sparse scipy matrix of float64, with the count of each feature in each example
    """

    names: tuple[str, ...]
    matrix: Any

    @classmethod
    def from_features(cls, rows: Iterable[Iterable[str]], min_count: int = 1) -> "FeatureMatrix":
        """Count features; leave out features that occur in fewer than `min_count` rows.

        Every row is read once, so `rows` may be a generator.
        """
        column_by_name: dict[str, int] = {}
        columns, starts = _index_columns(
            rows, lambda name: column_by_name.setdefault(name, len(column_by_name))
        )
        names = tuple(column_by_name)
        full_matrix = _build_count_matrix(columns, starts, len(names))
        row_counts = np.bincount(full_matrix.indices, minlength=len(names))
        frequent_columns = sorted(
            (column for column in range(len(names)) if row_counts[column] >= min_count),
            key=names.__getitem__,
        )
        matrix = full_matrix[:, frequent_columns]
        matrix.sort_indices()
        return cls(tuple(names[column] for column in frequent_columns), matrix)

    def encode(self, rows: Iterable[Iterable[str]]) -> "FeatureMatrix":
        """Count the features of other rows in the same columns; leave out other features."""
        column_by_name: Mapping[str, int] = {name: column for column, name in enumerate(self.names)}
        return FeatureMatrix(
            self.names,
            _build_count_matrix(*_index_columns(rows, column_by_name.get), len(self.names)),
        )

    def clear_columns(self, is_dropped: Callable[[str], bool]) -> "FeatureMatrix":
        """Return the same columns, but empty if `is_dropped` returns true for their name."""
        is_kept = np.array([not is_dropped(name) for name in self.names], dtype=bool)
        matrix = self.matrix.copy()
        matrix.data *= is_kept[matrix.indices]
        matrix.eliminate_zeros()
        return FeatureMatrix(self.names, matrix)

    def select_rows(self, indices: Indices) -> "FeatureMatrix":
        """Return the rows at these indices."""
        return FeatureMatrix(self.names, self.matrix[indices])


def _index_columns(
    rows: Iterable[Iterable[str]], find_column: Callable[[str], int | None]
) -> tuple[Array, Array]:
    """Return the columns of the features of all rows, concatenated, and the start of each row.

    `find_column` returns the column of a feature, or None for a feature that is left out.
    """
    columns, starts = array("i"), array("q", [0])
    for row in rows:
        columns.extend(column for name in row if (column := find_column(name)) is not None)
        starts.append(len(columns))
    return np.array(columns, dtype=np.intc), np.array(starts, dtype=np.int64)


def _build_count_matrix(indices: Array, starts: Array, n_columns: int) -> Any:
    with requires_extra("SciPy, which learns from examples,", "train"):
        from scipy.sparse import csr_array
    # liblinear and other libraries need 32-bit indices, which are used unless there are too many.
    row_starts = starts.astype(np.int32) if starts[-1] < 2**31 else starts
    csr_arrays = (np.ones(len(indices)), indices.astype(row_starts.dtype), row_starts)
    matrix = csr_array(csr_arrays, shape=(len(starts) - 1, n_columns))
    matrix.sum_duplicates()
    return matrix


# Integer weights are clipped to this absolute value.
MAX_WEIGHT = 999


@dataclass(frozen=True, eq=False)
class LabelWeights:
    """Weights of a linear classifier before rounding.

    labels  names of the labels
    names   names of the features
    values  array of shape (n_features, n_labels); two labels have one column, for the second label
    """

    labels: tuple[str, ...]
    feature_names: tuple[str, ...]
    values: Floats

    def margins(self, matrix: Any) -> Floats:
        """Return the weighted sums of each row of `matrix`, of shape (n_rows, n_labels).

        Two labels have one column, for the second label.
        """
        margins: Floats = matrix @ self.values
        return margins

    def predict(self, matrix: Any) -> list[str]:
        """Return the label with the highest margin of each row; of equal margins, the first."""
        margins = self.margins(matrix)
        best_indices = margins.argmax(axis=1) if len(self.labels) > 2 else margins[:, 0] > 0
        return [self.labels[index] for index in best_indices.astype(int).tolist()]

    def select_labels(self, labels: Set[str]) -> "LabelWeights":
        """Return the weights of a subset of at least two labels."""
        columns = [column for column, label in enumerate(self.labels) if label in labels]
        if len(columns) == len(self.labels):
            return self
        label_names = tuple(self.labels[column] for column in columns)
        values = self.values[:, columns]
        if len(columns) == 2:
            values = values[:, 1:] - values[:, :1]
        return LabelWeights(label_names, self.feature_names, values)

    def to_classifier(self, scale: float) -> LinearClassifier:
        """Return a classifier with integer weights in units of `scale`.

        A feature is left out if all its weights are rounded to 0.
        """
        integer_values = np.clip(np.rint(self.values / scale), -MAX_WEIGHT, MAX_WEIGHT).astype(int)
        if len(self.labels) == 2:
            integer_values = np.column_stack([np.zeros_like(integer_values), integer_values])
        weights = {
            self.feature_names[row]: tuple(integer_values[row].tolist())
            for row in np.flatnonzero(integer_values.any(axis=1)).tolist()
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
    """Train a logistic regression with scikit-learn; the result predicts without scikit-learn.

    rows       features of each example; a feature that occurs twice counts twice
    c          C of scikit-learn: the higher, the weaker the penalty
    min_count  minimum number of examples with a feature; rarer features are left out
    scale      value of an integer weight of 1
    balance    0: all examples have the same weight; 1: all labels have the same total weight;
               values in between interpolate
    """
    features = FeatureMatrix.from_features(rows, min_count)
    return fit_logistic_weights(features, labels, c, balance).to_classifier(scale)


def fit_logistic_weights(
    rows: FeatureMatrix, labels: Sequence[str], c: float = 1.0, balance: float = 0.0
) -> LabelWeights:
    """Train a logistic regression and return its weights before rounding."""
    with requires_extra("scikit-learn (required for training)", "train"):
        from sklearn.linear_model import LogisticRegression
    inverse_frequency = {label: len(labels) / count for label, count in Counter(labels).items()}
    example_weights = [inverse_frequency[label] ** balance for label in labels]
    # Examples that need an intercept have a feature that is always present.
    estimator = LogisticRegression(C=c, fit_intercept=False, max_iter=1000)
    estimator.fit(rows.matrix, list(labels), example_weights)
    return LabelWeights(tuple(estimator.classes_.tolist()), rows.names, estimator.coef_.T)
