"""A logistic function of a number: how likely it comes from the better one of a pair."""

from typing import NamedTuple

import numpy as np

from ..arrays import Floats

_ROUNDS = 100
_LEAST = 1e-12  # so that no matrix is singular


class LogisticCurve(NamedTuple):
    """1 / (1 + exp(-slope (x - centre - bend y))), y being what else is known of the pair."""

    slope: float
    centre: float
    bend: float = 0.0


def fit_curve(better: Floats, worse: Floats, beside: Floats | None = None) -> LogisticCurve:
    """The likeliest, with Platt's correction: no number is certain to be the better one's.

    Newton's method on the log-likelihood, of standardised numbers. `beside` has the y of each pair.
    Where the better ones are not above the worse ones the slope is 0.
    """
    columns = [np.concatenate([better, worse])]
    if beside is not None and np.ptp(beside) > 0:
        columns.append(np.concatenate([beside, beside]))
    values = np.column_stack(columns)
    shifts, spreads = values.mean(axis=0), values.std(axis=0)
    spreads[spreads == 0] = 1.0
    rows = np.column_stack([(values - shifts) / spreads, np.ones(len(values))])
    *weights, offset = _likeliest(rows, len(better))
    slope, *others = (np.array(weights) / spreads).tolist()
    if slope <= 0:
        return LogisticCurve(0.0, float(shifts[0]))
    offset -= float(np.array(weights) / spreads @ shifts)
    return LogisticCurve(slope, -offset / slope, -others[0] / slope if others else 0.0)


def _likeliest(rows: Floats, better: int) -> list[float]:
    sure = (better + 1) / (better + 2)
    targets = np.where(np.arange(len(rows)) < better, sure, 1 - sure)
    weights = np.zeros(rows.shape[1])
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(rows @ weights, -700, 700)))
        spreads = chance * (1 - chance) + _LEAST
        curvature = (rows * spreads[:, None]).T @ rows + _LEAST * np.eye(rows.shape[1])
        # Short steps: Newton's own may leap over the top and away.
        step = np.linalg.solve(curvature, rows.T @ (targets - chance)).clip(-1, 1)
        weights = weights + step
        if abs(step).max() < 1e-9:
            break
    found: list[float] = weights.tolist()
    return found
