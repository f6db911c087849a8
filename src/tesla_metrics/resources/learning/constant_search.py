"""Tune the constants of a metric by approximating its scores as linear in the constants.

A change of the constants is a vector u, which is measured in steps. The scores after the change are
approximated as s + S u, with scores s and measured slopes S before the change. Changes are limited
by bounds and by a penalty |u|² / 2 c² that is added to the sum of losses, where c is the strength;
few judgments therefore cause small changes.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from ...arrays import Floats, Indices

_MAX_ITERATIONS = 100  # of Newton's method
_MAX_SWEEPS = 200  # of coordinate descent over all coordinates
_TOLERANCE = 1e-6  # iterations stop at smaller changes


class ConstantTuning(ABC):
    """Base class of tuning problems: human judgments of outputs.

    method   name in model files
    measure  name of the statistic that `agreement` returns
    groups   group of each judgment; cross-validation keeps a group in the same fold
    """

    method: ClassVar[str]
    measure: ClassVar[str]
    groups: Indices

    @abstractmethod
    def agreement(self, scores: Floats, weights: Floats) -> Floats:
        """Return the agreement of scores with the judgments for each sample; higher is better.

        `scores` has one value per output; `weights` has shape (n_samples, n_groups).
        """

    @abstractmethod
    def best_steps(
        self, rows: Indices, scores: Floats, slopes: Floats, bounds: Floats, strength: float
    ) -> Floats:
        """Return the changes of the constants that minimise the loss on the judgments `rows`.

        `scores` has one value per output, `slopes` has shape (n_outputs, n_constants), and `bounds`
        has the minimum and the maximum changes in two rows.
        """


@dataclass(frozen=True, eq=False)
class RankingTuning(ConstantTuning):
    """Tuning on pairs of outputs, with a logistic loss.

    better, worse  indices of the outputs of each pair
    """

    method: ClassVar[str] = "ranking"
    measure: ClassVar[str] = "consistency"
    better: Indices
    worse: Indices
    groups: Indices

    def agreement(self, scores: Floats, weights: Floats) -> Floats:
        n_groups = weights.shape[1]
        correct_counts = np.bincount(
            self.groups, scores[self.better] > scores[self.worse], minlength=n_groups
        )
        pair_counts = np.bincount(self.groups, minlength=n_groups)
        with np.errstate(invalid="ignore"):  # a sample may have no judgments
            values: Floats = (weights @ correct_counts) / (weights @ pair_counts)
        return values

    def best_steps(
        self, rows: Indices, scores: Floats, slopes: Floats, bounds: Floats, strength: float
    ) -> Floats:
        better, worse = self.better[rows], self.worse[rows]
        margins = scores[better] - scores[worse]
        # Margins are scaled by logistic regression, so that the loss does not depend on the scale
        # of scores.
        scale = _fit_logistic_scale(margins)
        margins, slopes = scale * margins, scale * (slopes[better] - slopes[worse])
        # The second derivative of the logistic loss is at most 1/4, so no step is too long.
        curvature = slopes.T @ slopes / 4 + np.eye(slopes.shape[1]) / strength**2
        changes = np.zeros(slopes.shape[1])
        for _ in range(_MAX_ITERATIONS):
            error_probabilities = _logistic(-(margins + slopes @ changes))
            gradient = changes / strength**2 - error_probabilities @ slopes
            step = minimise_in_box(curvature, gradient, bounds - changes)
            changes = changes + step
            if np.abs(step).max() < _TOLERANCE:
                break
        return changes


@dataclass(frozen=True, eq=False)
class RegressionTuning(ConstantTuning):
    """Tuning on human scores of outputs, with a squared loss within each track.

    targets  human score of each output
    tracks   index of the track of each output
    """

    method: ClassVar[str] = "regression"
    measure: ClassVar[str] = "pearson"
    targets: Floats
    tracks: Indices
    groups: Indices

    def agreement(self, scores: Floats, weights: Floats) -> Floats:
        values = [
            _compute_weighted_pearson(
                scores[members], self.targets[members], self.groups[members], weights
            )
            for members in _split_by_track(self.tracks)
        ]  # fmt: skip
        means: Floats = np.mean(values, axis=0)
        return means

    def best_steps(
        self, rows: Indices, scores: Floats, slopes: Floats, bounds: Floats, strength: float
    ) -> Floats:
        n_constants = slopes.shape[1]
        curvature, gradient = np.eye(n_constants) / strength**2, np.zeros(n_constants)
        for track_members in _split_by_track(self.tracks[rows]):
            track_rows = rows[track_members]
            centred_targets = self.targets[track_rows] - self.targets[track_rows].mean()
            centred_scores = scores[track_rows] - scores[track_rows].mean()
            if not (centred_scores @ centred_scores > 0 and centred_targets @ centred_scores > 0):
                continue  # the scores of this track do not agree with people
            scale = (centred_targets @ centred_scores) / (centred_scores @ centred_scores)
            residuals = centred_targets - scale * centred_scores
            noise_variance = max(residuals @ residuals / len(track_rows), 1e-6)
            track_slopes = scale * (slopes[track_rows] - slopes[track_rows].mean(axis=0))
            curvature += track_slopes.T @ track_slopes / noise_variance
            gradient -= residuals @ track_slopes / noise_variance
        return minimise_in_box(curvature, gradient, bounds)


def minimise_in_box(curvature: Floats, gradient: Floats, bounds: Floats) -> Floats:
    """Return the x within bounds that minimises ½ xᵀCx + gᵀx, by coordinate descent.

    C is `curvature` and g is `gradient`; `bounds` has the minimum and the maximum in two rows.
    """
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


def _fit_logistic_scale(margins: Floats) -> float:
    """Return the b ≥ 0 that minimises the logistic loss of b · margins, by Newton's method."""
    root_mean_square = float(np.sqrt((margins**2).mean()))
    if root_mean_square == 0:
        return 0.0
    normalised_margins, b = margins / root_mean_square, 0.0
    for _ in range(_MAX_ITERATIONS):
        error_probabilities = _logistic(-b * normalised_margins)
        # Without a small penalty the loss has no minimum if all pairs are ranked correctly.
        negative_gradient = float(error_probabilities @ normalised_margins) - 1e-3 * b
        variances = error_probabilities * (1 - error_probabilities)
        step = negative_gradient / (float(variances @ normalised_margins**2) + 1e-3)
        b += max(min(step, 1.0), -1.0)
        if abs(step) < _TOLERANCE:
            break
    return max(b, 0.0) / root_mean_square


def _split_by_track(tracks: Indices) -> list[Indices]:
    """Return the indices of the entries of each track."""
    return [np.flatnonzero(tracks == track) for track in np.unique(tracks)]


def _compute_weighted_pearson(x: Floats, y: Floats, groups: Indices, weights: Floats) -> Floats:
    """Return Pearson's correlation for each row of group weights, 0 if x or y is constant.

    sx, sxx, sxy and so on are weighted sums of x, x², xy and so on.
    """
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
