"""A ranking SVM of many named features, of which a text has few."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from ..arrays import Floats, Indices
from ..optional import needs
from .problem import Problem
from .ranking import linear_svc


@dataclass(frozen=True, eq=False)
class SparseRanking(Problem):
    """Texts by their features, and pairs of them: which is better, which is worse.

    All features are divided by one number: probabilities have one scale, and a rare feature that
    was blown up to the size of the others would be learnt by heart.
    """

    method: ClassVar[str] = "ranking"
    measure: ClassVar[str] = "consistency"
    strengths: ClassVar[tuple[float, ...]] = (1e-4, 1e-3, 1e-2, 1e-1, 1.0)
    texts: Sequence[Mapping[str, float]]
    names: tuple[str, ...]
    better: Indices
    worse: Indices
    groups: Indices  # of pairs

    @property
    def columns(self) -> int:
        return len(self.names)

    @cached_property
    def rows(self) -> Any:
        """A sparse row a text."""
        with needs("scikit-learn, which learns from rankings,", "train"):
            from scipy.sparse import csr_array
        numbers = {name: number for number, name in enumerate(self.names)}
        starts, places, values = [0], list[int](), list[float]()
        for text in self.texts:
            for name, value in text.items():
                if name in numbers:
                    places.append(numbers[name])
                    values.append(value)
            starts.append(len(places))
        shape = (len(self.texts), self.columns)
        return csr_array((np.array(values), np.array(places), np.array(starts)), shape=shape)

    def differences(self, pairs: Indices) -> Any:
        """Of these pairs, better minus worse, sparse."""
        return self.rows[self.better[pairs]] - self.rows[self.worse[pairs]]

    def margins(self, weights: Floats) -> Floats:
        """Of all texts."""
        found: Floats = self.rows @ weights
        return found

    def fit(self, rows: Indices, columns: Indices, strength: float) -> Floats:
        weights = np.zeros(self.columns)
        own = self.differences(rows)[:, columns]
        scale = float(np.sqrt(own.power(2).sum() / own.shape[0])) or 1.0
        # liblinear wants two classes; turning a row round with its label changes nothing.
        signs = np.where(np.arange(own.shape[0]) % 2, -1, 1)
        turned = own.multiply(signs[:, None] / scale)
        if own.shape[0] == 1:
            turned, signs = _both_ways(turned)
        # The primal is solved without chance; the dual is not.
        svm = linear_svc()(C=strength, dual=False, fit_intercept=False, tol=1e-4, max_iter=10_000)
        weights[columns] = svm.fit(_narrow(turned), signs).coef_[0] / scale
        return weights

    def agreement(self, rows: Indices, weights: Floats) -> float:
        margins = self.margins(weights)
        return float((margins[self.better[rows]] > margins[self.worse[rows]]).mean())


def _narrow(rows: Any) -> Any:
    """With places of 32 bits, which is what liblinear takes."""
    narrow = rows.tocsr()
    narrow.indices, narrow.indptr = (
        narrow.indices.astype(np.int32),
        narrow.indptr.astype(np.int32),
    )
    return narrow


def _both_ways(row: Any) -> tuple[Any, Any]:
    from scipy.sparse import vstack

    return vstack([row, -row]), np.array([1, -1])


def common_names(texts: Sequence[Mapping[str, float]], least: int) -> tuple[str, ...]:
    """The features that so many texts have, sorted."""
    counts: dict[str, int] = {}
    for text in texts:
        for name in text:
            counts[name] = counts.get(name, 0) + 1
    return tuple(sorted(name for name, count in counts.items() if count >= least))
