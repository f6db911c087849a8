"""Measures on rankings and on system scores."""

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats, Indices
from ..judgments import Track
from ..scored import Scored, segment_mean_resampler
from .base import (
    KendallMixin,
    Measure,
    PearsonMixin,
    SegmentScoreMeasure,
    SpearmanMixin,
    iterate_blocks,
)


class RankingMeasure(SegmentScoreMeasure):
    """Base class of measures of the numbers of concordant, discordant and metric-tied pairs."""

    level = "segment"

    @abstractmethod
    def combine(self, concordant: Floats, discordant: Floats, tied: Floats) -> Floats:
        """Return the value of the measure from the counts."""

    def applies(self, track: Track) -> bool:
        return track.rankings is not None and bool(track.rankings.preference.any())

    def resampled_values(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.segments is None:
            return None
        segment, order = _agreement_signs(track, scored.segments[None])
        counts = [
            np.bincount(segment, order[0] == outcome, minlength=track.segments)
            for outcome in (1, -1, 0)
        ]
        with np.errstate(invalid="ignore"):  # a sample may contain no judged segment
            return self.combine(*(weights @ count for count in counts))

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        assert track.rankings is not None
        values = []
        for part in iterate_blocks(matrices, len(track.rankings)):
            _, order = _agreement_signs(track, part)
            counts = [(order == outcome).sum(axis=1, dtype=np.float64) for outcome in (1, -1, 0)]
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


def metric_tie_share(track: Track, segments: Floats) -> float:
    """Return the share of judged pairs, without human ties, that the metric scores equally."""
    _, order = _agreement_signs(track, segments[None])
    return float((order == 0).mean())


def _agreement_signs(track: Track, matrices: Floats) -> tuple[Indices, NDArray[np.int8]]:
    """Return the segments of untied judgments, and whether metrics agree with each judgment.

    The values are 1 (the metric agrees), -1 (it disagrees) or 0 (it ties the outputs).
    """
    rankings = track.rankings
    assert rankings is not None
    untied = rankings.preference != 0
    segment, a, b = rankings.segment[untied], rankings.a[untied], rankings.b[untied]
    order = np.sign(matrices[:, a, segment] - matrices[:, b, segment])
    return segment, (order * rankings.preference[untied]).astype(np.int8)


class SystemMeasure(Measure):
    """Base class of measures of system scores; samples draw segments and score systems again.

    Human system scores are constant over samples, unless they are means of segment scores: then
    they are resampled too.
    """

    level = "system"

    def applies(self, track: Track) -> bool:
        scores = track.system_scores
        return scores is not None and bool(np.isfinite(scores).sum() > 2)

    def resampled_values(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.resample is None:
            return None
        human = None
        if track.has_mean_system_scores:
            assert track.segment_scores is not None
            human = segment_mean_resampler(track.segment_scores)(weights)
        return self.system_values(track, scored.resample(weights), human)

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        assert track.system_scores is not None
        # Systems without judgments are left out, because they may have no score at all.
        judged = np.isfinite(track.system_scores)
        return self._rowwise(np.nanmean(matrices[:, judged], axis=2), track.system_scores[judged])

    def value(self, track: Track, scored: Scored) -> float:
        return float(self.system_values(track, scored.systems[None])[0])

    def system_values(self, track: Track, systems: Floats, human: Floats | None = None) -> Floats:
        """Return one value per row of system scores; `human` may have human scores for each row."""
        assert track.system_scores is not None
        judged = np.isfinite(track.system_scores)
        human = track.system_scores if human is None else human
        systems, human = systems[:, judged], human[..., judged]
        values = self._rowwise(systems, human)
        unknown = np.isnan(systems).any(axis=1) | np.isnan(human).any(axis=-1)
        values[unknown] = np.nan
        return values

    @abstractmethod
    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        """Return the measure of each row of xs against y, or against the same row of a 2-d y."""


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

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        a, b = np.triu_indices(y.shape[-1], 1)
        order = np.sign(y[..., a] - y[..., b])
        right = (np.sign(xs[:, a] - xs[:, b]) == order) & (order != 0)
        with np.errstate(invalid="ignore"):  # all pairs may be human ties
            values: Floats = right.sum(axis=1) / (order != 0).sum(axis=-1)
        return values
