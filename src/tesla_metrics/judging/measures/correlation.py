"""Pearson's and Spearman's correlation of many rows with one, for segments and systems alike."""

import numpy as np

from ...arrays import Floats


class Pearson:
    """Makes a measure one of Pearson's correlation: of the scores themselves."""

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        return rowwise_pearson(xs, y)


class Spearman:
    """Makes a measure one of Spearman's correlation: of ranks, which ties share."""

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        return rowwise_pearson(midranks(xs), midranks(y[None])[0])


def rowwise_pearson(xs: Floats, y: Floats) -> Floats:
    """Pearson's correlation of each row with y."""
    # Rounding of the mean would make differences out of equal scores.
    constant = (xs.max(axis=1) == xs.min(axis=1)) | (y.max() == y.min())
    xs = xs - xs.mean(axis=1, keepdims=True)
    y = y - y.mean()
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Floats = (xs @ y) / np.sqrt((xs**2).sum(axis=1) * (y**2).sum())
    values[constant] = np.nan
    return values


def midranks(xs: Floats) -> Floats:
    """Ranks in each row, from 1; equal values share the mean of their ranks."""
    ranks = np.empty(xs.shape)
    for x, out in zip(xs, ranks, strict=True):
        _, inverse, counts = np.unique(x, return_inverse=True, return_counts=True)
        out[:] = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return ranks
