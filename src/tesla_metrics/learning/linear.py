"""A linear classifier of named features: small whole numbers as weights, so that every machine says
the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .lazy_rows import LazyRows


@dataclass(frozen=True)
class LinearClassifier:
    """Labels, and for each feature a weight of each label; what was never met weighs nothing.

    `scale` makes probabilities of sums: it is what a weight of 1 stood for before it was rounded.
    """

    labels: tuple[str, ...]
    weights: Mapping[str, tuple[int, ...]]
    scale: float = 1.0

    def rows(self, features: Sequence[str]) -> list[tuple[int, ...]]:
        """The weights of those that were met."""
        weights = self.weights
        if isinstance(weights, LazyRows):
            return weights.found(features)
        return [weights[feature] for feature in features if feature in weights]

    def sums(self, features: Iterable[str]) -> list[int]:
        """The sum of weights of each label; a feature that is named twice counts twice."""
        rows = self.rows(list(features))
        return list(map(sum, zip(*rows, strict=True))) if rows else [0] * len(self.labels)

    def decide(self, features: Iterable[str]) -> str:
        """The label with the highest sum, of equals the first."""
        totals = self.sums(features)
        return self.labels[totals.index(max(totals))]
