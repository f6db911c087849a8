"""Measures on pairwise judgments: a metric's order against the judges', human ties left out."""

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats, Indices
from ..judgments import Track
from ..scored import Scored
from .base import OfSegments, in_blocks


class RankingMeasure(OfSegments):
    """All of them are made of three counts: concordant, discordant, tied by the metric."""

    level = "segment"

    @abstractmethod
    def combine(self, concordant: Floats, discordant: Floats, tied: Floats) -> Floats:
        """The measure of these counts."""

    def applies(self, track: Track) -> bool:
        return track.rankings is not None and bool(track.rankings.preference.any())

    def resampled(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.segments is None:
            return None
        segment, order = _orders(track, scored.segments[None])
        counts = [
            np.bincount(segment, order[0] == which, minlength=track.segments)
            for which in (1, -1, 0)
        ]
        with np.errstate(invalid="ignore"):  # a sample may hold no judged segment
            return self.combine(*(weights @ count for count in counts))

    def of_matrices(self, track: Track, matrices: Floats) -> Floats:
        assert track.rankings is not None
        values = []
        for part in in_blocks(matrices, len(track.rankings)):
            _, order = _orders(track, part)
            counts = [(order == which).sum(axis=1, dtype=np.float64) for which in (1, -1, 0)]
            values.append(self.combine(*counts))
        return np.concatenate(values)


class Consistency(RankingMeasure):
    """The share of judged pairs that the metric orders as people do."""

    name = "consistency"
    about = "share of judged pairs ordered as people do; human ties left out, metric ties wrong"

    def combine(self, concordant: Floats, discordant: Floats, tied: Floats) -> Floats:
        return concordant / (concordant + discordant + tied)


class KendallWmt12(RankingMeasure):
    """Kendall's tau as in WMT 2012."""

    name = "kendall-wmt12"
    about = "(concordant - discordant) / all; human ties left out, metric ties discordant"

    def combine(self, concordant: Floats, discordant: Floats, tied: Floats) -> Floats:
        return (concordant - discordant - tied) / (concordant + discordant + tied)


class KendallWmt14(RankingMeasure):
    """Kendall's tau as in WMT 2014."""

    name = "kendall-wmt14"
    about = (
        "(concordant - discordant) / all; human ties left out, metric ties in the denominator only"
    )

    def combine(self, concordant: Floats, discordant: Floats, tied: Floats) -> Floats:
        return (concordant - discordant) / (concordant + discordant + tied)


def metric_ties(track: Track, segments: Floats) -> float:
    """The share of judged pairs, human ties left out, whose outputs the metric scores alike."""
    _, order = _orders(track, segments[None])
    return float((order == 0).mean())


def _orders(track: Track, matrices: Floats) -> tuple[Indices, NDArray[np.int8]]:
    """Segments of the untied judgments; 1 where a metric agrees, -1 where not, 0 where it ties."""
    rankings = track.rankings
    assert rankings is not None
    untied = rankings.preference != 0
    segment, a, b = rankings.segment[untied], rankings.a[untied], rankings.b[untied]
    order = np.sign(matrices[:, a, segment] - matrices[:, b, segment])
    return segment, (order * rankings.preference[untied]).astype(np.int8)
