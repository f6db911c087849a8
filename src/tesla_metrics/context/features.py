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
    """

    ids: Indices
    vectors: Halves
    whole: Singles


class BestMatches(NamedTuple):
    """For each piece the cosine with the most alike one of the other text, and which that is."""

    of_reference: Singles
    of_candidate: Singles


def make_text(ids: Indices, layers: Singles, matched: Sequence[int]) -> ContextText:
    """Of what the encoder gave: some of these layers are matched, the last one is averaged."""
    if not len(ids):
        return ContextText(ids, np.zeros((len(matched), 0, layers.shape[-1]), np.float16),
                           np.zeros(layers.shape[-1], np.float32))  # fmt: skip
    whole = layers[-1].mean(axis=0)
    vectors = layers[list(matched)]
    return ContextText(ids, _unit(vectors).astype(np.float16), _unit(whole))


def _unit(x: Singles) -> Singles:
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


def features(reference: ContextText, candidates: "Stacked", idf: Singles | None) -> Floats:
    """Of one reference beside several candidates; a row a pair.

    Without weights of pieces the weighted features repeat the others.
    """
    count, layers = len(candidates.texts), len(reference.vectors)
    rows = np.zeros((count, A_LAYER * layers + 1))
    if not len(reference.ids) or candidates.empty.all():
        return rows
    own = None if idf is None else idf[reference.ids]
    for layer in range(layers):
        x = reference.vectors[layer].astype(np.float32)
        of_reference, of_candidate = candidates.best(x, layer)
        at = A_LAYER * layer
        rows[:, at] = candidates.means(of_candidate, None)
        rows[:, at + 1] = of_reference.mean(axis=1)
        rows[:, at + 2] = candidates.means(of_candidate, idf)
        rows[:, at + 3] = _weighted(of_reference, own)
    rows[:, -1] = (candidates.wholes * reference.whole).sum(axis=1)
    rows[candidates.empty] = 0.0
    rows = rows.clip(0.0, 1.0)
    # A text and itself: exactly 1, whatever rounding made of it.
    rows[candidates.same(reference)] = 1.0
    return rows


def _weighted(of_reference: Singles, weights: Singles | None) -> Floats:
    if weights is None or not weights.sum() > 0:
        plain: Floats = of_reference.mean(axis=1, dtype=np.float64)
        return plain
    found: Floats = (of_reference * weights).sum(axis=1, dtype=np.float64) / weights.sum()
    return found


class Stacked:
    """Several texts one after another, so that one product compares a text with all."""

    def __init__(self, texts: Sequence[ContextText]) -> None:
        self.texts = list(texts)
        self._lengths = np.array([len(text.ids) for text in texts])
        self._starts = np.cumsum(self._lengths) - self._lengths
        self.empty = self._lengths == 0
        self._ids = np.concatenate([text.ids for text in texts])
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

    def means(self, values: Singles, idf: Singles | None) -> Floats:
        """Of each text's pieces, weighted or not; 0 of a text without any."""
        weights = np.ones(len(values)) if idf is None else idf[self._ids].astype(np.float64)
        total, weighted = self._sums(weights), self._sums(weights * values)
        plain = self._sums(values.astype(np.float64)) / np.maximum(self._lengths, 1)
        return np.where(total > 0, weighted / np.where(total > 0, total, 1), plain)

    def _sums(self, values: Floats) -> Floats:
        found, full = np.zeros(len(self.texts)), ~self.empty
        if full.any():
            found[full] = np.add.reduceat(values, self._starts[full])
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
