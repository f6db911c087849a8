"""What a linear learner found, before it is rounded."""

from collections.abc import Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..arrays import Floats
from .linear import LinearClassifier

# What would weigh more weighs this.
LARGEST = 999


@dataclass(frozen=True, eq=False)
class RealWeights:
    """A row of values for each feature, with a column for each label.

    Of two labels there is one column, for the second.
    """

    labels: tuple[str, ...]
    names: tuple[str, ...]
    values: Floats

    def margins(self, matrix: Any) -> Floats:
        """Of rows that have the same columns: a sum for each label, of two for the second."""
        found: Floats = matrix @ self.values
        return found

    def decide(self, matrix: Any) -> list[str]:
        """The label with the highest margin for each row, of equals the first."""
        margins = self.margins(matrix)
        best = margins.argmax(axis=1) if len(self.labels) > 2 else margins[:, 0] > 0
        return [self.labels[place] for place in best.astype(int).tolist()]

    def only(self, labels: Set[str]) -> "RealWeights":
        """Some of the labels, two at least."""
        kept = [place for place, label in enumerate(self.labels) if label in labels]
        if len(kept) == len(self.labels):
            return self
        names = tuple(self.labels[place] for place in kept)
        values = self.values[:, kept]
        if len(kept) == 2:
            values = values[:, 1:] - values[:, :1]
        return RealWeights(names, self.names, values)

    def whole(self, scale: float) -> LinearClassifier:
        """In whole numbers, of which 1 stands for `scale`; features that come to 0 are left out."""
        rounded = np.clip(np.rint(self.values / scale), -LARGEST, LARGEST).astype(int)
        if len(self.labels) == 2:
            rounded = np.column_stack([np.zeros_like(rounded), rounded])
        weights = {
            self.names[place]: tuple(rounded[place].tolist())
            for place in np.flatnonzero(rounded.any(axis=1)).tolist()
        }
        return LinearClassifier(self.labels, weights, scale)
