"""Tune the constants of a metric that is not linear in them.

A change of the constants is a vector u of steps. Scores are approximated as linear in it, s + S u,
with measured slopes S. Steps are limited by bounds and by a penalty |u|² / 2 c² that is added to
the sum of losses, so that few judgments cause small steps. c is the `strength`.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...arrays import Floats, Indices

_MAX_ITERATIONS, _MAX_SWEEPS, _TOLERANCE = 100, 200, 1e-6


class ConstantTuning(ABC):
    """Human judgments of outputs. Judgments of one group are held out together."""

    method: ClassVar[str]  # name in model files
    measure: ClassVar[str]  # name of the statistic that `agreement` returns
    groups: Indices

    @abstractmethod
    def agreement(self, scores: Floats, weights: Floats) -> Floats:
        """Return the agreement of scores with the judgments for each row of group weights.

        Higher is better. `scores` has one value per output.
        """

    @abstractmethod
    def best_steps(
        self, rows: Indices, scores: Floats, slopes: Floats, bounds: Floats, strength: float
    ) -> Floats:
        """Return one step per column of `slopes` that improves agreement on these judgments.

        `bounds` has two rows: the lower and the upper bounds of the steps.
        """


@dataclass(frozen=True, eq=False)
class RankingTuning(ConstantTuning):
    """Pairs of output indices with a logistic loss."""

    method: ClassVar[str] = "ranking"
    measure: ClassVar[str] = "consistency"
    better: Indices
    worse: Indices
    groups: Indices  # one per pair

    def agreement(self, scores: Floats, weights: Floats) -> Floats:
        n_groups = weights.shape[1]
        correct = np.bincount(
            self.groups, scores[self.better] > scores[self.worse], minlength=n_groups
        )
        totals = np.bincount(self.groups, minlength=n_groups)
        with np.errstate(invalid="ignore"):  # a sample may have no judgments
            values: Floats = (weights @ correct) / (weights @ totals)
        return values

    def best_steps(
        self, rows: Indices, scores: Floats, slopes: Floats, bounds: Floats, strength: float
    ) -> Floats:
        better, worse = self.better[rows], self.worse[rows]
        margins = scores[better] - scores[worse]
        # Scale scores to judgments, so that the loss depends on the order of scores, not on their
        # size.
        scale = _logistic_scale(margins)
        margins, slopes = scale * margins, scale * (slopes[better] - slopes[worse])
        # The second derivative of the logistic loss is at most 1/4, so a step never overshoots.
        curvature = slopes.T @ slopes / 4 + np.eye(slopes.shape[1]) / strength**2
        moves = np.zeros(slopes.shape[1])
        for _ in range(_MAX_ITERATIONS):
            error_probability = _logistic(-(margins + slopes @ moves))
            gradient = moves / strength**2 - error_probability @ slopes
            step = minimise_in_box(curvature, gradient, bounds - moves)
            moves = moves + step
            if np.abs(step).max() < _TOLERANCE:
                break
        return moves


@dataclass(frozen=True, eq=False)
class RegressionTuning(ConstantTuning):
    """Scores of outputs, one row per output, with a squared loss within each track."""

    method: ClassVar[str] = "regression"
    measure: ClassVar[str] = "pearson"
    targets: Floats
    tracks: Indices
    groups: Indices

    def agreement(self, scores: Floats, weights: Floats) -> Floats:
        values = [
            _weighted_pearson(
                scores[members], self.targets[members], self.groups[members], weights
            )
            for members in _rows_by_track(self.tracks)
        ]  # fmt: skip
        means: Floats = np.mean(values, axis=0)
        return means

    def best_steps(
        self, rows: Indices, scores: Floats, slopes: Floats, bounds: Floats, strength: float
    ) -> Floats:
        n_steps = slopes.shape[1]
        curvature, gradient = np.eye(n_steps) / strength**2, np.zeros(n_steps)
        for members in _rows_by_track(self.tracks[rows]):
            track_rows = rows[members]
            y, s = (
                values[track_rows] - values[track_rows].mean() for values in (self.targets, scores)
            )
            if not (s @ s > 0 and y @ s > 0):
                continue  # the scores of this track carry no information
            scale = (y @ s) / (s @ s)
            residuals = y - scale * s
            noise = max(residuals @ residuals / len(track_rows), 1e-6)
            track_slopes = scale * (slopes[track_rows] - slopes[track_rows].mean(axis=0))
            curvature += track_slopes.T @ track_slopes / noise
            gradient -= residuals @ track_slopes / noise
        return minimise_in_box(curvature, gradient, bounds)


def minimise_in_box(curvature: Floats, gradient: Floats, bounds: Floats) -> Floats:
    """Return the x within bounds that minimises ½ x C x + g x, by coordinate descent."""
    x = np.clip(np.zeros(len(gradient)), *bounds)
    low, high = bounds
    for _ in range(_MAX_SWEEPS):
        previous = x.copy()
        for j in range(len(x)):
            slope = gradient[j] + curvature[j] @ x
            x[j] = min(max(x[j] - slope / curvature[j, j], low[j]), high[j])
        if np.abs(x - previous).max() < _TOLERANCE:
            break
    return x


def _logistic(x: Floats) -> Floats:
    values: Floats = 0.5 * (1 + np.tanh(x / 2))  # this form does not overflow
    return values


def _logistic_scale(margins: Floats) -> float:
    """Return the b ≥ 0 that minimises the logistic loss of b · margins, by Newton's method."""
    root_mean_square = float(np.sqrt((margins**2).mean()))
    if root_mean_square == 0:
        return 0.0
    normalised, b = margins / root_mean_square, 0.0
    for _ in range(_MAX_ITERATIONS):
        error_probability = _logistic(-b * normalised)
        # A small penalty: if all pairs are ranked correctly, the loss has no minimum without it.
        slope = float(error_probability @ normalised) - 1e-3 * b
        step = slope / (float((error_probability * (1 - error_probability)) @ normalised**2) + 1e-3)
        b += max(min(step, 1.0), -1.0)
        if abs(step) < _TOLERANCE:
            break
    return max(b, 0.0) / root_mean_square


def _rows_by_track(tracks: Indices) -> list[Indices]:
    return [np.flatnonzero(tracks == track) for track in np.unique(tracks)]


def _weighted_pearson(x: Floats, y: Floats, groups: Indices, weights: Floats) -> Floats:
    """Return Pearson's correlation for each row of group weights, 0 where nothing varies."""
    x, y = x - x.mean(), y - y.mean()
    n_groups = weights.shape[1]
    n, sx, sy, sxx, syy, sxy = (
        weights @ np.bincount(groups, values, minlength=n_groups)
        for values in (np.ones_like(x), x, y, x * x, y * y, x * y)
    )
    variance_product = (n * sxx - sx**2) * (n * syy - sy**2)
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Floats = (n * sxy - sx * sy) / np.sqrt(variance_product)
    return np.where(variance_product > 1e-13, values, 0.0)
