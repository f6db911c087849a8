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
    compute_tau_b,
    iterate_blocks,
    sum_pair_signs,
)

_ROUNDING_TOLERANCE = 1e-13


class _JudgedEntries(NamedTuple):
    """System indices, segment indices and values of all human segment scores."""

    system: Indices
    segment: Indices
    human: Floats


class SegmentCorrelation(SegmentScoreMeasure):
    """Base class of correlations over the segment scores of all systems; samples draw segments."""

    level = "segment"

    def applies(self, track: Track) -> bool:
        scores = track.segment_scores
        return scores is not None and bool(np.isfinite(scores).sum() > 2)

    def resampled_values(
        self, track: Track, metric_scores: Scored, weights: Floats
    ) -> Floats | None:
        if metric_scores.segments is None:
            return None
        entries = _find_judged_entries(track)
        x = metric_scores.segments[entries.system, entries.segment]
        return self._correlate_weighted(x, entries, weights)

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        entries = _find_judged_entries(track)
        values = [
            self._compare_rows(block[:, entries.system, entries.segment], entries.human)
            for block in iterate_blocks(matrices, len(entries.human))
        ]
        return np.concatenate(values)

    @abstractmethod
    def _compare_rows(self, xs: Floats, y: Floats) -> Floats:
        """Return the correlation of each row of xs with y."""

    @abstractmethod
    def _correlate_weighted(self, x: Floats, entries: _JudgedEntries, weights: Floats) -> Floats:
        """Correlate x with the human scores for each row of segment weights."""


class SegmentPearson(PearsonMixin, SegmentCorrelation):
    name = "pearson-seg"
    description = "Pearson's correlation of segment scores, all systems together"

    def _correlate_weighted(self, x: Floats, entries: _JudgedEntries, weights: Floats) -> Floats:
        # Sums over a segment's entries are weighted. Centred scores limit rounding errors.
        x, y = x - x.mean(), entries.human - entries.human.mean()
        n_segments = weights.shape[1]
        sums = [
            weights @ np.bincount(entries.segment, values, minlength=n_segments)
            for values in (np.ones_like(x), x, y, x * x, y * y, x * y)
        ]
        return _compute_pearson(*sums)


class SegmentSpearman(SpearmanMixin, SegmentCorrelation):
    name = "spearman-seg"
    description = "Spearman's correlation of segment scores, all systems together; ties share ranks"

    def _correlate_weighted(self, x: Floats, entries: _JudgedEntries, weights: Floats) -> Floats:
        values = []
        for block in iterate_blocks(weights, len(x)):
            entry_weights = block[:, entries.segment]
            half_weight = entry_weights.sum(axis=1, keepdims=True) / 2
            x_ranks, human_ranks = (
                _compute_weighted_ranks(scores, entry_weights) - half_weight
                for scores in (x, entries.human)
            )
            products = (
                1.0,
                x_ranks,
                human_ranks,
                x_ranks * x_ranks,
                human_ranks * human_ranks,
                x_ranks * human_ranks,
            )
            sums = [(entry_weights * product).sum(axis=1) for product in products]
            values.append(_compute_pearson(*sums))
        return np.concatenate(values)


class SegmentKendall(SegmentCorrelation):
    name = "kendall-seg"
    description = "Kendall's tau-b of segment scores, all systems together"

    def _compare_rows(self, xs: Floats, y: Floats) -> Floats:
        return np.array([compute_tau_b(x, y) for x in xs])

    def _correlate_weighted(self, x: Floats, entries: _JudgedEntries, weights: Floats) -> Floats:
        # A pair of entries occurs in a sample as often as the product of its segments' weights.
        sign_matrices = sum_pair_signs(x, entries.human, entries.segment)
        segment_weights = weights[:, np.unique(entries.segment)]
        agreement, n_untied_x, n_untied_y = (
            np.einsum("bs,bs->b", segment_weights @ matrix, segment_weights)
            for matrix in sign_matrices
        )
        with np.errstate(invalid="ignore"):
            values: Floats = agreement / np.sqrt(n_untied_x * n_untied_y)
        return values


def _find_judged_entries(track: Track) -> _JudgedEntries:
    assert track.segment_scores is not None
    system, segment = np.nonzero(np.isfinite(track.segment_scores))
    return _JudgedEntries(system, segment, track.segment_scores[system, segment])


