"""The linear program as the spec states it, solved by HiGHS."""

from collections.abc import Sequence

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_diag, csr_array

Weights = Sequence[float] | np.ndarray


def lp_values(
    problems: Sequence[tuple[np.ndarray, Weights, Weights]],
) -> list[float]:
    """Optimal values of (similarities, supply, demand); many at once, since blocks are apart."""
    blocks, bounds = [], []
    for similarity, supply, demand in problems:
        blocks.append(_constraints(*similarity.shape))
        bounds += [*supply, *demand]
    profits = np.concatenate([similarity.ravel() for similarity, _, _ in problems])
    matrix = csr_array(block_diag(blocks))
    solution = linprog(-profits, A_ub=matrix, b_ub=bounds, method="highs")
    gains = solution.x * profits
    ends = np.cumsum([similarity.size for similarity, _, _ in problems])
    return [float(part.sum()) for part in np.split(gains, ends[:-1])]


def _constraints(xs: int, ys: int) -> np.ndarray:
    matrix = np.zeros((xs + ys, xs * ys))
    for x in range(xs):
        matrix[x, x * ys : (x + 1) * ys] = 1
    for y in range(ys):
        matrix[xs + y, y::ys] = 1
    return matrix
