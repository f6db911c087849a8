"""Measures of system scores against human system scores."""

from abc import abstractmethod

import numpy as np

from ...arrays import Floats
from ..judgments import Track
from ..scored import Scored, segment_means
from .base import Measure
from .correlation import Kendall, Pearson, Spearman


class SystemMeasure(Measure):
    """Samples draw segments and score the systems anew.

    Human scores stay as they are, unless they are means of segment scores: these are drawn too.
    """

    level = "system"

    def applies(self, track: Track) -> bool:
        scores = track.system_scores
        return scores is not None and bool(np.isfinite(scores).sum() > 2)

    def resampled(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.resample is None:
            return None
        human = None
        if track.averaged:
            assert track.segment_scores is not None
            human = segment_means(track.segment_scores)(weights)
        return self.of_systems(track, scored.resample(weights), human)

    def of_matrices(self, track: Track, matrices: Floats) -> Floats:
        assert track.system_scores is not None
        # Systems that nobody judged may have no score at all.
        judged = np.isfinite(track.system_scores)
        return self._rowwise(np.nanmean(matrices[:, judged], axis=2), track.system_scores[judged])

    def value(self, track: Track, scored: Scored) -> float:
        return float(self.of_systems(track, scored.systems[None])[0])

    def of_systems(self, track: Track, systems: Floats, human: Floats | None = None) -> Floats:
        """A value for each row of system scores; `human` are people's in that sample."""
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
        """The measure of each row against y, or against the row of y beside it."""


class SystemPearson(Pearson, SystemMeasure):
    name = "pearson-sys"
    about = "Pearson's correlation of system scores"


class SystemSpearman(Spearman, SystemMeasure):
    name = "spearman-sys"
    about = "Spearman's correlation of system scores; ties share ranks"


class SystemKendall(Kendall, SystemMeasure):
    name = "kendall-sys"
    about = "Kendall's tau-b of system scores"


class PairwiseAccuracy(SystemMeasure):
    name = "accuracy-sys"
    about = "share of pairs of systems ordered as people do; human ties left out, metric ties wrong"

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        a, b = np.triu_indices(y.shape[-1], 1)
        order = np.sign(y[..., a] - y[..., b])
        right = (np.sign(xs[:, a] - xs[:, b]) == order) & (order != 0)
        with np.errstate(invalid="ignore"):  # people may have tied them all
            values: Floats = right.sum(axis=1) / (order != 0).sum(axis=-1)
        return values
