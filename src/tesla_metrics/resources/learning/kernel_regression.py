"""Kernels, and the prediction of a trained support vector regression."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ...arrays import Floats
from ...files.schema import Schema, list_of, number, record, tuple_of


@dataclass(frozen=True)
class Kernel(ABC):
    """Kernel function k(z, v) of scaled rows z and support vectors v.

    name            name in model files
    sklearn_name    name of the kernel in scikit-learn
    degree, offset  parameters degree and coef0 of the kernel in scikit-learn
    """

    gamma: float
    name: ClassVar[str]
    sklearn_name: ClassVar[str]
    degree: ClassVar[int] = 3
    offset: ClassVar[float] = 0.0

    @abstractmethod
    def values(self, rows: Floats, vectors: Floats) -> Floats:
        """Return the kernel of each row with each vector, of shape (n_rows, n_vectors)."""

    @abstractmethod
    def gradients(self, row: Floats, vectors: Floats) -> Floats:
        """Return the partial derivatives of k(row, vector), of shape (n_vectors, n_columns)."""


class LinearKernel(Kernel):
    """k(z, v) = gamma z.v"""

    name, sklearn_name = "linear", "linear"

    def values(self, rows: Floats, vectors: Floats) -> Floats:
        return self.gamma * _compute_dot_products(rows, vectors)

    def gradients(self, row: Floats, vectors: Floats) -> Floats:
        return self.gamma * vectors


class PolynomialKernel(Kernel):
    """k(z, v) = (gamma z.v + 1)^3"""

    name, sklearn_name = "polynomial", "poly"
    offset = 1.0

    def values(self, rows: Floats, vectors: Floats) -> Floats:
        values: Floats = (
            self.gamma * _compute_dot_products(rows, vectors) + self.offset
        ) ** self.degree
        return values

    def gradients(self, row: Floats, vectors: Floats) -> Floats:
        bases = self.gamma * _compute_dot_products(row[None, :], vectors)[0] + self.offset
        base_slopes = self.degree * bases ** (self.degree - 1)
        slopes: Floats = self.gamma * base_slopes[:, None] * vectors
        return slopes


class RbfKernel(Kernel):
    """k(z, v) = exp(-gamma |z - v|²)"""

    name, sklearn_name = "rbf", "rbf"

    def values(self, rows: Floats, vectors: Floats) -> Floats:
        squared_distances = np.zeros((len(rows), len(vectors)))
        for row_column, vector_column in zip(rows.T, vectors.T, strict=True):
            squared_distances += (row_column[:, None] - vector_column) ** 2
        values: Floats = np.exp(-self.gamma * squared_distances)
        return values

    def gradients(self, row: Floats, vectors: Floats) -> Floats:
        differences = row - vectors
        kernel_values = np.exp(-self.gamma * (differences**2).sum(axis=1))
        slopes: Floats = -2 * self.gamma * kernel_values[:, None] * differences
        return slopes


KERNELS: dict[str, type[Kernel]] = {
    kernel_class.name: kernel_class for kernel_class in (LinearKernel, PolynomialKernel, RbfKernel)
}


def _compute_dot_products(rows: Floats, vectors: Floats) -> Floats:
    """Return the dot product of each row with each vector, of shape (n_rows, n_vectors).

    Products are summed column by column, because rounding errors of a matrix product would depend
    on the number of rows.
    """
    products = np.zeros((len(rows), len(vectors)))
    for row_column, vector_column in zip(rows.T, vectors.T, strict=True):
        products += row_column[:, None] * vector_column
    return products


# Maximum number of kernel values of a batch: number of rows times number of support vectors.
_MAX_VALUES_PER_BATCH = 4_000_000


@dataclass(frozen=True, eq=False)
class KernelRegression:
    """Regression function: intercept + Σ_i weight_i k(z, vector_i) with z = (x - centre) / scale.

    centre, scale  mean and standard deviation of each feature
    vectors        scaled support vectors, as rows
    weights        weights of the support vectors
    """

    centre: Floats
    scale: Floats
    vectors: Floats
    weights: Floats
    intercept: float
    kernel: Kernel

    def predict(self, rows: Floats) -> Floats:
        """Return the predictions of rows, which may be outside of the range of targets."""
        batch_size = max(1, _MAX_VALUES_PER_BATCH // max(1, len(self.vectors)))
        batches = [
            self._predict_batch(rows[start : start + batch_size])
            for start in range(0, len(rows), batch_size)
        ]
        return np.concatenate(batches) if batches else np.empty(0)

    def compute_slopes(self, row: Floats) -> Floats:
        """Return the partial derivative of the prediction at `row` by each feature."""
        kernel_slopes = self.kernel.gradients((row - self.centre) / self.scale, self.vectors)
        slopes: Floats = (self.weights[:, None] * kernel_slopes).sum(axis=0) / self.scale
        return slopes

    def _predict_batch(self, rows: Floats) -> Floats:
        values = self.kernel.values((rows - self.centre) / self.scale, self.vectors)
        # Rounding errors of a matrix product would depend on the number of rows.
        predictions: Floats = (values * self.weights).sum(axis=1) + self.intercept
        return predictions


_MAX_VALUE = 1e9  # of numbers in model files
_FINITE = number(-_MAX_VALUE, _MAX_VALUE)
_POSITIVE = number(0.0, _MAX_VALUE, exclusive_minimum=True)


def build_regression_schema(n_features: int) -> Schema:
    """Return the schema of the description of a regression in a model file."""
    return record(
        {
            "gamma": _POSITIVE,
            "intercept": _FINITE,
            "centre": tuple_of(*[_FINITE] * n_features),
            "scale": tuple_of(*[_POSITIVE] * n_features),
            # Each row has the scaled features of a support vector, then its weight.
            "vectors": list_of(tuple_of(*[_FINITE] * (n_features + 1))),
        }
    )


def describe_regression(regression: KernelRegression) -> dict[str, Any]:
    """Return the description of a regression for a model file, without the name of its kernel."""
    return {
        "gamma": float(regression.kernel.gamma),
        "intercept": float(regression.intercept),
        "centre": regression.centre.tolist(),
        "scale": regression.scale.tolist(),
        "vectors": np.column_stack([regression.vectors, regression.weights]).tolist(),
    }


def build_regression(
    description: Mapping[str, Any], kernel_class: type[Kernel]
) -> KernelRegression:
    """Build a regression from its description, which has been validated."""
    centre = np.array(description["centre"], dtype=np.float64)
    vectors = np.array(description["vectors"], dtype=np.float64).reshape(-1, len(centre) + 1)
    return KernelRegression(
        centre,
        np.array(description["scale"], dtype=np.float64),
        vectors[:, :-1],
        vectors[:, -1],
        float(description["intercept"]),
        kernel_class(float(description["gamma"])),
    )
