"""Pairwise accuracy with tie calibration, and soft pairwise accuracy."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats, Indices
from ..judgments import SOURCE_UNIT, Track
from ..scored import Resample, Scored, cache_last_sample
from .base import SegmentScoreMeasure, iterate_blocks

# Pairwise accuracy with tie calibration (Deutsch, Foster & Freitag 2023).


class _Pairs(NamedTuple):
    """Pairs of judged outputs of one segment, with their order by people."""

    a: Indices
    b: Indices
    segment: Indices
    order: Floats  # 1, -1, or 0 for a tie


class AccuracyWithTies(SegmentScoreMeasure):
    """Pairwise accuracy with calibrated ties: score differences up to the best epsilon are ties.

    A pair is correct if metric and people agree on better, worse or tie. Accuracy is averaged over
    segments with equal weights, and epsilon is chosen separately for every sample.
    """

    name = "acc-eq"
    level = "segment"
    description = (
        "share of pairs within a segment on which better, worse or tie agree, mean over segments; "
        "metric ties are differences up to the best threshold"
    )

    def applies(self, track: Track) -> bool:
        scores = track.segment_scores
        return scores is not None and bool((np.isfinite(scores).sum(axis=0) > 1).any())

    def resampled_values(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.segments is None:
            return None
        pairs = _judged_pairs(track)
        ordered = _order_pairs(scored.segments, pairs)
        parts = iterate_blocks(weights, len(pairs.segment))
        return np.concatenate([_best_accuracy(ordered, pairs, part) for part in parts])

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        pairs = _judged_pairs(track)
        unit_weights = np.ones((1, track.segments))
        values = [
            _best_accuracy(_order_pairs(matrix, pairs), pairs, unit_weights)[0]
            for matrix in matrices
        ]
        return np.array(values)


class _OrderedPairs(NamedTuple):
    """Pairs ordered by the absolute difference of the metric's scores."""

    pair: Indices  # in ascending order of the difference
    ends: Indices  # position of the last pair of each distinct difference
    right: Floats  # whether the metric is right if it has no ties, by pair
    gain: Floats  # change of `right` if the pair becomes a tie


def _order_pairs(matrix: Floats, pairs: _Pairs) -> _OrderedPairs:
    difference = matrix[pairs.a, pairs.segment] - matrix[pairs.b, pairs.segment]
    size = np.abs(difference)
    order = np.argsort(size, kind="stable")
    right = (np.sign(difference) == pairs.order).astype(np.float64)
    gain = (pairs.order == 0) - right
    sizes = size[order]
    ends = np.flatnonzero(np.append(sizes[1:] != sizes[:-1], True))
    if sizes[0] > 0:
        ends = np.append(-1, ends)  # with the threshold 0 no pair is a tie
    return _OrderedPairs(order, ends, right, gain)


def _best_accuracy(ordered: _OrderedPairs, pairs: _Pairs, weights: Floats) -> Floats:
    counts = np.bincount(pairs.segment, minlength=weights.shape[1])
    judged = counts > 0
    shares = np.zeros(weights.shape)
    shares[:, judged] = weights[:, judged] / counts[judged]
    with np.errstate(invalid="ignore", divide="ignore"):
        shares /= weights[:, judged].sum(axis=1, keepdims=True)
    base = shares[:, pairs.segment] @ ordered.right
    gains = shares[:, pairs.segment[ordered.pair]] * ordered.gain[ordered.pair]
    totals = np.concatenate([np.zeros((len(weights), 1)), np.cumsum(gains, axis=1)], axis=1)
    best: Floats = base + totals[:, ordered.ends + 1].max(axis=1)
    return best


def _judged_pairs(track: Track) -> _Pairs:
    human = track.segment_scores
    assert human is not None
    a, b = np.triu_indices(len(human), 1)
    both = np.isfinite(human[a]) & np.isfinite(human[b])
    pair, segment = np.nonzero(both)
    a, b = a[pair], b[pair]
    return _Pairs(a, b, segment, np.sign(human[a, segment] - human[b, segment]))


