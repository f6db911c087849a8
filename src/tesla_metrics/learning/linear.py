"""A linear classifier of named features: small whole numbers as weights, so that every machine says
the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from .lazy_rows import LazyRows


@dataclass(frozen=True)
class LinearClassifier:
    """Labels, and for each feature a weight of each label; what was never met weighs nothing.

    `scale` makes probabilities of sums: it is what a weight of 1 stood for before it was rounded.
    """

    labels: tuple[str, ...]
    weights: Mapping[str, tuple[int, ...]]
    scale: float = 1.0

    @cached_property
    def rows(self) -> LazyRows:
        """The weights, made to be added up."""
        weights = self.weights
        return weights if isinstance(weights, LazyRows) else LazyRows(weights, len(self.labels))

    def sums(self, features: Iterable[str]) -> list[int]:
        """The sum of weights of each label; a feature that is named twice counts twice."""
        return list(self.rows.sums(list(features)))

    def decide(self, features: Iterable[str]) -> str:
        """The label with the highest sum, of equals the first."""
        totals = self.sums(features)
        return self.labels[totals.index(max(totals))]
