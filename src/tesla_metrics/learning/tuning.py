"""Constants of a metric that is not linear in them: small moves away from what they are.

Scores are taken to be linear in the moves, s + S u, with slopes S that were measured. Moves are
held back by bounds, and by a penalty |u|² / 2 c² beside the sum of losses, so that few judgments
move little and many move more. c is the strength.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ..arrays import Floats, Indices

_STEPS, _SWEEPS, _CLOSE = 100, 200, 1e-6


class Tuning(ABC):
    """What people said of outputs; rows are judgments, those of one group are held out together."""

    method: ClassVar[str]  # for model files
    measure: ClassVar[str]  # what `agreement` is
    groups: Indices

    @abstractmethod
    def agreement(self, scores: Floats, weights: Floats) -> Floats:
        """How well scores of outputs do, for each row of weights of groups; higher for better."""

    @abstractmethod
    def moves(
        self, rows: Indices, scores: Floats, slopes: Floats, bounds: Floats, strength: float
    ) -> Floats:
        """What these rows ask for: a move for each column of slopes, within two rows of bounds."""


@dataclass(frozen=True, eq=False)
class RankingTuning(Tuning):
    """Pairs of outputs by number, logistic loss."""

    method: ClassVar[str] = "ranking"
    measure: ClassVar[str] = "consistency"
    better: Indices
    worse: Indices
    groups: Indices  # of pairs

    def agreement(self, scores: Floats, weights: Floats) -> Floats:
        size = weights.shape[1]
        right = np.bincount(self.groups, scores[self.better] > scores[self.worse], minlength=size)
        pairs = np.bincount(self.groups, minlength=size)
        with np.errstate(invalid="ignore"):  # a sample may have no judgment
            values: Floats = (weights @ right) / (weights @ pairs)
        return values

    def moves(
        self, rows: Indices, scores: Floats, slopes: Floats, bounds: Floats, strength: float
    ) -> Floats:
        better, worse = self.better[rows], self.worse[rows]
        margins = scores[better] - scores[worse]
        # How much a score's unit is worth to people: so the loss cares for order, not for size.
        scale = _logistic_scale(margins)
        margins, slopes = scale * margins, scale * (slopes[better] - slopes[worse])
        # 1/4 is the most that the loss can bend, so that a step never goes too far.
        curvature = slopes.T @ slopes / 4 + np.eye(slopes.shape[1]) / strength**2
        moves = np.zeros(slopes.shape[1])
        for _ in range(_STEPS):
            doubt = _logistic(-(margins + slopes @ moves))
            gradient = moves / strength**2 - doubt @ slopes
            step = within_box(curvature, gradient, bounds - moves)
            moves = moves + step
            if np.abs(step).max() < _CLOSE:
                break
        return moves


@dataclass(frozen=True, eq=False)
class RegressionTuning(Tuning):
    """Scores of outputs, a row an output; squared loss within each track."""

    method: ClassVar[str] = "regression"
    measure: ClassVar[str] = "pearson"
    targets: Floats
    tracks: Indices
    groups: Indices

    def agreement(self, scores: Floats, weights: Floats) -> Floats:
        values = [
            _weighted_pearson(
                scores[own], self.targets[own], self.groups[own], weights
            )
            for own in _members(self.tracks)
        ]  # fmt: skip
        means: Floats = np.mean(values, axis=0)
        return means

    def moves(
        self, rows: Indices, scores: Floats, slopes: Floats, bounds: Floats, strength: float
    ) -> Floats:
        size = slopes.shape[1]
        curvature, gradient = np.eye(size) / strength**2, np.zeros(size)
        for own in _members(self.tracks[rows]):
            part = rows[own]
            y, s = (values[part] - values[part].mean() for values in (self.targets, scores))
            if not (s @ s > 0 and y @ s > 0):
                continue  # nothing to go by
            scale = (y @ s) / (s @ s)
            rest = y - scale * s
            noise = max(rest @ rest / len(part), 1e-6)
            own_slopes = scale * (slopes[part] - slopes[part].mean(axis=0))
            curvature += own_slopes.T @ own_slopes / noise
            gradient -= rest @ own_slopes / noise
        return within_box(curvature, gradient, bounds)


def within_box(curvature: Floats, gradient: Floats, bounds: Floats) -> Floats:
    """The x within bounds with the least ½ x C x + g x, one coordinate after another."""
    x = np.clip(np.zeros(len(gradient)), *bounds)
    low, high = bounds
    for _ in range(_SWEEPS):
        before = x.copy()
        for j in range(len(x)):
            slope = gradient[j] + curvature[j] @ x
            x[j] = min(max(x[j] - slope / curvature[j, j], low[j]), high[j])
        if np.abs(x - before).max() < _CLOSE:
            break
    return x


def _logistic(x: Floats) -> Floats:
    values: Floats = 0.5 * (1 + np.tanh(x / 2))  # which does not overflow
    return values


def _logistic_scale(margins: Floats) -> float:
    """The b with the least logistic loss of b · margins, by Newton's method; 0 if it is below."""
    size = float(np.sqrt((margins**2).mean()))
    if size == 0:
        return 0.0
    unit, b = margins / size, 0.0
    for _ in range(_STEPS):
        doubt = _logistic(-b * unit)
        # A little penalty: where all pairs are right, no b would be great enough.
        slope = float(doubt @ unit) - 1e-3 * b
        step = slope / (float((doubt * (1 - doubt)) @ unit**2) + 1e-3)
        b += max(min(step, 1.0), -1.0)
        if abs(step) < _CLOSE:
            break
    return max(b, 0.0) / size


def _members(numbers: Indices) -> list[Indices]:
    return [np.flatnonzero(numbers == n) for n in np.unique(numbers)]


def _weighted_pearson(x: Floats, y: Floats, groups: Indices, weights: Floats) -> Floats:
    """Pearson's correlation for each row of weights of groups; 0 where nothing varies."""
    x, y = x - x.mean(), y - y.mean()
    size = weights.shape[1]
    n, sx, sy, sxx, syy, sxy = (
        weights @ np.bincount(groups, values, minlength=size)
        for values in (np.ones_like(x), x, y, x * x, y * y, x * y)
    )
    spread = (n * sxx - sx**2) * (n * syy - sy**2)
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Floats = (n * sxy - sx * sy) / np.sqrt(spread)
    return np.where(spread > 1e-13, values, 0.0)
