"""Texts as vectors of their pieces, and the features of pairs of them.

A piece is matched with the piece of the other text that is most alike, by the cosine: precision is
the mean of that over the candidate's pieces, recall over the reference's.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arrays import Floats, Indices, Singles
from .head import A_LAYER

Halves = NDArray[np.float16]
# Similarities that are there at once: a text of 10,000 words has twice that many pieces.
_MOST_AT_ONCE = 1 << 22
_MOST_REFERENCES = 16  # beside the same candidates; more are no quicker


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


def shares(weights: Singles) -> Floats:
    """Of all that weighs something; of nothing equal ones."""
    own = weights.astype(np.float64)
    total = float(own.sum())
    return own / total if total > 0 else np.full(len(own), 1 / max(len(own), 1))


class Stacked:
    """Several texts one after another, so that one product compares all with all of others."""

    def __init__(self, texts: Sequence[ContextText]) -> None:
        self.texts = list(texts)
        lengths = np.array([len(text.ids) for text in texts])
        self.full = np.flatnonzero(lengths)
        self.pieces = int(lengths.sum())
        self._starts = (np.cumsum(lengths) - lengths)[self.full]
        self._plain = np.repeat(1 / np.maximum(lengths, 1), lengths)
        self._shares = np.concatenate([shares(text.weights) for text in texts])
        self.wholes: Singles = np.stack([text.whole for text in texts])
        self._layers: dict[int, Singles] = {}

    def layer(self, layer: int) -> Singles:
        """The vectors of all pieces."""
        # Of two threads that come here at once each makes the same.
        if layer not in self._layers:
            stacked = np.concatenate([text.vectors[layer] for text in self.texts])
            self._layers[layer] = stacked.astype(np.float32)
        return self._layers[layer]

    def most(self, alike: Singles, axis: int) -> Singles:
        """For each text that has pieces the most of its stretch."""
        found: Singles = np.maximum.reduceat(alike, self._starts, axis=axis)
        return found

    def means(self, values: Singles, weighted: bool) -> Floats:
        """For each text that has pieces the mean of its stretch of rows."""
        own = self._shares if weighted else self._plain
        found: Floats = np.add.reduceat(values * own[:, None], self._starts, axis=0)
        return found


def features(references: Stacked, candidates: Stacked) -> Floats:
    """For each reference, for each candidate a row; they are few enough to be compared at once."""
    layers = len(references.texts[0].vectors)
    shape = len(references.texts), len(candidates.texts), A_LAYER * layers + 1
    rows = np.zeros(shape)
    if not len(references.full) or not len(candidates.full):
        return rows
    found = np.zeros((len(references.full), len(candidates.full), shape[2]))
    for layer in range(layers):
        own = found[:, :, A_LAYER * layer : A_LAYER * (layer + 1)]
        of_references, of_candidates = _best(references, candidates, layer)
        for at, weighted in ((0, False), (2, True)):
            own[:, :, at] = candidates.means(of_candidates, weighted).T
            own[:, :, at + 1] = references.means(of_references, weighted)
    wholes = references.wholes[references.full], candidates.wholes[candidates.full]
    found[:, :, -1] = wholes[0] @ wholes[1].T
    rows[np.ix_(references.full, candidates.full)] = found.clip(0.0, 1.0)
    # A text and itself: exactly 1, whatever rounding made of it.
    rows[same_pieces(references, candidates)] = 1.0
    return rows


def _best(references: Stacked, candidates: Stacked, layer: int) -> tuple[Singles, Singles]:
    """For each piece of one side, a row, the most alike piece of each text of the other."""
    x, y = references.layer(layer), candidates.layer(layer)
    if len(references.full) == len(candidates.full) == 1:  # and perhaps long
        found = best_matches(x, y)
        return found.of_reference[:, None], found.of_candidate[:, None]
    alike = y @ x.T
    of_references = candidates.most(alike, axis=0).T.clip(0, 1)
    return of_references, references.most(alike, axis=1).clip(0, 1)


def same_pieces(references: Stacked, candidates: Stacked) -> tuple[list[int], list[int]]:
    """The places of pairs that have the same pieces, and some."""
    known: dict[bytes, list[int]] = {}
    for place, text in enumerate(candidates.texts):
        known.setdefault(text.ids.tobytes(), []).append(place)
    pairs = [
        (reference, candidate)
        for reference, text in enumerate(references.texts)
        for candidate in known.get(text.ids.tobytes() or b"none", ())
    ]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def fitting(references: Sequence[ContextText], candidates: Stacked) -> Iterator[list[ContextText]]:
    """References in stretches that are compared with all candidates at once."""
    most = max(_MOST_AT_ONCE // max(candidates.pieces, 1), 1)
    own: list[ContextText] = []
    pieces = 0
    for text in references:
        if own and (pieces + len(text.ids) > most or len(own) == _MOST_REFERENCES):
            yield own
            own, pieces = [], 0
        own.append(text)
        pieces += len(text.ids)
    yield own
