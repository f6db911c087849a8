"""How alike two rows are to support vector regression: linear, polynomial and RBF kernels."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..arrays import Floats


@dataclass(frozen=True)
class Kernel(ABC):
    """k(z, v) of scaled rows z and support vectors v.

    degree, offset  what scikit-learn is told beside the name and gamma
    """

    gamma: float
    name: ClassVar[str]
    peer: ClassVar[str]  # what scikit-learn calls it
    degree: ClassVar[int] = 3
    offset: ClassVar[float] = 0.0

    @abstractmethod
    def values(self, rows: Floats, vectors: Floats) -> Floats:
        """Of each row with each vector."""

    @abstractmethod
    def slopes(self, row: Floats, vectors: Floats) -> Floats:
        """With each vector, what a value gains by each unit of the row's columns."""


class LinearKernel(Kernel):
    """gamma z.v"""

    name, peer = "linear", "linear"

    def values(self, rows: Floats, vectors: Floats) -> Floats:
        return self.gamma * _products(rows, vectors)

    def slopes(self, row: Floats, vectors: Floats) -> Floats:
        return self.gamma * vectors


class PolynomialKernel(Kernel):
    """(gamma z.v + 1)^3"""

    name, peer = "polynomial", "poly"
    offset = 1.0

    def values(self, rows: Floats, vectors: Floats) -> Floats:
        found: Floats = (self.gamma * _products(rows, vectors) + self.offset) ** self.degree
        return found

    def slopes(self, row: Floats, vectors: Floats) -> Floats:
        inner = self.gamma * _products(row[None, :], vectors)[0] + self.offset
        outer = self.degree * inner ** (self.degree - 1)
        found: Floats = self.gamma * outer[:, None] * vectors
        return found


class RbfKernel(Kernel):
    """exp(-gamma |z - v|²)"""

    name, peer = "rbf", "rbf"

    def values(self, rows: Floats, vectors: Floats) -> Floats:
        squares = np.zeros((len(rows), len(vectors)))
        for own, column in zip(rows.T, vectors.T, strict=True):
            squares += (own[:, None] - column) ** 2
        found: Floats = np.exp(-self.gamma * squares)
        return found

    def slopes(self, row: Floats, vectors: Floats) -> Floats:
        away = row - vectors
        kernel = np.exp(-self.gamma * (away**2).sum(axis=1))
        found: Floats = -2 * self.gamma * kernel[:, None] * away
        return found


KERNELS: dict[str, type[Kernel]] = {
    kind.name: kind for kind in (LinearKernel, PolynomialKernel, RbfKernel)
}


def _products(rows: Floats, vectors: Floats) -> Floats:
    """Column by column: the last digits of a product of matrices change with their number."""
    found = np.zeros((len(rows), len(vectors)))
    for own, column in zip(rows.T, vectors.T, strict=True):
        found += own[:, None] * column
    return found
