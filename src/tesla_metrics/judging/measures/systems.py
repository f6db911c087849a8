"""Measures of system scores against human system scores."""

from abc import abstractmethod

import numpy as np

from ...arrays import Floats
from ..judgments import Track
from ..scored import Scored
from .base import Measure
from .correlation import Pearson, Spearman


class SystemMeasure(Measure):
    """Samples draw segments and score the systems anew; human scores stay as they are."""

    level = "system"

    def applies(self, track: Track) -> bool:
        scores = track.system_scores
        return scores is not None and bool(np.isfinite(scores).sum() > 2)

    def resampled(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        return None if scored.resample is None else self.of_systems(track, scored.resample(weights))

    def of_matrices(self, track: Track, matrices: Floats) -> Floats:
        assert track.system_scores is not None
        # Systems that nobody judged may have no score at all.
        judged = np.isfinite(track.system_scores)
        return self._rowwise(np.nanmean(matrices[:, judged], axis=2), track.system_scores[judged])

    def value(self, track: Track, scored: Scored) -> float:
        return float(self.of_systems(track, scored.systems[None])[0])

    def of_systems(self, track: Track, systems: Floats) -> Floats:
        """A value for each row of system scores."""
        assert track.system_scores is not None
        judged = np.isfinite(track.system_scores)
        values = self._rowwise(systems[:, judged], track.system_scores[judged])
        values[np.isnan(systems[:, judged]).any(axis=1)] = np.nan
        return values

    @abstractmethod
    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        """The measure of each row against y."""


class SystemPearson(Pearson, SystemMeasure):
    name = "pearson-sys"
    about = "Pearson's correlation of system scores"


class SystemSpearman(Spearman, SystemMeasure):
    name = "spearman-sys"
    about = "Spearman's correlation of system scores; ties share ranks"


class SystemKendall(SystemMeasure):
    name = "kendall-sys"
    about = "Kendall's tau-b of system scores"

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        a, b = np.triu_indices(len(y), 1)
        order, human = np.sign(xs[:, a] - xs[:, b]), np.sign(y[a] - y[b])
        untied = (order != 0).sum(axis=1) * (human != 0).sum()
        with np.errstate(invalid="ignore"):
            values: Floats = (order @ human) / np.sqrt(untied)
        return values


class PairwiseAccuracy(SystemMeasure):
    name = "accuracy-sys"
    about = "share of pairs of systems ordered as people do; human ties left out, metric ties wrong"

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        a, b = np.triu_indices(len(y), 1)
        order = np.sign(y[a] - y[b])
        a, b, order = a[order != 0], b[order != 0], order[order != 0]
        right = np.sign(xs[:, a] - xs[:, b]) == order
        return right.mean(axis=1) if len(order) else np.full(len(xs), np.nan)
