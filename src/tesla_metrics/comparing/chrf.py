"""chrF of statistics as sacreBLEU has them, many at once."""

import numpy as np

from ..arrays import Floats

# As sacreBLEU has it, for what lies over nothing.
_NEARLY_0 = 1e-16


def chrf_values(rows: Floats, beta: float = 2, smoothed: bool = False) -> Floats:
    """In [0,1]. A row has n-grams of the candidate, of the reference and those shared, by length;
    smoothed: lengths that a text has no n-grams of count as nearly 0, else they are left out.
    """
    candidate, reference, shared = rows.reshape(len(rows), rows.shape[1] // 3, 3).transpose(2, 0, 1)
    precision, recall = _share(shared, candidate), _share(shared, reference)
    if smoothed:
        found: Floats = _f(precision, recall, beta, _NEARLY_0).mean(axis=1)
        return found
    both = (candidate > 0) & (reference > 0)
    orders = np.maximum(both.sum(axis=1), 1)
    means = [np.where(both, share, 0.0).sum(axis=1) / orders for share in (precision, recall)]
    return _f(means[0], means[1], beta, 0.0)


def _f(precision: Floats, recall: Floats, beta: float, otherwise: float) -> Floats:
    factor = float(beta**2)
    below = factor * precision + recall
    usual = np.full_like(below, otherwise)
    return np.divide((1 + factor) * precision * recall, below, out=usual, where=below > 0)


def _share(shared: Floats, whole: Floats) -> Floats:
    return np.divide(shared, whole, out=np.full_like(shared, _NEARLY_0), where=whole > 0)
