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
_MOST_AT_ONCE = 1 << 20
# Multiplications of a product that BLAS makes by itself: it shares larger ones among threads, which
# wait for each other longer than they work, up to the second number or so.
_BY_ITSELF, _WORTH_SHARING = 1 << 18, 1 << 24
# Pieces of texts that are stacked: more are no quicker.
_MOST_STACKED = 768


class ContextText(NamedTuple):
    """What is kept of a text.

    keys        of its pieces, below 0 for those that the tokeniser does not know
    vectors     of unit length: for each layer that is matched a row a piece
    whole       the mean of the last layer, of unit length
    weights     of pieces
    """

    keys: Indices
    vectors: Halves
    whole: Singles
    weights: Singles


class BestMatches(NamedTuple):
    """For each piece the cosine with the most alike one of the other text."""

    of_reference: Singles
    of_candidate: Singles


def make_text(
    keys: Indices, layers: Sequence[Singles], whole: Singles, weights: Singles | None = None
) -> ContextText:
    """Of layers that are matched; without weights all pieces weigh the same."""
    own = np.ones(len(keys), dtype=np.float32) if weights is None else weights
    # One by one, so that but one of them is there in full twice.
    vectors = np.stack([unit(layer).astype(np.float16) for layer in layers])
    return ContextText(keys, vectors, unit(whole), own)


def unit(x: Singles) -> Singles:
    """Vectors of length 1 in the same directions; of zeros zeros."""
    lengths = np.sqrt((x * x).sum(axis=-1, keepdims=True))
    found: Singles = x / np.maximum(lengths, np.float32(1e-12))
    return found


def best_matches(
    reference: Singles, candidate: Singles, x_keys: Indices, y_keys: Indices
) -> BestMatches:
    """Of one layer of two texts that have pieces; similarities lie in [0,1]."""
    rows = _rows_at_once(len(reference), *candidate.shape)
    of_reference, of_candidate = [], np.zeros(len(candidate), dtype=np.float32)
    for start in range(0, len(reference), rows):
        alike = reference[start : start + rows] @ candidate.T
        keep_apart(alike, x_keys[start : start + rows], y_keys)
        of_reference.append(alike.max(axis=1))
        np.maximum(of_candidate, alike.max(axis=0), out=of_candidate)
    return BestMatches(np.concatenate(of_reference).clip(0, 1), of_candidate.clip(0, 1))


def keep_apart(alike: Singles, x_keys: Indices, y_keys: Indices) -> None:
    """Unknown pieces have one vector for all: they are alike only where they are written so."""
    rows, columns = np.flatnonzero(x_keys < 0), np.flatnonzero(y_keys < 0)
    if len(rows) and len(columns):
        at = np.ix_(rows, columns)
        alike[at] = np.where(x_keys[rows, None] == y_keys[columns], alike[at], 0)


