"""Correlations of the scores within a segment, over systems, in the mean over segments.

Of summaries this is what is called summary level: within a topic, over summarisers.
"""

from abc import abstractmethod

import numpy as np

from ...arrays import Floats
from ..judgments import Track
from ..scored import Scored
from .base import OfSegments
from .correlation import Kendall, Pearson, Spearman

_SAID = "within a segment (topic) over systems, mean over segments"


class WithinSegments(OfSegments):
    """Samples draw segments, with what people said of them.

    A segment whose outputs people find equally good says nothing; one in which a metric finds them
    equally good counts 0 for that metric.
    """

    level = "segment"

    def applies(self, track: Track) -> bool:
        return bool(_telling(track).any())

    def resampled(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.segments is None:
            return None
        values, telling = self._by_segment(track, scored.segments[None])[0], _telling(track)
        drawn = weights[:, telling]
        with np.errstate(invalid="ignore"):  # a sample may hold no such segment
            means: Floats = (drawn @ np.nan_to_num(values)) / drawn.sum(axis=1)
        return np.where((drawn[:, np.isfinite(values)] > 0).any(axis=1), means, np.nan)

    def of_matrices(self, track: Track, matrices: Floats) -> Floats:
        values = self._by_segment(track, matrices)
        defined = np.isfinite(values).any(axis=1)
        return np.where(defined, np.nan_to_num(values).mean(axis=1), np.nan)

    def _by_segment(self, track: Track, matrices: Floats) -> Floats:
        """A row a matrix, a column a segment that says something."""
        human = track.segment_scores
        assert human is not None
        columns = []
        for segment in np.flatnonzero(_telling(track)).tolist():
            judged = np.isfinite(human[:, segment])
            columns.append(self._rowwise(matrices[:, judged, segment], human[judged, segment]))
        return np.stack(columns, axis=1)

    @abstractmethod
    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        """The correlation of each row with y."""


class WithinPearson(Pearson, WithinSegments):
    name = "pearson-within"
    about = f"Pearson's correlation {_SAID}"


class WithinSpearman(Spearman, WithinSegments):
    name = "spearman-within"
    about = f"Spearman's correlation {_SAID}; ties share ranks"


class WithinKendall(Kendall, WithinSegments):
    name = "kendall-within"
    about = f"Kendall's tau-b {_SAID}"


def _telling(track: Track) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The segments of which people find one output better than another."""
    human = track.segment_scores
    if human is None:
        return np.zeros(track.segments, dtype=np.bool_)
    judged = np.isfinite(human)
    low = np.where(judged, human, np.inf).min(axis=0)
    high = np.where(judged, human, -np.inf).max(axis=0)
    telling: np.ndarray[tuple[int], np.dtype[np.bool_]] = high > low
    return telling
