"""Correlations of many rows with one, or with as many, for segments and systems alike."""

import numpy as np

from ...arrays import Floats


class Pearson:
    """Makes a measure one of Pearson's correlation: of the scores themselves."""

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        return rowwise_pearson(xs, y)


class Spearman:
    """Makes a measure one of Spearman's correlation: of ranks, which ties share."""

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        return rowwise_pearson(midranks(xs), midranks(np.atleast_2d(y)).reshape(y.shape))


class Kendall:
    """Makes a measure one of Kendall's tau-b, of few scores: every two of them are looked at."""

    def _rowwise(self, xs: Floats, y: Floats) -> Floats:
        a, b = np.triu_indices(y.shape[-1], 1)
        order, human = np.sign(xs[:, a] - xs[:, b]), np.sign(y[..., a] - y[..., b])
        untied = (order != 0).sum(axis=1) * (human != 0).sum(axis=-1)
        with np.errstate(invalid="ignore"):
            values: Floats = _products(order, human) / np.sqrt(untied)
        return values


def rowwise_pearson(xs: Floats, y: Floats) -> Floats:
    """Pearson's correlation of each row with y, or with the row of y beside it."""
    # Rounding of the mean would make differences out of equal scores.
    constant = (xs.max(axis=1) == xs.min(axis=1)) | (y.max(axis=-1) == y.min(axis=-1))
    xs = xs - xs.mean(axis=1, keepdims=True)
    y = y - y.mean(axis=-1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Floats = _products(xs, y) / np.sqrt((xs**2).sum(axis=1) * (y**2).sum(axis=-1))
    values[constant] = np.nan
    return values


def _products(xs: Floats, y: Floats) -> Floats:
    products: Floats = xs @ y if y.ndim == 1 else np.einsum("ij,ij->i", xs, y)
    return products


def midranks(xs: Floats) -> Floats:
    """Ranks in each row, from 1; equal values share the mean of their ranks."""
    ranks = np.empty(xs.shape)
    for x, out in zip(xs, ranks, strict=True):
        _, inverse, counts = np.unique(x, return_inverse=True, return_counts=True)
        out[:] = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    return ranks
