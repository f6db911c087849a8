"""Base classes of measures, and row-wise correlations."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from ...arrays import Floats, Indices
from ..judgments import Track
from ..scored import Scored


class PearsonMixin:
    """Mixin that correlates scores by Pearson's coefficient."""

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        return rowwise_pearson(xs, y)


class SpearmanMixin:
    """Mixin that correlates ranks by Spearman's coefficient; ties share their mean rank."""

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        return rowwise_pearson(midranks(xs), midranks(np.atleast_2d(y)).reshape(y.shape))


class KendallMixin:
    """Mixin that correlates scores by Kendall's tau-b, comparing all pairs; for few scores."""

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        a, b = np.triu_indices(y.shape[-1], 1)
        order, human = np.sign(xs[:, a] - xs[:, b]), np.sign(y[..., a] - y[..., b])
        untied = (order != 0).sum(axis=1) * (human != 0).sum(axis=-1)
        with np.errstate(invalid="ignore"):
            values: Floats = _row_products(order, human) / np.sqrt(untied)
        return values


def rowwise_pearson(xs: Floats, y: Floats) -> Floats:
    """Return Pearson's correlation of each row of xs with y, or with the same row of a 2-d y."""
    # Equal scores are detected first, because a rounded mean would give them nonzero deviations.
    constant = (xs.max(axis=1) == xs.min(axis=1)) | (y.max(axis=-1) == y.min(axis=-1))
    xs = xs - xs.mean(axis=1, keepdims=True)
    y = y - y.mean(axis=-1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Floats = _row_products(xs, y) / np.sqrt((xs**2).sum(axis=1) * (y**2).sum(axis=-1))
    values[constant] = np.nan
    return values


def _row_products(xs: Floats, y: Floats) -> Floats:
    products: Floats = xs @ y if y.ndim == 1 else np.einsum("ij,ij->i", xs, y)
    return products


def midranks(xs: Floats) -> Floats:
    """Return the ranks within each row, from 1; equal values share the mean of their ranks."""
    ranks = np.empty(xs.shape)
    for x, out in zip(xs, ranks, strict=True):
        _, inverse, counts = np.unique(x, return_inverse=True, return_counts=True)
        out[:] = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return ranks


_ROWS_PER_CHUNK = 256


def tau_b(x: Floats, y: Floats) -> float:
    """Return Kendall's tau-b of two arrays.

    It is (concordant - discordant) / sqrt(pairs untied in x * pairs untied in y).
    """
    _, x_ranks = np.unique(x, return_inverse=True)
    _, y_ranks = np.unique(y, return_inverse=True)
    pairs = len(x) * (len(x) - 1) // 2
    tied_x, tied_y = _count_tied_pairs(x_ranks), _count_tied_pairs(y_ranks)
    tied_both = _count_tied_pairs(x_ranks * (int(y_ranks.max()) + 1) + y_ranks)
    discordant = _count_inversions(y_ranks[np.lexsort((y_ranks, x_ranks))])
    agreement = pairs - tied_x - tied_y + tied_both - 2 * discordant
    untied = (pairs - tied_x) * (pairs - tied_y)
    return agreement / untied**0.5 if untied else float("nan")


def pair_signs(x: Floats, y: Floats, group: Indices) -> tuple[Floats, Floats, Floats]:
    """Return three matrices of sums over pairs of entries, with one row and column per group.

    The sums are of sign(dx) sign(dy), of [x differs] and of [y differs]; groups are in ascending
    order. With weights w of the groups, w A w is twice the count over the weighted entries. Copies
    of one entry tie and add nothing.
    """
    order = np.argsort(group, kind="stable")
    x, y, group = x[order], y[order], group[order]
    _, starts, group = np.unique(group, return_index=True, return_inverse=True)
    forms = [np.zeros((len(starts), len(starts))) for _ in range(3)]
    for start in range(0, len(x), _ROWS_PER_CHUNK):
        part = slice(start, start + _ROWS_PER_CHUNK)
        dx = np.sign(x[part, None] - x).astype(np.int8)
        dy = np.sign(y[part, None] - y).astype(np.int8)
        for form, signs in zip(forms, (dx * dy, dx != 0, dy != 0), strict=True):
            sums = np.add.reduceat(signs, starts, axis=1, dtype=np.float64)
            np.add.at(form, group[part], sums)
    return forms[0], forms[1], forms[2]


def _count_tied_pairs(ranks: Indices) -> int:
    _, counts = np.unique(ranks, return_counts=True)
    return int((counts * (counts - 1) // 2).sum())


def _count_inversions(ranks: Indices) -> int:
    """Count the pairs in descending order, one bit at a time from the highest.

    Among values that agree in the higher bits, a pair is out of order at this bit if a one comes
    before a zero. Values are then sorted stably by this bit.
    """
    count = 0
    for bit in range(int(ranks.max()).bit_length() - 1, -1, -1):
        higher_bits, digit = ranks >> (bit + 1), (ranks >> bit) & 1
        ones = np.cumsum(digit)
        group_starts = np.flatnonzero(np.diff(higher_bits, prepend=-1))  # where groups begin
        ones_before_group = np.repeat(
            (ones - digit)[group_starts], np.diff(np.append(group_starts, len(ranks)))
        )
        count += int(((ones - ones_before_group) * (1 - digit)).sum())
        ranks = ranks[np.argsort(ranks >> bit, kind="stable")]
    return count


# Maximum count of numbers in a large intermediate array.
MAX_BLOCK_NUMBERS = 1 << 22


def iterate_blocks(rows: Floats, size: int) -> Iterator[Floats]:
    """Yield chunks of rows that need at most `MAX_BLOCK_NUMBERS` numbers.

    If each row needs `size` numbers.
    """
    step = max(1, MAX_BLOCK_NUMBERS // size)
    return (rows[start : start + step] for start in range(0, len(rows), step))


class Measure(ABC):
    """Base class of measures of how well a metric agrees with people; measures have no state.

    An undefined value, such as the correlation of a constant, is NaN.
    """

    name: ClassVar[str]
    level: ClassVar[str]  # segment or system
    description: ClassVar[str]  # the definition in one line, with the treatment of ties

    @abstractmethod
    def applies(self, track: Track) -> bool:
        """Return whether the track has the judgments that this measure needs."""

    @abstractmethod
    def value(self, track: Track, scored: Scored) -> float:
        """Return the value on the complete track."""

    @abstractmethod
    def resampled_values(self, track: Track, scored: Scored, weights: Floats) -> Floats | None:
        """Return one value per row of `weights`, which are the counts of each segment in a sample.

        Return None if the scores cannot be resampled because they are system scores only.
        """

    @abstractmethod
    def matrix_values(self, track: Track, matrices: Floats) -> Floats:
        """Return one value per matrix of segment scores, which has one row per system."""


class SegmentScoreMeasure(Measure):
    """Base class of measures of segment scores; without these the value is NaN."""

    def value(self, track: Track, scored: Scored) -> float:
        if scored.segments is None:
            return float("nan")
        return float(self.matrix_values(track, scored.segments[None])[0])
