"""From features of a pair to its score.

Features are, for each layer that is matched, precision, recall, and both with weights of pieces;
the cosine of both texts' vectors; tesla-x's score. All are 1 for a text and itself.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import Floats, Singles

# One more than all others: of precision and recall, plain and with weights.
A_LAYER = 4
# What F of the layer, the cosine and tesla-x weigh in the plain head: the less they differ between
# translations (by 0.090, 0.152 and 0.151 in those of WMT 2016 into English), the more.
_PLAIN = (0.46, 0.27, 0.27)


class PlainHead(NamedTuple):
    """A weighted mean of F of one layer, the cosine and tesla-x: nothing was learnt."""

    layers: tuple[int, ...]

    def residual(self, references: Singles, candidates: Singles) -> Floats:
        """Nothing beside the features."""
        return np.zeros((len(references), len(candidates)))

    def scores(self, features: Floats, residual: Floats) -> Floats:
        """A row a pair."""
        precision, recall = features[:, 0], features[:, 1]
        total = precision + recall
        both = 2 * precision * recall
        own = np.divide(both, total, out=np.zeros_like(total), where=total > 0)
        parts = np.column_stack([own, features[:, -2], features[:, -1]])
        # From 1 downwards, so that all ones are exactly 1.
        scores: Floats = 1 - ((1 - parts) * _PLAIN).sum(axis=1)
        return scores.clip(0.0, 1.0)


class LearntHead(NamedTuple):
    """Weights of features, and a small network on what both texts' vectors have.

    With f the features, u and v the vectors, and h(u, v) = output · relu(hidden [|u - v|, u v] +
    bias), d = weights · (f - 1) + h(u, v) - (h(u, u) + h(v, v)) / 2 is 0 for a text and itself. The
    score is s((d + shift) / temperature) / s(shift / temperature), at most 1,
    with s the logistic function.
    """

    layers: tuple[int, ...]
    weights: Singles
    hidden: Singles
    bias: Singles
    output: Singles
    shift: float
    temperature: float

    def residual(self, references: Singles, candidates: Singles) -> Floats:
        """What the network adds for each reference, for each candidate; vectors are in rows."""
        rows = [self._network(np.broadcast_to(u, candidates.shape), candidates) for u in references]
        alone_u, alone_v = (self._network(own, own) for own in (references, candidates))
        alone = (alone_u[:, None] + alone_v) / 2
        found: Floats = (np.stack(rows) - alone).astype(np.float64)
        return found

    def _network(self, u: Singles, v: Singles) -> Singles:
        inner = np.concatenate([np.abs(u - v), u * v], axis=1) @ self.hidden.T + self.bias
        found: Singles = np.maximum(inner, 0) @ self.output
        return found

    def scores(self, features: Floats, residual: Floats) -> Floats:
        """A row a pair."""
        # Sums by row, not a product of matrices, whose last digits change with their number.
        d = ((features - 1) * self.weights.astype(np.float64)).sum(axis=1) + residual
        most = _logistic(np.array(self.shift / self.temperature))
        scores: Floats = _logistic((d + self.shift) / self.temperature) / most
        return scores.clip(0.0, 1.0)


Head = PlainHead | LearntHead


def feature_names(layers: Sequence[int]) -> tuple[str, ...]:
    """Those that come of vectors, in order; tesla-x's score follows."""
    kinds = ("precision", "recall", "idf-precision", "idf-recall")
    return (*(f"{kind}-{layer}" for layer in layers for kind in kinds), "cosine")


def _logistic(x: Floats) -> Floats:
    small = np.exp(-np.abs(x))  # never too large
    found: Floats = np.where(x >= 0, 1, small) / (1 + small)
    return found
