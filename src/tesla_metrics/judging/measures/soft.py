"""Soft pairwise accuracy (Thompson, Mathur, Deutsch & Khayrallah 2024)."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats, Indices
from ..judgments import PAIRS, Track
from ..scored import Resample, Scored, remembering
from .base import OfSegments

PERMUTATIONS = 1000
_SEED = 12345


class SoftPairwiseAccuracy(OfSegments):
    """1 - mean |p of people - p of the metric| over pairs of systems.

    p is that of a one-sided paired permutation test on segment scores, permuted differences that
    equal the observed one counting half, so that it does not matter which system comes first.
    """

    name = "spa"
    level = "system"
    about = (
        "soft pairwise accuracy: 1 - mean |p_human - p_metric|, one-sided paired permutation "
        f"tests ({PERMUTATIONS} permutations) on segment scores"
    )

    def applies(self, track: Track) -> bool:
        if track.unit == PAIRS:  # of no systems
            return False
        systems, segments = _common(track)
        return len(systems) > 1 and len(segments) > 1

    def resampled(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.segments is None:
            return None
        # People's judgments are drawn with the metric's scores, or the value would be compared
        # with something else than what it was measured on.
        metric = _resampled_p_values(track, scored.segments, weights)
        return _agreement(metric, _human(track)(weights))

    def of_matrices(self, track: Track, matrices: Floats) -> Floats:
        values = [p_values(_differences(track, matrix)) for matrix in matrices]
        assert track.segment_scores is not None
        human = p_values(_differences(track, track.segment_scores))
        return _agreement(np.stack(values), human)


def p_values(differences: Floats, drawn: Floats | float = 1.0) -> Floats:
    """For each row of paired differences, that their sum is this high by chance.

    `drawn` says how often each segment stands there. Copies would change places one by one; the sum
    of their signs is replaced by one sign that strays as far.
    """
    observed = differences * drawn
    scale = np.abs(observed).sum(axis=1, keepdims=True)
    scale[scale == 0] = 1.0
    # Single precision is twice as fast, and what it calls equal is.
    rows = (differences * np.sqrt(drawn) / scale).astype(np.float32)
    permuted = rows @ _signs(differences.shape[1])
    sums = (observed / scale).sum(axis=1, keepdims=True)
    above, equal = permuted > sums + 1e-6, np.abs(permuted - sums) <= 1e-6
    values: Floats = above.mean(axis=1) + equal.mean(axis=1) / 2
    return values


@lru_cache(maxsize=2)
def _human(track: Track) -> Resample:
    """The p-values of people's judgments, which all metrics are held against."""
    scores = track.segment_scores
    assert scores is not None
    return remembering(lambda weights: _resampled_p_values(track, scores, weights))


def _resampled_p_values(track: Track, segments: Floats, weights: Floats) -> Floats:
    """A row a sample, a column a pair of systems."""
    drawn = weights[:, _common(track)[1]]
    rows = [p_values(d[None], drawn) for d in _differences(track, segments)]
    return np.stack(rows, axis=1)


def _agreement(metric: Floats, human: Floats) -> Floats:
    result: Floats = 1 - np.abs(metric - human).mean(axis=1)
    return result


def _differences(track: Track, segments: Floats) -> Floats:
    """A row a pair of systems."""
    judged = segments[np.ix_(*_common(track))]
    a, b = np.triu_indices(len(judged), 1)
    return judged[a] - judged[b]


def _common(track: Track) -> tuple[Indices, Indices]:
    """Systems that people judged, and the segments of which they judged every one of these."""
    if track.segment_scores is None:
        return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
    finite = np.isfinite(track.segment_scores)
    systems = np.flatnonzero(finite.any(axis=1))
    return systems, np.flatnonzero(finite[systems].all(axis=0))


@lru_cache(maxsize=4)
def _signs(segments: int) -> NDArray[np.float32]:
    """A column a permutation: whether the two systems' scores of a segment change places."""
    generator = np.random.default_rng([_SEED, segments])
    return generator.choice(np.array([-1, 1], dtype=np.float32), (segments, PERMUTATIONS))
