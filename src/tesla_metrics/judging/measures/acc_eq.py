"""Pairwise accuracy with tie calibration (Deutsch, Foster & Freitag 2023)."""

from typing import NamedTuple

import numpy as np

from ...arrays import Floats, Indices
from ..judgments import Track
from ..scored import Scored
from .base import OfSegments, in_blocks


class _Pairs(NamedTuple):
    """Two judged outputs of one segment, and how people order them."""

    a: Indices
    b: Indices
    segment: Indices
    order: Floats  # 1, -1, or 0 for a tie


class AccuracyWithTies(OfSegments):
    """Scores that differ by at most epsilon are a tie of the metric; the best epsilon is taken.

    A pair is right if metric and people agree on better, worse or tie. Accuracy is averaged over
    segments, so that each counts alike, and epsilon is chosen anew for every sample.
    """

    name = "acc-eq"
    level = "segment"
    about = (
        "share of pairs within a segment on which better, worse or tie agree, mean over segments; "
        "metric ties are differences up to the best threshold"
    )

    def applies(self, track: Track) -> bool:
        scores = track.segment_scores
        return scores is not None and bool((np.isfinite(scores).sum(axis=0) > 1).any())

    def resampled(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.segments is None:
            return None
        pairs = _pairs(track)
        ordered = _order(scored.segments, pairs)
        parts = in_blocks(weights, len(pairs.segment))
        return np.concatenate([_best_accuracy(ordered, pairs, part) for part in parts])

    def of_matrices(self, track: Track, matrices: Floats) -> Floats:
        pairs = _pairs(track)
        everything = np.ones((1, track.segments))
        values = [
            _best_accuracy(_order(matrix, pairs), pairs, everything)[0] for matrix in matrices
        ]
        return np.array(values)


class _Ordered(NamedTuple):
    """Pairs by the size of the metric's difference."""

    pair: Indices
    ends: Indices  # the last pair at each distinct size
    right: Floats  # before any pair is a tie
    gain: Floats  # what making a pair a tie adds


def _order(matrix: Floats, pairs: _Pairs) -> _Ordered:
    difference = matrix[pairs.a, pairs.segment] - matrix[pairs.b, pairs.segment]
    size = np.abs(difference)
    order = np.argsort(size, kind="stable")
    right = (np.sign(difference) == pairs.order).astype(np.float64)
    gain = (pairs.order == 0) - right
    sizes = size[order]
    ends = np.flatnonzero(np.append(sizes[1:] != sizes[:-1], True))
    if sizes[0] > 0:
        ends = np.append(-1, ends)  # the threshold 0 makes no tie
    return _Ordered(order, ends, right, gain)


def _best_accuracy(ordered: _Ordered, pairs: _Pairs, weights: Floats) -> Floats:
    counts = np.bincount(pairs.segment, minlength=weights.shape[1])
    judged = counts > 0
    shares = np.zeros(weights.shape)
    shares[:, judged] = weights[:, judged] / counts[judged]
    with np.errstate(invalid="ignore", divide="ignore"):
        shares /= weights[:, judged].sum(axis=1, keepdims=True)
    base = shares[:, pairs.segment] @ ordered.right
    gains = shares[:, pairs.segment[ordered.pair]] * ordered.gain[ordered.pair]
    totals = np.concatenate([np.zeros((len(weights), 1)), np.cumsum(gains, axis=1)], axis=1)
    best: Floats = base + totals[:, ordered.ends + 1].max(axis=1)
    return best


def _pairs(track: Track) -> _Pairs:
    human = track.segment_scores
    assert human is not None
    a, b = np.triu_indices(len(human), 1)
    both = np.isfinite(human[a]) & np.isfinite(human[b])
    pair, segment = np.nonzero(both)
    a, b = a[pair], b[pair]
    return _Pairs(a, b, segment, np.sign(human[a, segment] - human[b, segment]))
