"""Pairwise accuracy with tie calibration, and soft pairwise accuracy."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...arrays import Floats, Indices
from ..judgments import SOURCE_UNIT, Track
from ..scored import Resample, Scored, cache_last_sample
from .base import SegmentScoreMeasure, iterate_blocks

# Pairwise accuracy with tie calibration (Deutsch, Foster & Freitag 2023)


class _JudgedPairs(NamedTuple):
    """Pairs of judged outputs of the same segment, with one entry of each array per pair.

    a, b     indices of the systems
    segment  indices of the segments
    human    human preference: 1 if a is better, -1 if b is better, 0 for a tie
    """

    a: Indices
    b: Indices
    segment: Indices
    human: Floats


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

    def resampled_values(
        self, track: Track, metric_scores: Scored, weights: Floats
    ) -> Floats | None:
        if metric_scores.segments is None:
            return None
        pairs = _find_judged_pairs(track)
        sorted_pairs = _sort_pairs(metric_scores.segments, pairs)
        blocks = iterate_blocks(weights, len(pairs.segment))
        return np.concatenate([_find_best_accuracy(sorted_pairs, pairs, block) for block in blocks])

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        pairs = _find_judged_pairs(track)
        unit_weights = np.ones((1, track.segments))
        values = [
            _find_best_accuracy(_sort_pairs(matrix, pairs), pairs, unit_weights)[0]
            for matrix in matrices
        ]
        return np.array(values)


class _SortedPairs(NamedTuple):
    """Pairs sorted by the absolute difference of the metric's scores.

    order    indices of the pairs in ascending order of the difference
    ends     index in `order` of the last pair of each distinct difference; -1: before all pairs
    correct  1 if the metric is correct without a tie threshold, else 0; by pair, unsorted
    gain     change of `correct` if the pair becomes a metric tie
    """

    order: Indices
    ends: Indices
    correct: Floats
    gain: Floats


def _sort_pairs(matrix: Floats, pairs: _JudgedPairs) -> _SortedPairs:
    differences = matrix[pairs.a, pairs.segment] - matrix[pairs.b, pairs.segment]
    absolute_differences = np.abs(differences)
    order = np.argsort(absolute_differences, kind="stable")
    correct = (np.sign(differences) == pairs.human).astype(np.float64)
    gain = (pairs.human == 0) - correct
    sorted_differences = absolute_differences[order]
    ends = np.flatnonzero(np.append(sorted_differences[1:] != sorted_differences[:-1], True))
    if sorted_differences[0] > 0:
        ends = np.append(-1, ends)  # with the threshold 0 no pair is a tie
    return _SortedPairs(order, ends, correct, gain)


def _find_best_accuracy(sorted_pairs: _SortedPairs, pairs: _JudgedPairs, weights: Floats) -> Floats:
    """Return the accuracy with the best tie threshold for each row of segment weights."""
    pair_counts = np.bincount(pairs.segment, minlength=weights.shape[1])
    is_judged = pair_counts > 0
    pair_weights = np.zeros(weights.shape)
    pair_weights[:, is_judged] = weights[:, is_judged] / pair_counts[is_judged]
    with np.errstate(invalid="ignore", divide="ignore"):
        pair_weights /= weights[:, is_judged].sum(axis=1, keepdims=True)
    accuracy_without_ties = pair_weights[:, pairs.segment] @ sorted_pairs.correct
    gains = (
        pair_weights[:, pairs.segment[sorted_pairs.order]] * sorted_pairs.gain[sorted_pairs.order]
    )
    total_gains = np.concatenate([np.zeros((len(weights), 1)), np.cumsum(gains, axis=1)], axis=1)
    best_accuracy: Floats = accuracy_without_ties + total_gains[:, sorted_pairs.ends + 1].max(
        axis=1
    )
    return best_accuracy


def _find_judged_pairs(track: Track) -> _JudgedPairs:
    human = track.segment_scores
    assert human is not None
    a, b = np.triu_indices(len(human), 1)
    both_judged = np.isfinite(human[a]) & np.isfinite(human[b])
    pair, segment = np.nonzero(both_judged)
    a, b = a[pair], b[pair]
    return _JudgedPairs(a, b, segment, np.sign(human[a, segment] - human[b, segment]))


# Soft pairwise accuracy (Thompson, Mathur, Deutsch & Khayrallah 2024).

N_PERMUTATIONS = 1000
_PERMUTATION_SEED = 12345


class SoftPairwiseAccuracy(SegmentScoreMeasure):
    """Soft pairwise accuracy: 1 - mean |p_human - p_metric| over pairs of systems.

    p_human and p_metric are p-values of one-sided paired permutation tests on segment scores.
    Permuted differences that equal the observed one count half, so that the order of the systems
    does not matter.
    """

    name = "spa"
    level = "system"
    description = (
        "soft pairwise accuracy: 1 - mean |p_human - p_metric|, one-sided paired permutation "
        f"tests ({N_PERMUTATIONS} permutations) on segment scores"
    )

    def applies(self, track: Track) -> bool:
        if track.unit == SOURCE_UNIT:  # rated pairs have no systems
            return False
        systems, segments = _find_judged(track)
        return len(systems) > 1 and len(segments) > 1

    def resampled_values(
        self, track: Track, metric_scores: Scored, weights: Floats
    ) -> Floats | None:
        if metric_scores.segments is None:
            return None
        # Human judgments are resampled together with the metric's scores, so that both are from the
        # same segments.
        metric_p_values = _resample_p_values(track, metric_scores.segments, weights)
        return _compute_accuracy(metric_p_values, _build_human_resampler(track)(weights))

    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        metric_p_values = [
            compute_p_values(_compute_differences(track, matrix)) for matrix in matrices
        ]
        assert track.segment_scores is not None
        human_p_values = compute_p_values(_compute_differences(track, track.segment_scores))
        return _compute_accuracy(np.stack(metric_p_values), human_p_values)


def compute_p_values(differences: Floats, counts: Floats | float = 1.0) -> Floats:
    """Return the one-sided permutation p-value of each row of paired differences.

    `counts` is how often each segment is in the sample. The scores of each copy of a segment would
    be swapped independently; the sum of the n signs of the copies is approximated by one sign times
    sqrt(n), which has the same standard deviation.
    """
    weighted_differences = differences * counts
    scale = np.abs(weighted_differences).sum(axis=1, keepdims=True)
    scale[scale == 0] = 1.0
    # Single precision is twice as fast, and precise enough for the tolerance of equality below.
    scaled_rows = (differences * np.sqrt(counts) / scale).astype(np.float32)
    permuted_sums = scaled_rows @ _draw_signs(differences.shape[1])
    observed_sums = (weighted_differences / scale).sum(axis=1, keepdims=True)
    is_above = permuted_sums > observed_sums + 1e-6
    is_equal = np.abs(permuted_sums - observed_sums) <= 1e-6
    values: Floats = is_above.mean(axis=1) + is_equal.mean(axis=1) / 2
    return values


@lru_cache(maxsize=2)
def _build_human_resampler(track: Track) -> Resample:
    """Return a function that resamples the p-values of human scores, which all metrics share."""
    scores = track.segment_scores
    assert scores is not None
    return cache_last_sample(lambda weights: _resample_p_values(track, scores, weights))


def _resample_p_values(track: Track, segments: Floats, weights: Floats) -> Floats:
    """Return p-values with one row per sample and one column per pair of systems."""
    segment_counts = weights[:, _find_judged(track)[1]]
    columns = [
        compute_p_values(pair_differences[None], segment_counts)
        for pair_differences in _compute_differences(track, segments)
    ]
    return np.stack(columns, axis=1)


def _compute_accuracy(metric_p_values: Floats, human_p_values: Floats) -> Floats:
    accuracy: Floats = 1 - np.abs(metric_p_values - human_p_values).mean(axis=1)
    return accuracy


def _compute_differences(track: Track, segments: Floats) -> Floats:
    """Return segment score differences with one row per pair of systems."""
    judged_scores = segments[np.ix_(*_find_judged(track))]
    a, b = np.triu_indices(len(judged_scores), 1)
    return judged_scores[a] - judged_scores[b]


def _find_judged(track: Track) -> tuple[Indices, Indices]:
    """Return the indices of judged systems, and of segments in which all of these were judged."""
    if track.segment_scores is None:
        return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
    is_judged = np.isfinite(track.segment_scores)
    systems = np.flatnonzero(is_judged.any(axis=1))
    return systems, np.flatnonzero(is_judged[systems].all(axis=0))


@lru_cache(maxsize=4)
def _draw_signs(n_segments: int) -> NDArray[np.float32]:
    """Draw random signs of shape (n_segments, n_permutations); -1 swaps the scores of a segment."""
    generator = np.random.default_rng([_PERMUTATION_SEED, n_segments])
    return generator.choice(np.array([-1, 1], dtype=np.float32), (n_segments, N_PERMUTATIONS))