def _rows_at_once(rows: int, others: int, size: int) -> int:
    """Of the first of two matrices, in products with the second."""
    if rows * others * size < _WORTH_SHARING:
        return max(_BY_ITSELF // max(others * size, 1), 1)
    return max(_MOST_AT_ONCE // max(others, 1), 1)


def shares(weights: Singles) -> Floats:
    """Of all that weighs something; of nothing equal ones."""
    own = weights.astype(np.float64)
    total = float(own.sum())
    return own / total if total > 0 else np.full(len(own), 1 / max(len(own), 1))


class Stacked:
    """Several texts beside each other: the first pieces of all, then the second ones, and so on.

    So one product compares all with all of others, and the most alike piece of each text is found
    for many at once. Where a text has ended there are zeros, alike to nothing.
    """

    def __init__(self, texts: Sequence[ContextText]) -> None:
        self.texts = list(texts)
        self.lengths = np.array([len(text.keys) for text in texts])
        self.longest = int(self.lengths.max(initial=0))
        inside = np.arange(self.longest)[:, None] < self.lengths
        self.plain: Floats = inside / np.maximum(self.lengths, 1)
        self.shares: Floats = np.zeros(inside.shape)
        keys: Indices = np.zeros(inside.shape, dtype=np.intp)
        for place, text in enumerate(texts):
            self.shares[: len(text.keys), place] = shares(text.weights)
            keys[: len(text.keys), place] = text.keys
        self.keys = keys.reshape(-1)
        self.wholes: Singles = np.stack([text.whole for text in texts])
        self._layers: dict[int, Singles] = {}

    @property
    def rows(self) -> int:
        """Pieces, those that are not there among them."""
        return self.longest * len(self.texts)

    def layer(self, layer: int) -> Singles:
        """The vectors of all pieces."""
        # Of two threads that come here at once each makes the same.
        if layer in self._layers:
            return self._layers[layer]
        size = self.texts[0].vectors.shape[-1]
        stacked: Singles = np.zeros((self.longest, len(self.texts), size), dtype=np.float32)
        for place, text in enumerate(self.texts):
            stacked[: len(text.keys), place] = text.vectors[layer]
        found = stacked.reshape(self.rows, size)
        if self.rows <= _MOST_STACKED:
            self._layers[layer] = found
        return found


def features(references: Stacked, candidates: Stacked) -> Floats:
    """For each reference, for each candidate a row; they are few enough to be compared at once."""
    layers = len(references.texts[0].vectors)
    shape = len(references.texts), len(candidates.texts), A_LAYER * layers + 1
    rows = np.zeros(shape)
    if not references.longest or not candidates.longest:
        return rows
    for layer in range(layers):
        own = rows[:, :, A_LAYER * layer : A_LAYER * (layer + 1)]
        of_references, of_candidates = _best(references, candidates, layer)
        for at, x, y in (
            (0, references.plain, candidates.plain), (2, references.shares, candidates.shares),
        ):  # fmt: skip
            own[:, :, at] = (of_candidates * y).sum(axis=1)
            own[:, :, at + 1] = (of_references * x[:, :, None]).sum(axis=0)
    rows[:, :, -1] = references.wholes @ candidates.wholes.T
    rows[references.lengths == 0] = 0.0
    rows[:, candidates.lengths == 0] = 0.0
    rows.clip(0.0, 1.0, out=rows)
    # A text and itself: exactly 1, whatever rounding made of it.
    rows[same_pieces(references, candidates)] = 1.0
    return rows


def _best(references: Stacked, candidates: Stacked, layer: int) -> tuple[Singles, Singles]:
    """For each piece the most alike one of each text of the other side.

    By place, reference and candidate; and by reference, place and candidate.
    """
    x, y = references.layer(layer), candidates.layer(layer)
    if len(references.texts) == len(candidates.texts) == 1:  # and perhaps long
        found = best_matches(x, y, references.keys, candidates.keys)
        return found.of_reference[:, None, None], found.of_candidate[None, :, None]
    alike = x @ y.T
    keep_apart(alike, references.keys, candidates.keys)
    shape = references.longest, len(references.texts), candidates.longest, len(candidates.texts)
    of_candidates = alike.reshape(shape[0], -1).max(axis=0).reshape(shape[1:])
    return _most(alike.reshape(shape)).clip(0, 1), of_candidates.clip(0, 1)


def _most(alike: Singles) -> Singles:
    """Over the candidates' places; numpy takes twice as long for it."""
    found: Singles = alike[:, :, 0].copy()
    for place in range(1, alike.shape[2]):
        np.maximum(found, alike[:, :, place], out=found)
    return found


def same_pieces(references: Stacked, candidates: Stacked) -> tuple[list[int], list[int]]:
    """The places of pairs that have the same pieces, and some."""
    known: dict[bytes, list[int]] = {}
    for place, text in enumerate(candidates.texts):
        known.setdefault(text.keys.tobytes(), []).append(place)
    pairs = [
        (reference, candidate)
        for reference, text in enumerate(references.texts)
        for candidate in known.get(text.keys.tobytes() or b"none", ())
    ]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def fitting(texts: Sequence[ContextText], longest: int) -> Iterator[Indices]:
    """Places of texts that are stacked together, to be compared with others of such a length.

    They are of about the same length, so that few places are empty.
    """
    lengths = np.array([len(text.keys) for text in texts])
    order = np.argsort(lengths, kind="stable")
    most = min(_MOST_AT_ONCE // max(longest, 1), _MOST_STACKED)
    start = 0
    for end, place in enumerate(order[1:].tolist(), start=1):
        even = lengths[place] <= lengths[order[start]] * 7 // 5 + 2
        if not even or (end + 1 - start) * lengths[place] > most:
            yield order[start:end]
            start = end
    yield order[start:]
