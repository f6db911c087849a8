"""What the weights of many problems share: the singular value decomposition of ASO."""

import numpy as np

from ..arrays import Floats


def shared_structure(weights: Floats, most: int) -> Floats:
    """Θ: the first left singular vectors of weights, which have a column a problem, as rows.

    Fewer than `most` where the weights have a lower rank. Of each row the number farthest from 0
    is positive, so that every machine finds the same.
    """
    left, sizes, _ = np.linalg.svd(weights, full_matrices=False)
    limit = max(weights.shape) * np.finfo(np.float64).eps * sizes.max(initial=0.0)
    rows = left.T[sizes > limit][:most]
    farthest = np.abs(rows).argmax(axis=1)
    theta: Floats = rows * np.sign(rows[np.arange(len(rows)), farthest])[:, None]
    return theta
