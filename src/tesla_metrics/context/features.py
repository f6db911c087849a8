"""Texts as vectors of their pieces, and the features of pairs of them.

A piece is matched with the piece of the other text that is most alike, by the cosine: precision is
the mean of that over the candidate's pieces, recall over the reference's.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arrays import Floats, Indices, Singles
from .head import A_LAYER

Halves = NDArray[np.float16]
# Similarities that are there at once: a text of 10,000 words has twice that many pieces.
_MOST_AT_ONCE = 1 << 22


class ContextText(NamedTuple):
    """What is kept of a text.

    ids         of its pieces
    vectors     of unit length: for each layer that is matched a row a piece
    whole       the mean of the last layer, of unit length
    weights     of pieces
    """

    ids: Indices
    vectors: Halves
    whole: Singles
    weights: Singles


class BestMatches(NamedTuple):
    """For each piece the cosine with the most alike one of the other text."""

    of_reference: Singles
    of_candidate: Singles


def make_text(
    ids: Indices, layers: Singles, whole: Singles, weights: Singles | None = None
) -> ContextText:
    """Of layers that are matched; without weights all pieces weigh the same."""
    own = np.ones(len(ids), dtype=np.float32) if weights is None else weights
    return ContextText(ids, unit(layers).astype(np.float16), unit(whole), own)


def unit(x: Singles) -> Singles:
    """Vectors of length 1 in the same directions; of zeros zeros."""
    lengths = np.sqrt((x * x).sum(axis=-1, keepdims=True))
    found: Singles = x / np.maximum(lengths, np.float32(1e-12))
    return found


def best_matches(reference: Singles, candidate: Singles) -> BestMatches:
    """Of one layer of two texts that have pieces; similarities lie in [0,1]."""
    rows = max(_MOST_AT_ONCE // max(len(candidate), 1), 1)
    of_reference, of_candidate = [], np.zeros(len(candidate), dtype=np.float32)
    for start in range(0, len(reference), rows):
        alike = reference[start : start + rows] @ candidate.T
        of_reference.append(alike.max(axis=1))
        np.maximum(of_candidate, alike.max(axis=0), out=of_candidate)
    return BestMatches(np.concatenate(of_reference).clip(0, 1), of_candidate.clip(0, 1))


def features(reference: ContextText, candidates: "Stacked") -> Floats:
    """Of one reference beside several candidates; a row a pair."""
    count, layers = len(candidates.texts), len(reference.vectors)
    rows = np.zeros((count, A_LAYER * layers + 1))
    if not len(reference.ids) or candidates.empty.all():
        return rows
    for layer in range(layers):
        x = reference.vectors[layer].astype(np.float32)
        of_reference, of_candidate = candidates.best(x, layer)
        at = A_LAYER * layer
        rows[:, at] = candidates.means(of_candidate, weighted=False)
        rows[:, at + 1] = of_reference.mean(axis=1, dtype=np.float64)
        rows[:, at + 2] = candidates.means(of_candidate, weighted=True)
        rows[:, at + 3] = (of_reference * shares(reference.weights)).sum(axis=1)
    rows[:, -1] = (candidates.wholes * reference.whole).sum(axis=1)
    rows[candidates.empty] = 0.0
    rows = rows.clip(0.0, 1.0)
    # A text and itself: exactly 1, whatever rounding made of it.
    rows[candidates.same(reference)] = 1.0
    return rows


def shares(weights: Singles) -> Floats:
    """Of all that weighs something; of nothing equal ones."""
    own = weights.astype(np.float64)
    total = float(own.sum())
    return own / total if total > 0 else np.full(len(own), 1 / max(len(own), 1))


class Stacked:
    """Several texts one after another, so that one product compares a text with all."""

    def __init__(self, texts: Sequence[ContextText]) -> None:
        self.texts = list(texts)
        self._lengths = np.array([len(text.ids) for text in texts])
        self._starts = np.cumsum(self._lengths) - self._lengths
        self.empty = self._lengths == 0
        self._plain = np.repeat(1 / np.maximum(self._lengths, 1), self._lengths)
        self._shares = np.concatenate([shares(text.weights) for text in texts])
        self.wholes: Singles = np.stack([text.whole for text in texts])
        self._layers: dict[int, Singles] = {}

    def best(self, reference: Singles, layer: int) -> tuple[Singles, Singles]:
        """For each text and piece of the reference, and for each piece of all texts."""
        if len(self.texts) == 1:
            found = best_matches(reference, self._layer(layer))
            return found.of_reference[None], found.of_candidate
        alike = self._layer(layer) @ reference.T
        full = ~self.empty
        of_reference = np.zeros((len(self.texts), len(reference)), dtype=np.float32)
        of_reference[full] = np.maximum.reduceat(alike, self._starts[full], axis=0)
        return of_reference.clip(0, 1), alike.max(axis=1).clip(0, 1)

    def means(self, values: Singles, weighted: bool) -> Floats:
        """Of each text's pieces; 0 of a text without any."""
        found, full = np.zeros(len(self.texts)), ~self.empty
        own = values * (self._shares if weighted else self._plain)
        found[full] = np.add.reduceat(own, self._starts[full])
        return found

    def same(self, reference: ContextText) -> list[int]:
        """The places of texts with the same pieces."""
        ids = reference.ids
        return [
            place
            for place, text in enumerate(self.texts)
            if len(text.ids) == len(ids) and np.array_equal(text.ids, ids)
        ]

    def _layer(self, layer: int) -> Singles:
        # Of two threads that come here at once each makes the same.
        if layer not in self._layers:
            stacked = np.concatenate([text.vectors[layer] for text in self.texts])
            self._layers[layer] = stacked.astype(np.float32)
        return self._layers[layer]
