"""Base classes of measures of agreement with people, and correlations of rows of scores."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from ...arrays import Floats, Indices
from ..judgments import Track
from ..scored import Scored


class PearsonMixin:
    """Mixin that correlates scores by Pearson's coefficient."""

    def _compare_rows(self, xs: Floats, y: Floats) -> Floats:
        return correlate_rows(xs, y)


class SpearmanMixin:
    """Mixin that correlates ranks by Spearman's coefficient; ties share their mean rank."""

    def _compare_rows(self, xs: Floats, y: Floats) -> Floats:
        return correlate_rows(
            compute_midranks(xs), compute_midranks(np.atleast_2d(y)).reshape(y.shape)
        )


class KendallMixin:
    """Mixin that correlates scores by Kendall's tau-b over all pairs; only fast for few scores."""

    def _compare_rows(self, xs: Floats, y: Floats) -> Floats:
        a, b = np.triu_indices(y.shape[-1], 1)
        metric_signs, human_signs = np.sign(xs[:, a] - xs[:, b]), np.sign(y[..., a] - y[..., b])
        untied_product = (metric_signs != 0).sum(axis=1) * (human_signs != 0).sum(axis=-1)
        with np.errstate(invalid="ignore"):
            values: Floats = _multiply_rows(metric_signs, human_signs) / np.sqrt(untied_product)
        return values


