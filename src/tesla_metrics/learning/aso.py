"""What the weights of many problems share: the singular value decomposition of ASO."""

import numpy as np

from ..arrays import Floats


def shared_structure(weights: Floats, most: int) -> Floats:
    """Θ: the first left singular vectors of weights, which have a column a problem, as rows.

    Fewer than `most` where the weights have a lower rank. Of each row the number farthest from 0
    is positive, so that every machine finds the same.
    """
    # Features that weigh nothing stay out exactly, not but for rounding.
    used = np.flatnonzero(weights.any(axis=1))
    if not len(used):
        return np.empty((0, len(weights)))
    left, sizes, _ = np.linalg.svd(weights[used], full_matrices=False)
    limit = max(weights.shape) * np.finfo(np.float64).eps * sizes[0]
    rows = left.T[sizes > limit][:most]
    farthest = rows[np.arange(len(rows)), np.abs(rows).argmax(axis=1)]
    theta = np.zeros((len(rows), len(weights)))
    theta[:, used] = rows * np.sign(farthest)[:, None]
    return theta