def _compute_weighted_ranks(x: Floats, weights: Floats) -> Floats:
    """Return midranks of shape (n_samples, n_entries) if entries are repeated by their weights."""
    values, inverse = np.unique(x, return_inverse=True)
    sorted_entries = np.argsort(inverse, kind="stable")
    starts = np.searchsorted(inverse[sorted_entries], np.arange(len(values)))
    value_weights = np.add.reduceat(weights[:, sorted_entries], starts, axis=1)
    ranks: Floats = np.cumsum(value_weights, axis=1) - (value_weights - 1) / 2
    return ranks[:, inverse]


def _compute_pearson(n: Floats, x: Floats, y: Floats, xx: Floats, yy: Floats, xy: Floats) -> Floats:
    """Compute Pearson's correlation from the total weight n and sums of x, y, x², y² and xy."""
    spread_x, spread_y = n * xx - x * x, n * yy - y * y
    # If all drawn scores are equal, a nonzero spread is a rounding error.
    is_defined = spread_x > _ROUNDING_TOLERANCE * n * xx
    is_defined &= spread_y > _ROUNDING_TOLERANCE * n * yy
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Floats = (n * xy - x * y) / np.sqrt(spread_x * spread_y)
    return np.where(is_defined, values, np.nan)


# Correlations over the systems within a segment, averaged over segments. For summaries (systems are
# summarisers, segments are topics) this is known as summary-level correlation.

_WITHIN_DESCRIPTION = "within a segment (topic) over systems, mean over segments"


class WithinSegmentCorrelation(SegmentScoreMeasure):
    """Base class of correlations within segments; samples draw segments with their judgments.

    A segment is ignored if people score all its outputs equally. If a metric scores them equally,
    the correlation counts as 0.
    """

    level = "segment"

    def applies(self, track: Track) -> bool:
        return bool(_find_distinguishing(track).any())

    def resampled_values(
        self, track: Track, metric_scores: Scored, weights: Floats
    ) -> Floats | None:
        if metric_scores.segments is None:
            return None
        values = self._correlate_by_segment(track, metric_scores.segments[None])[0]
        segment_weights = weights[:, _find_distinguishing(track)]
        with np.errstate(invalid="ignore"):  # a sample may contain no distinguishing segment
            means: Floats = (segment_weights @ np.nan_to_num(values)) / segment_weights.sum(axis=1)
        has_value = (segment_weights[:, np.isfinite(values)] > 0).any(axis=1)
        return np.where(has_value, means, np.nan)

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        values = self._correlate_by_segment(track, matrices)
        is_defined = np.isfinite(values).any(axis=1)
        return np.where(is_defined, np.nan_to_num(values).mean(axis=1), np.nan)

    def _correlate_by_segment(self, track: Track, matrices: Floats) -> Floats:
        """Return correlations of shape (n_matrices, n_distinguishing_segments)."""
        human = track.segment_scores
        assert human is not None
        columns = []
        for segment in np.flatnonzero(_find_distinguishing(track)).tolist():
            is_judged = np.isfinite(human[:, segment])
            columns.append(
                self._compare_rows(matrices[:, is_judged, segment], human[is_judged, segment])
            )
        return np.stack(columns, axis=1)

    @abstractmethod
    def _compare_rows(self, xs: Floats, y: Floats) -> Floats:
        """Return the correlation of each row of xs with y."""


class WithinPearson(PearsonMixin, WithinSegmentCorrelation):
    name = "pearson-within"
    description = f"Pearson's correlation {_WITHIN_DESCRIPTION}"


class WithinSpearman(SpearmanMixin, WithinSegmentCorrelation):
    name = "spearman-within"
    description = f"Spearman's correlation {_WITHIN_DESCRIPTION}; ties share ranks"


class WithinKendall(KendallMixin, WithinSegmentCorrelation):
    name = "kendall-within"
    description = f"Kendall's tau-b {_WITHIN_DESCRIPTION}"


def _find_distinguishing(track: Track) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """Return the mask of the segments in which people score some output higher than another."""
    human = track.segment_scores
    if human is None:
        return np.zeros(track.segments, dtype=np.bool_)
    is_judged = np.isfinite(human)
    low = np.where(is_judged, human, np.inf).min(axis=0)
    high = np.where(is_judged, human, -np.inf).max(axis=0)
    is_distinguishing: np.ndarray[tuple[int], np.dtype[np.bool_]] = high > low
    return is_distinguishing