def correlate_rows(xs: Floats, y: Floats) -> Floats:
    """Return Pearson's correlation of each row of xs with y, or with the same row if y is 2-d."""
    # Equal scores are detected first, because a rounded mean would give them nonzero deviations.
    is_constant = (xs.max(axis=1) == xs.min(axis=1)) | (y.max(axis=-1) == y.min(axis=-1))
    xs = xs - xs.mean(axis=1, keepdims=True)
    y = y - y.mean(axis=-1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Floats = _multiply_rows(xs, y) / np.sqrt((xs**2).sum(axis=1) * (y**2).sum(axis=-1))
    values[is_constant] = np.nan
    return values


def _multiply_rows(xs: Floats, y: Floats) -> Floats:
    """Return the dot product of each row of xs with y, or with the same row if y is 2-d."""
    products: Floats = xs @ y if y.ndim == 1 else np.einsum("ij,ij->i", xs, y)
    return products


def compute_midranks(rows: Floats) -> Floats:
    """Return the ranks within each row, from 1; equal values share the mean of their ranks."""
    ranks = np.empty(rows.shape)
    for row, row_ranks in zip(rows, ranks, strict=True):
        _, inverse, counts = np.unique(row, return_inverse=True, return_counts=True)
        row_ranks[:] = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return ranks


_ROWS_PER_CHUNK = 256


def compute_tau_b(x: Floats, y: Floats) -> float:
    """Return Kendall's tau-b of two arrays.

    With counts of pairs, tau-b is (concordant - discordant) / sqrt(untied in x * untied in y).
    """
    _, x_ranks = np.unique(x, return_inverse=True)
    _, y_ranks = np.unique(y, return_inverse=True)
    n_pairs = len(x) * (len(x) - 1) // 2
    n_tied_x, n_tied_y = _count_tied_pairs(x_ranks), _count_tied_pairs(y_ranks)
    n_tied_both = _count_tied_pairs(x_ranks * (int(y_ranks.max()) + 1) + y_ranks)
    n_discordant = _count_inversions(y_ranks[np.lexsort((y_ranks, x_ranks))])
    concordant_minus_discordant = n_pairs - n_tied_x - n_tied_y + n_tied_both - 2 * n_discordant
    untied_product = (n_pairs - n_tied_x) * (n_pairs - n_tied_y)
    return concordant_minus_discordant / untied_product**0.5 if untied_product else float("nan")


def sum_pair_signs(x: Floats, y: Floats, group_index: Indices) -> tuple[Floats, Floats, Floats]:
    """Sum the signs of Kendall's tau over pairs of entries, by the groups of the two entries.

    Return three matrices of shape (n_groups, n_groups), with groups in ascending order. An element
    sums over pairs (i, j) of entries of its two groups: sign(x_i - x_j) sign(y_i - y_j) in the
    first matrix, [x_i != x_j] in the second and [y_i != y_j] in the third. If groups are repeated
    w times, w A w is twice the sum over all pairs; copies of an entry tie and add nothing.
    """
    order = np.argsort(group_index, kind="stable")
    x, y, group_index = x[order], y[order], group_index[order]
    _, starts, group_index = np.unique(group_index, return_index=True, return_inverse=True)
    matrices = [np.zeros((len(starts), len(starts))) for _ in range(3)]
    for start in range(0, len(x), _ROWS_PER_CHUNK):
        chunk = slice(start, start + _ROWS_PER_CHUNK)
        x_signs = np.sign(x[chunk, None] - x).astype(np.int8)
        y_signs = np.sign(y[chunk, None] - y).astype(np.int8)
        sign_matrices = (x_signs * y_signs, x_signs != 0, y_signs != 0)
        for matrix, signs in zip(matrices, sign_matrices, strict=True):
            sums = np.add.reduceat(signs, starts, axis=1, dtype=np.float64)
            np.add.at(matrix, group_index[chunk], sums)
    return matrices[0], matrices[1], matrices[2]


def _count_tied_pairs(ranks: Indices) -> int:
    _, counts = np.unique(ranks, return_counts=True)
    return int((counts * (counts - 1) // 2).sum())


def _count_inversions(ranks: Indices) -> int:
    """Count the pairs in descending order, one bit at a time from the highest.

    Values with equal higher bits form a group. A pair in a group is in descending order if a value
    with this bit set precedes a value without it. Values are then sorted stably by this bit.
    """
    count = 0
    for bit in range(int(ranks.max()).bit_length() - 1, -1, -1):
        higher_bits, bit_values = ranks >> (bit + 1), (ranks >> bit) & 1
        ones_so_far = np.cumsum(bit_values)
        group_starts = np.flatnonzero(np.diff(higher_bits, prepend=-1))
        ones_before_group = np.repeat(
            (ones_so_far - bit_values)[group_starts], np.diff(np.append(group_starts, len(ranks)))
        )
        count += int(((ones_so_far - ones_before_group) * (1 - bit_values)).sum())
        ranks = ranks[np.argsort(ranks >> bit, kind="stable")]
    return count


# Maximum number of elements of a large intermediate array.
MAX_BLOCK_ELEMENTS = 1 << 22


def iterate_blocks(rows: Floats, elements_per_row: int) -> Iterator[Floats]:
    """Yield blocks of rows for which intermediate arrays have at most `MAX_BLOCK_ELEMENTS`
    elements.

    `elements_per_row` is the number of elements of an intermediate array per row.
    """
    rows_per_block = max(1, MAX_BLOCK_ELEMENTS // elements_per_row)
    return (rows[start : start + rows_per_block] for start in range(0, len(rows), rows_per_block))


class Measure(ABC):
    """Base class of measures of how well a metric agrees with people; measures have no state.

    An undefined value, such as the correlation of constant scores, is NaN.

    name         name on the command line and in tables
    level        "segment" or "system"
    description  the definition in one line, with the treatment of ties
    """

    name: ClassVar[str]
    level: ClassVar[str]
    description: ClassVar[str]

    @abstractmethod
    def applies(self, track: Track) -> bool:
        """Return whether the track has the judgments that this measure needs."""

    @abstractmethod
    def value(self, track: Track, metric_scores: Scored) -> float:
        """Return the value on the complete track."""

    @abstractmethod
    def resampled_values(
        self, track: Track, metric_scores: Scored, weights: Floats
    ) -> Floats | None:
        """Return the value in each sample of segments.

        `weights` has shape (n_samples, n_segments) and counts each segment in a sample. Return None
        if the scores cannot be resampled because they are only system scores.
        """

    @abstractmethod
    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        """Return the value for each matrix of segment scores.

        `matrices` has shape (n_matrices, n_systems, n_segments).
        """


class SegmentScoreMeasure(Measure):
    """Base class of measures of segment scores; the value is NaN for metrics without them."""

    def value(self, track: Track, metric_scores: Scored) -> float:
        if metric_scores.segments is None:
            return float("nan")
        return float(self.matrix_values(track, metric_scores.segments[None])[0])
