"""Correlations of segment scores with human ones, over all judged outputs of a track at once."""

from abc import abstractmethod
from typing import NamedTuple

import numpy as np

from ...arrays import Floats, Indices
from ..judgments import Track
from ..scored import Scored
from .base import OfSegments, in_blocks
from .correlation import Pearson, Spearman
from .kendall import pair_signs, tau_b

_ROUNDING = 1e-13


class _Judged(NamedTuple):
    """The entries that people scored."""

    system: Indices
    segment: Indices
    human: Floats


class SegmentCorrelation(OfSegments):
    """Samples draw segments, with all the outputs of each."""

    level = "segment"

    def applies(self, track: Track) -> bool:
        scores = track.segment_scores
        return scores is not None and bool(np.isfinite(scores).sum() > 2)

    def resampled(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.segments is None:
            return None
        judged = _judged(track)
        x = scored.segments[judged.system, judged.segment]
        return self._weighted(x, judged, weights)

    def of_matrices(self, track: Track, matrices: Floats) -> Floats:
        judged = _judged(track)
        values = [
            self._rowwise(part[:, judged.system, judged.segment], judged.human)
            for part in in_blocks(matrices, len(judged.human))
        ]
        return np.concatenate(values)

    @abstractmethod
    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        """The correlation of each row with y."""

    @abstractmethod
    def _weighted(self, x: Floats, judged: _Judged, weights: Floats) -> Floats:
        """The correlation of x with the human scores for each row of weights of segments."""


class SegmentPearson(Pearson, SegmentCorrelation):
    name = "pearson-seg"
    about = "Pearson's correlation of segment scores, all systems together"

    def _weighted(self, x: Floats, judged: _Judged, weights: Floats) -> Floats:
        # Sums of each segment, added up by weight; centred first, so that little is lost.
        x, y = x - x.mean(), judged.human - judged.human.mean()
        size = weights.shape[1]
        sums = [
            weights @ np.bincount(judged.segment, values, minlength=size)
            for values in (np.ones_like(x), x, y, x * x, y * y, x * y)
        ]
        return _pearson(*sums)


class SegmentSpearman(Spearman, SegmentCorrelation):
    name = "spearman-seg"
    about = "Spearman's correlation of segment scores, all systems together; ties share ranks"

    def _weighted(self, x: Floats, judged: _Judged, weights: Floats) -> Floats:
        values = []
        for part in in_blocks(weights, len(x)):
            drawn = part[:, judged.segment]
            middle = drawn.sum(axis=1, keepdims=True) / 2
            p, q = (_weighted_ranks(v, drawn) - middle for v in (x, judged.human))
            sums = [(drawn * product).sum(axis=1) for product in (1.0, p, q, p * p, q * q, p * q)]
            values.append(_pearson(*sums))
        return np.concatenate(values)


class SegmentKendall(SegmentCorrelation):
    name = "kendall-seg"
    about = "Kendall's tau-b of segment scores, all systems together"

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        return np.array([tau_b(x, y) for x in xs])

    def _weighted(self, x: Floats, judged: _Judged, weights: Floats) -> Floats:
        # Counts of pairs are quadratic in the weights of the two segments they come from.
        forms = pair_signs(x, judged.human, judged.segment)
        drawn = weights[:, np.unique(judged.segment)]
        agreement, differ_x, differ_y = (
            np.einsum("bs,bs->b", drawn @ form, drawn) for form in forms
        )
        with np.errstate(invalid="ignore"):
            values: Floats = agreement / np.sqrt(differ_x * differ_y)
        return values


def _judged(track: Track) -> _Judged:
    assert track.segment_scores is not None
    system, segment = np.nonzero(np.isfinite(track.segment_scores))
    return _Judged(system, segment, track.segment_scores[system, segment])


def _weighted_ranks(x: Floats, weights: Floats) -> Floats:
    """Midranks where each entry stands as often as its weight says, a row a sample."""
    values, inverse = np.unique(x, return_inverse=True)
    order = np.argsort(inverse, kind="stable")
    starts = np.searchsorted(inverse[order], np.arange(len(values)))
    counts = np.add.reduceat(weights[:, order], starts, axis=1)
    ranks: Floats = np.cumsum(counts, axis=1) - (counts - 1) / 2
    return ranks[:, inverse]


def _pearson(n: Floats, x: Floats, y: Floats, xx: Floats, yy: Floats, xy: Floats) -> Floats:
    spread_x, spread_y = n * xx - x * x, n * yy - y * y
    # What rounding leaves where all drawn scores are equal is no spread.
    defined = (spread_x > _ROUNDING * n * xx) & (spread_y > _ROUNDING * n * yy)
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Floats = (n * xy - x * y) / np.sqrt(spread_x * spread_y)
    return np.where(defined, values, np.nan)