# Soft pairwise accuracy (Thompson, Mathur, Deutsch & Khayrallah 2024).

PERMUTATIONS = 1000
_SEED = 12345


class SoftPairwiseAccuracy(SegmentScoreMeasure):
    """Soft pairwise accuracy: 1 - mean |p of people - p of the metric| over pairs of systems.

    p is the p-value of a one-sided paired permutation test on segment scores. Permuted differences
    that equal the observed one count half, so the order of the systems does not matter.
    """

    name = "spa"
    level = "system"
    description = (
        "soft pairwise accuracy: 1 - mean |p_human - p_metric|, one-sided paired permutation "
        f"tests ({PERMUTATIONS} permutations) on segment scores"
    )

    def applies(self, track: Track) -> bool:
        if track.unit == SOURCE_UNIT:  # rated pairs have no systems
            return False
        systems, segments = _common_judged(track)
        return len(systems) > 1 and len(segments) > 1

    def resampled_values(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        if scored.segments is None:
            return None
        # Human judgments are resampled together with the metric's scores, so that both are from the
        # same segments.
        metric = _resampled_p_values(track, scored.segments, weights)
        return _agreement(metric, _human_p_values(track)(weights))

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        values = [p_values(_differences(track, matrix)) for matrix in matrices]
        assert track.segment_scores is not None
        human = p_values(_differences(track, track.segment_scores))
        return _agreement(np.stack(values), human)


def p_values(differences: Floats, counts: Floats | float = 1.0) -> Floats:
    """Return the one-sided permutation p-value of each row of paired differences.

    `counts` is how often each segment is in the sample. Copies would be swapped independently; the
    sum of their signs is approximated by one sign with the same standard deviation.
    """
    observed = differences * counts
    scale = np.abs(observed).sum(axis=1, keepdims=True)
    scale[scale == 0] = 1.0
    # Single precision is twice as fast, and precise enough for the tolerance of equality below.
    rows = (differences * np.sqrt(counts) / scale).astype(np.float32)
    permuted = rows @ _signs(differences.shape[1])
    sums = (observed / scale).sum(axis=1, keepdims=True)
    above, equal = permuted > sums + 1e-6, np.abs(permuted - sums) <= 1e-6
    values: Floats = above.mean(axis=1) + equal.mean(axis=1) / 2
    return values


@lru_cache(maxsize=2)
def _human_p_values(track: Track) -> Resample:
    """Return the resampling function of p-values of human judgments, which all metrics share."""
    scores = track.segment_scores
    assert scores is not None
    return cache_last_sample(lambda weights: _resampled_p_values(track, scores, weights))


def _resampled_p_values(track: Track, segments: Floats, weights: Floats) -> Floats:
    """Return p-values with one row per sample and one column per pair of systems."""
    drawn = weights[:, _common_judged(track)[1]]
    rows = [p_values(d[None], drawn) for d in _differences(track, segments)]
    return np.stack(rows, axis=1)


def _agreement(metric: Floats, human: Floats) -> Floats:
    result: Floats = 1 - np.abs(metric - human).mean(axis=1)
    return result


def _differences(track: Track, segments: Floats) -> Floats:
    """Return segment score differences with one row per pair of systems."""
    judged = segments[np.ix_(*_common_judged(track))]
    a, b = np.triu_indices(len(judged), 1)
    return judged[a] - judged[b]


def _common_judged(track: Track) -> tuple[Indices, Indices]:
    """Return the judged systems, and the segments in which all of these were judged."""
    if track.segment_scores is None:
        return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
    finite = np.isfinite(track.segment_scores)
    systems = np.flatnonzero(finite.any(axis=1))
    return systems, np.flatnonzero(finite[systems].all(axis=0))


@lru_cache(maxsize=4)
def _signs(segments: int) -> NDArray[np.float32]:
    """Return random signs, one column per permutation; -1 swaps the scores of a segment."""
    generator = np.random.default_rng([_SEED, segments])
    return generator.choice(np.array([-1, 1], dtype=np.float32), (segments, PERMUTATIONS))
