"""Correlations of segment scores, over all segments and within segments."""

from abc import abstractmethod
from typing import NamedTuple

import numpy as np

from ...arrays import Floats, Indices
from ..judgments import Track
from ..scored import Scored
from .base import (
    KendallMixin,
    PearsonMixin,
    SegmentScoreMeasure,
    SpearmanMixin,
    iterate_blocks,
    pair_signs,
    tau_b,
)

_ROUNDING_TOLERANCE = 1e-13


class _JudgedEntries(NamedTuple):
    """System and segment indices of all human segment scores, and the scores."""

    system: Indices
    segment: Indices
    human: Floats


class SegmentCorrelation(SegmentScoreMeasure):
    """Base class of correlations over all segment scores; samples draw whole segments."""

    level = "segment"

    def applies(self, track: Track) -> bool:
        scores = track.segment_scores
        return scores is not None and bool(np.isfinite(scores).sum() > 2)

    def resampled_values(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.segments is None:
            return None
        judged = _judged_entries(track)
        x = scored.segments[judged.system, judged.segment]
        return self._weighted(x, judged, weights)

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        judged = _judged_entries(track)
        values = [
            self._rowwise(part[:, judged.system, judged.segment], judged.human)
            for part in iterate_blocks(matrices, len(judged.human))
        ]
        return np.concatenate(values)

    @abstractmethod
    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        """Return the correlation of each row with y."""

    @abstractmethod
    def _weighted(self, x: Floats, judged: _JudgedEntries, weights: Floats) -> Floats:
        """Return the correlation of x with the human scores for each row of segment weights."""


class SegmentPearson(PearsonMixin, SegmentCorrelation):
    name = "pearson-seg"
    description = "Pearson's correlation of segment scores, all systems together"

    def _weighted(self, x: Floats, judged: _JudgedEntries, weights: Floats) -> Floats:
        # Weighted sums of per-segment sums. Scores are centred first to limit rounding errors.
        x, y = x - x.mean(), judged.human - judged.human.mean()
        size = weights.shape[1]
        sums = [
            weights @ np.bincount(judged.segment, values, minlength=size)
            for values in (np.ones_like(x), x, y, x * x, y * y, x * y)
        ]
        return _pearson_from_sums(*sums)


class SegmentSpearman(SpearmanMixin, SegmentCorrelation):
    name = "spearman-seg"
    description = "Spearman's correlation of segment scores, all systems together; ties share ranks"

    def _weighted(self, x: Floats, judged: _JudgedEntries, weights: Floats) -> Floats:
        values = []
        for part in iterate_blocks(weights, len(x)):
            drawn = part[:, judged.segment]
            middle = drawn.sum(axis=1, keepdims=True) / 2
            p, q = (_weighted_ranks(v, drawn) - middle for v in (x, judged.human))
            sums = [(drawn * product).sum(axis=1) for product in (1.0, p, q, p * p, q * q, p * q)]
            values.append(_pearson_from_sums(*sums))
        return np.concatenate(values)


class SegmentKendall(SegmentCorrelation):
    name = "kendall-seg"
    description = "Kendall's tau-b of segment scores, all systems together"

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        return np.array([tau_b(x, y) for x in xs])

    def _weighted(self, x: Floats, judged: _JudgedEntries, weights: Floats) -> Floats:
        # The count of pairs of two segments is the product of the weights of these segments.
        forms = pair_signs(x, judged.human, judged.segment)
        drawn = weights[:, np.unique(judged.segment)]
        agreement, differ_x, differ_y = (
            np.einsum("bs,bs->b", drawn @ form, drawn) for form in forms
        )
        with np.errstate(invalid="ignore"):
            values: Floats = agreement / np.sqrt(differ_x * differ_y)
        return values


def _judged_entries(track: Track) -> _JudgedEntries:
    assert track.segment_scores is not None
    system, segment = np.nonzero(np.isfinite(track.segment_scores))
    return _JudgedEntries(system, segment, track.segment_scores[system, segment])


def _weighted_ranks(x: Floats, weights: Floats) -> Floats:
    """Return midranks with one row per sample, where each entry is repeated by its weight."""
    values, inverse = np.unique(x, return_inverse=True)
    order = np.argsort(inverse, kind="stable")
    starts = np.searchsorted(inverse[order], np.arange(len(values)))
    counts = np.add.reduceat(weights[:, order], starts, axis=1)
    ranks: Floats = np.cumsum(counts, axis=1) - (counts - 1) / 2
    return ranks[:, inverse]


def _pearson_from_sums(
    n: Floats, x: Floats, y: Floats, xx: Floats, yy: Floats, xy: Floats
) -> Floats:
    spread_x, spread_y = n * xx - x * x, n * yy - y * y
    # If all drawn scores are equal, a nonzero spread is a rounding error.
    defined = (spread_x > _ROUNDING_TOLERANCE * n * xx) & (spread_y > _ROUNDING_TOLERANCE * n * yy)
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Floats = (n * xy - x * y) / np.sqrt(spread_x * spread_y)
    return np.where(defined, values, np.nan)


# Correlations over the systems within a segment, averaged over segments. For summaries this is
# known as summary-level correlation: within a topic, over summarisers.

_ABOUT = "within a segment (topic) over systems, mean over segments"


class WithinSegmentCorrelation(SegmentScoreMeasure):
    """Base class of correlations within segments; samples draw segments with their judgments.

    Segments whose outputs people score equally are ignored. A segment whose outputs a metric scores
    equally counts 0 for that metric.
    """

    level = "segment"

    def applies(self, track: Track) -> bool:
        return bool(_distinguishing(track).any())

    def resampled_values(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.segments is None:
            return None
        values, distinguishing = (
            self._by_segment(track, scored.segments[None])[0],
            _distinguishing(track),
        )
        drawn = weights[:, distinguishing]
        with np.errstate(invalid="ignore"):  # a sample may contain no such segment
            means: Floats = (drawn @ np.nan_to_num(values)) / drawn.sum(axis=1)
        return np.where((drawn[:, np.isfinite(values)] > 0).any(axis=1), means, np.nan)

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        values = self._by_segment(track, matrices)
        defined = np.isfinite(values).any(axis=1)
        return np.where(defined, np.nan_to_num(values).mean(axis=1), np.nan)

    def _by_segment(self, track: Track, matrices: Floats) -> Floats:
        """Return correlations with one row per matrix and one column per distinguishing segment."""
        human = track.segment_scores
        assert human is not None
        columns = []
        for segment in np.flatnonzero(_distinguishing(track)).tolist():
            judged = np.isfinite(human[:, segment])
            columns.append(self._rowwise(matrices[:, judged, segment], human[judged, segment]))
        return np.stack(columns, axis=1)

    @abstractmethod
    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        """Return the correlation of each row with y."""


class WithinPearson(PearsonMixin, WithinSegmentCorrelation):
    name = "pearson-within"
    description = f"Pearson's correlation {_ABOUT}"


class WithinSpearman(SpearmanMixin, WithinSegmentCorrelation):
    name = "spearman-within"
    description = f"Spearman's correlation {_ABOUT}; ties share ranks"


class WithinKendall(KendallMixin, WithinSegmentCorrelation):
    name = "kendall-within"
    description = f"Kendall's tau-b {_ABOUT}"


def _distinguishing(track: Track) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return the mask of the segments in which people score some output higher than another."""
    human = track.segment_scores
    if human is None:
        return np.zeros(track.segments, dtype=np.bool_)
    judged = np.isfinite(human)
    low = np.where(judged, human, np.inf).min(axis=0)
    high = np.where(judged, human, -np.inf).max(axis=0)
    distinguishing: np.ndarray[tuple[int], np.dtype[np.bool_]] = high > low
    return distinguishing
