"""Measures of agreement with human rankings and with human system scores."""

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats, Indices
from ..judgments import Track
from ..scored import Scored, build_mean_resampler
from .base import (
    KendallMixin,
    Measure,
    PearsonMixin,
    SegmentScoreMeasure,
    SpearmanMixin,
    iterate_blocks,
)


class RankingMeasure(SegmentScoreMeasure):
    """Base class of measures computed from counts of concordant, discordant and tied pairs."""

    level = "segment"

    @abstractmethod
    def combine(self, concordant: Floats, discordant: Floats, tied: Floats) -> Floats:
        """Return the value of the measure from counts of judged pairs; the metric ties `tied`."""

    def applies(self, track: Track) -> bool:
        return track.rankings is not None and bool(track.rankings.preference.any())

    def resampled_values(
        self, track: Track, metric_scores: Scored, weights: Floats
    ) -> Floats | None:
        if metric_scores.segments is None:
            return None
        segments, signs = _compute_agreement_signs(track, metric_scores.segments[None])
        counts = [
            np.bincount(segments, signs[0] == sign, minlength=track.segments) for sign in (1, -1, 0)
        ]
        with np.errstate(invalid="ignore"):  # a sample may contain no judged segment
            return self.combine(*(weights @ count for count in counts))

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        assert track.rankings is not None
        values = []
        for block in iterate_blocks(matrices, len(track.rankings)):
            _, signs = _compute_agreement_signs(track, block)
            counts = [(signs == sign).sum(axis=1, dtype=np.float64) for sign in (1, -1, 0)]
            values.append(self.combine(*counts))
        return np.concatenate(values)


class Consistency(RankingMeasure):
    """Share of judged pairs that the metric orders as people do."""

    name = "consistency"
    description = (
        "share of judged pairs ordered as people do; human ties left out, metric ties wrong"
    )

    def combine(self, concordant: Floats, discordant: Floats, tied: Floats) -> Floats:
        return concordant / (concordant + discordant + tied)


class KendallWmt12(RankingMeasure):
    """Kendall's tau as defined by WMT 2012."""

    name = "kendall-wmt12"
    description = "(concordant - discordant) / all; human ties left out, metric ties discordant"

    def combine(self, concordant: Floats, discordant: Floats, tied: Floats) -> Floats:
        return (concordant - discordant - tied) / (concordant + discordant + tied)


class KendallWmt14(RankingMeasure):
    """Kendall's tau as defined by WMT 2014."""

    name = "kendall-wmt14"
    description = (
        "(concordant - discordant) / all; human ties left out, metric ties in the denominator only"
    )

    def combine(self, concordant: Floats, discordant: Floats, tied: Floats) -> Floats:
        return (concordant - discordant) / (concordant + discordant + tied)


def compute_metric_tie_share(track: Track, segments: Floats) -> float:
    """Return the share of judged pairs, without human ties, that the metric scores equally."""
    _, signs = _compute_agreement_signs(track, segments[None])
    return float((signs == 0).mean())


def _compute_agreement_signs(track: Track, matrices: Floats) -> tuple[Indices, NDArray[np.int8]]:
    """Return the segments of the judgments without human ties, and the agreement with metrics.

    `matrices` has shape (n_matrices, n_systems, n_segments). The agreement has shape (n_matrices,
    n_judgments) and is 1 (the metric agrees), -1 (it disagrees) or 0 (it ties the outputs).
    """
    rankings = track.rankings
    assert rankings is not None
    is_untied = rankings.preference != 0
    segments, a, b = rankings.segment[is_untied], rankings.a[is_untied], rankings.b[is_untied]
    metric_signs = np.sign(matrices[:, a, segments] - matrices[:, b, segments])
    return segments, (metric_signs * rankings.preference[is_untied]).astype(np.int8)


class SystemMeasure(Measure):
    """Base class of measures of system scores, which are recomputed for each sample of segments.

    Human system scores are constant over samples, unless they are means of segment scores: then
    they are resampled too.
    """

    level = "system"

    def applies(self, track: Track) -> bool:
        scores = track.system_scores
        return scores is not None and bool(np.isfinite(scores).sum() > 2)

    def resampled_values(
        self, track: Track, metric_scores: Scored, weights: Floats
    ) -> Floats | None:
        if metric_scores.resample is None:
            return None
        human = None
        if track.has_mean_system_scores:
            assert track.segment_scores is not None
            human = build_mean_resampler(track.segment_scores)(weights)
        return self.system_values(track, metric_scores.resample(weights), human)

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        assert track.system_scores is not None
        # Systems without judgments are left out, because they may have no score at all.
        is_judged = np.isfinite(track.system_scores)
        return self._compare_rows(
            np.nanmean(matrices[:, is_judged], axis=2), track.system_scores[is_judged]
        )

    def value(self, track: Track, metric_scores: Scored) -> float:
        return float(self.system_values(track, metric_scores.systems[None])[0])

    def system_values(self, track: Track, systems: Floats, human: Floats | None = None) -> Floats:
        """Return the value for each row of system scores.

        `human` has human scores for each row; None: the same scores of the track for all rows.
        """
        assert track.system_scores is not None
        is_judged = np.isfinite(track.system_scores)
        human = track.system_scores if human is None else human
        systems, human = systems[:, is_judged], human[..., is_judged]
        values = self._compare_rows(systems, human)
        is_undefined = np.isnan(systems).any(axis=1) | np.isnan(human).any(axis=-1)
        values[is_undefined] = np.nan
        return values

    @abstractmethod
    def _compare_rows(self, xs: Floats, y: Floats) -> Floats:
        """Compute the measure for each row of xs and y, or the same row if y is 2-d."""


class SystemPearson(PearsonMixin, SystemMeasure):
    name = "pearson-sys"
    description = "Pearson's correlation of system scores"


class SystemSpearman(SpearmanMixin, SystemMeasure):
    name = "spearman-sys"
    description = "Spearman's correlation of system scores; ties share ranks"


class SystemKendall(KendallMixin, SystemMeasure):
    name = "kendall-sys"
    description = "Kendall's tau-b of system scores"


class PairwiseAccuracy(SystemMeasure):
    name = "accuracy-sys"
    description = (
        "share of pairs of systems ordered as people do; human ties left out, metric ties wrong"
    )

    def _compare_rows(self, xs: Floats, y: Floats) -> Floats:
        a, b = np.triu_indices(y.shape[-1], 1)
        human_signs = np.sign(y[..., a] - y[..., b])
        is_correct = (np.sign(xs[:, a] - xs[:, b]) == human_signs) & (human_signs != 0)
        with np.errstate(invalid="ignore"):  # all pairs may be human ties
            values: Floats = is_correct.sum(axis=1) / (human_signs != 0).sum(axis=-1)
        return values
