"""Kernels, and the prediction of a trained support vector regression."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from ...arrays import Floats
from ...files.schema import Shape, list_of, number, record, tuple_of


@dataclass(frozen=True)
class Kernel(ABC):
    """A function k(z, v) of scaled rows z and support vectors v.

    degree, offset  arguments of scikit-learn's kernel in addition to name and gamma
    sklearn_name            name of the kernel in scikit-learn
    """

    gamma: float
    name: ClassVar[str]
    sklearn_name: ClassVar[str]
    degree: ClassVar[int] = 3
    offset: ClassVar[float] = 0.0

    @abstractmethod
    def values(self, rows: Floats, vectors: Floats) -> Floats:
        """Return the kernel of each row with each vector, shape (n_rows, n_vectors)."""

    @abstractmethod
    def gradients(self, row: Floats, vectors: Floats) -> Floats:
        """Return the partial derivatives of k(row, vector) by column, one row per vector."""


class LinearKernel(Kernel):
    """k(z, v) = gamma z.v"""

    name, sklearn_name = "linear", "linear"

    def values(self, rows: Floats, vectors: Floats) -> Floats:
        return self.gamma * _dot_products(rows, vectors)

    def gradients(self, row: Floats, vectors: Floats) -> Floats:
        return self.gamma * vectors


class PolynomialKernel(Kernel):
    """k(z, v) = (gamma z.v + 1)^3"""

    name, sklearn_name = "polynomial", "poly"
    offset = 1.0

    def values(self, rows: Floats, vectors: Floats) -> Floats:
        values: Floats = (self.gamma * _dot_products(rows, vectors) + self.offset) ** self.degree
        return values

    def gradients(self, row: Floats, vectors: Floats) -> Floats:
        inner = self.gamma * _dot_products(row[None, :], vectors)[0] + self.offset
        outer = self.degree * inner ** (self.degree - 1)
        slopes: Floats = self.gamma * outer[:, None] * vectors
        return slopes


class RbfKernel(Kernel):
    """k(z, v) = exp(-gamma |z - v|²)"""

    name, sklearn_name = "rbf", "rbf"

    def values(self, rows: Floats, vectors: Floats) -> Floats:
        squares = np.zeros((len(rows), len(vectors)))
        for row_column, vector_column in zip(rows.T, vectors.T, strict=True):
            squares += (row_column[:, None] - vector_column) ** 2
        values: Floats = np.exp(-self.gamma * squares)
        return values

    def gradients(self, row: Floats, vectors: Floats) -> Floats:
        differences = row - vectors
        kernel = np.exp(-self.gamma * (differences**2).sum(axis=1))
        slopes: Floats = -2 * self.gamma * kernel[:, None] * differences
        return slopes


KERNELS: dict[str, type[Kernel]] = {
    kind.name: kind for kind in (LinearKernel, PolynomialKernel, RbfKernel)
}


def _dot_products(rows: Floats, vectors: Floats) -> Floats:
    """Return rows · vectorsᵀ, summed column by column.

    The last digits of a matrix product would depend on the number of rows.
    """
    products = np.zeros((len(rows), len(vectors)))
    for row_column, vector_column in zip(rows.T, vectors.T, strict=True):
        products += row_column[:, None] * vector_column
    return products


# Kernel values in memory at a time: rows in a batch times the number of support vectors.
_MAX_KERNEL_VALUES = 4_000_000


@dataclass(frozen=True, eq=False)
class KernelRegression:
    """intercept + sum of weight_i k(z, vector_i), with z = (x - centre) / scale.

    `vectors` has one row per support vector, already scaled.
    """

    centre: Floats
    scale: Floats
    vectors: Floats
    weights: Floats
    intercept: float
    kernel: Kernel

    def predict(self, rows: Floats) -> Floats:
        """Return one unbounded prediction per row."""
        batch_size = max(1, _MAX_KERNEL_VALUES // max(1, len(self.vectors)))
        parts = [
            self._predict(rows[start : start + batch_size])
            for start in range(0, len(rows), batch_size)
        ]
        return np.concatenate(parts) if parts else np.empty(0)

    def slopes(self, row: Floats) -> Floats:
        """Return the partial derivatives of the prediction at `row`, one per column."""
        kernel_slopes = self.kernel.gradients((row - self.centre) / self.scale, self.vectors)
        slopes: Floats = (self.weights[:, None] * kernel_slopes).sum(axis=0) / self.scale
        return slopes

    def _predict(self, rows: Floats) -> Floats:
        values = self.kernel.values((rows - self.centre) / self.scale, self.vectors)
        # Sum row by row: the last digits of a matrix product depend on the number of rows.
        predictions: Floats = (values * self.weights).sum(axis=1) + self.intercept
        return predictions


_MAX_VALUE = 1e9
_FINITE = number(-_MAX_VALUE, _MAX_VALUE)
_POSITIVE = number(0.0, _MAX_VALUE, exclusive_minimum=True)


def regression_schema(n_features: int) -> Shape:
    """Return the schema of a described regression with this number of features."""
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
    """Return the values of a regression for a model file, without the name of its kernel."""
    return {
        "gamma": float(regression.kernel.gamma),
        "intercept": float(regression.intercept),
        "centre": regression.centre.tolist(),
        "scale": regression.scale.tolist(),
        "vectors": np.column_stack([regression.vectors, regression.weights]).tolist(),
    }


def regression_from(values: Mapping[str, Any], kind: type[Kernel]) -> KernelRegression:
    """Return the regression with these values, which have been validated."""
    centre = np.array(values["centre"], dtype=np.float64)
    vectors = np.array(values["vectors"], dtype=np.float64).reshape(-1, len(centre) + 1)
    return KernelRegression(
        centre,
        np.array(values["scale"], dtype=np.float64),
        vectors[:, :-1],
        vectors[:, -1],
        float(values["intercept"]),
        kind(float(values["gamma"])),
    )
