"""A logistic function of one number: how likely it comes from the better one of a pair."""

from typing import NamedTuple

import numpy as np

from ..arrays import Floats

_ROUNDS = 100
_LEAST = 1e-12  # so that no matrix is singular


class LogisticCurve(NamedTuple):
    """1 / (1 + exp(-slope (x - centre)))."""

    slope: float
    centre: float


def fit_curve(better: Floats, worse: Floats) -> LogisticCurve:
    """The likeliest, with Platt's correction: no number is certain to be the better one's.

    Newton's method on the log-likelihood, of standardised numbers. Where the better ones are not
    above the worse ones the slope is 0.
    """
    values = np.concatenate([better, worse])
    shift, spread = float(values.mean()), float(values.std()) or 1.0
    x = (values - shift) / spread
    sure = (len(better) + 1) / (len(better) + 2)
    targets = np.where(np.arange(len(x)) < len(better), sure, 1 - sure)
    slope, offset = 0.0, 0.0
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-np.clip(slope * x + offset, -700, 700)))
        rest, spreads = targets - chance, chance * (1 - chance) + _LEAST
        gradient = np.array([rest @ x, rest.sum()])
        cross = spreads @ x
        curvature = np.array([[spreads @ x**2 + _LEAST, cross], [cross, spreads.sum()]])
        # Short steps: Newton's own may leap over the top and away.
        step = np.linalg.solve(curvature, gradient).clip(-1, 1)
        slope, offset = slope + float(step[0]), offset + float(step[1])
        if abs(step).max() < 1e-9:
            break
    if slope <= 0:
        return LogisticCurve(0.0, shift)
    return LogisticCurve(slope / spread, shift - offset / slope * spread)
