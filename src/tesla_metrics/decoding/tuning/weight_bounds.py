"""Bounds of weights, and initial weights for tuning."""

from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches

import numpy as np

from ...arrays import Floats
from ...errors import InputError, UsageError, warn_user
from ..nbest.nbest import Nbest
from ..nbest.weights import Weights
from .mert import get_default_ranges

Bounds = Mapping[str, tuple[float, float]]
# Maximum absolute value of features and weights, so that sums of their products stay finite.
MAX_ABSOLUTE = 1e100
# Substitute for an infinite bound, relative to the largest finite bound or fixed weight.
_INFINITE_BOUND_FACTOR = 10


def check_bounds(names: Sequence[str], bounds: Bounds, fixed: Collection[str]) -> None:
    """Check that the features of bounds and fixed weights exist, and that low <= high."""
    for name in (*bounds, *fixed):
        if name not in names:
            close = get_close_matches(name, names, 1)
            hint = f"did you mean {close[0]}?" if close else f"choose from {', '.join(names)[:200]}"
            raise UsageError(f"there is no feature {name!r}: {hint}")
    for name, (low, high) in bounds.items():
        if not low <= high:
            raise UsageError(f"bounds {low}:{high} of {name} are empty: give the lower one first")
        if low > MAX_ABSOLUTE or high < -MAX_ABSOLUTE:
            raise UsageError(f"bounds {low}:{high} of {name} are too large: give smaller ones")


def check_ranges(names: Sequence[str], ranges: Bounds) -> None:
    """Check the ranges of random starts, which must be finite."""
    check_bounds(names, ranges, ())
    for name, (low, high) in ranges.items():
        if low < -MAX_ABSOLUTE or high > MAX_ABSOLUTE:
            raise UsageError(
                f"the range {low}:{high} of {name} is infinite or too large to draw from: give two "
                "numbers"
            )


def build_bound_arrays(
    names: Sequence[str], start: Floats, bounds: Bounds, fixed: Collection[str]
) -> tuple[Floats, Floats]:
    """Return arrays of the lower and the upper bounds of all weights; infinite without a bound."""
    ends = [
        (value, value) if name in fixed else bounds.get(name, (-np.inf, np.inf))
        for name, value in zip(names, start.tolist(), strict=True)
    ]
    low, high = np.array(ends, dtype=np.float64).reshape(-1, 2).T
    return low, high


def build_start_ranges(
    names: Sequence[str], start: Floats, bounds: Bounds, explicit: Bounds
) -> Floats:
    """Return the range of random starts of each weight, as an array of shape (n_weights, 2).

    The range is the `explicit` range of the feature, otherwise its bounds, otherwise the default
    range around 0.
    """
    ranges = get_default_ranges(start)
    default_end = float(ranges[0, 1])
    for index, name in enumerate(names):
        if name in explicit:
            ranges[index] = explicit[name]
        elif name in bounds:
            low, high = bounds[name]
            # An infinite bound is replaced by a value at a distance of at least `default_end` from
            # 0 and from the other bound.
            ranges[index] = (
                low if low >= -MAX_ABSOLUTE else min(-default_end, high - default_end),
                high if high <= MAX_ABSOLUTE else max(default_end, low + default_end),
            )
    return ranges


def check_start(names: Sequence[str], start: Floats, bounds: Bounds) -> None:
    """Check that initial weights are finite and within their bounds."""
    for name, value in zip(names, start.tolist(), strict=True):
        if not abs(value) <= MAX_ABSOLUTE:
            raise UsageError(
                f"the start has {name} {value}, which is infinite, not a number or too large: give "
                "another"
            )
        low, high = bounds.get(name, (-np.inf, np.inf))
        if not low <= value <= high:
            raise UsageError(
                f"the start has {name} {value}, outside its bounds {low}:{high}: change one of them"
            )


def allows_any_scale(low: Floats, high: Floats) -> bool:
    """Return whether allowed weights stay allowed when multiplied by any positive factor."""
    return not len(_get_finite_sizes(low, high))


def replace_infinite_bounds(low: Floats, high: Floats, start: Floats) -> tuple[Floats, Floats]:
    """Replace infinite bounds by finite ones, unless no bound restricts the scale of the weights.

    Choices do not depend on the scale of the weights: a bound of 1 would have no effect if all
    other weights could grow to thousands. Initial weights stay within the new bounds, but the new
    bounds are not multiples of initial weights: in the tuning loop, which continues from the last
    weights, they would grow each time.
    """
    if allows_any_scale(low, high):
        return low, high
    max_bound = max(
        _INFINITE_BOUND_FACTOR * _get_finite_sizes(low, high).max(), np.abs(start).max()
    )
    return np.maximum(low, -max_bound), np.minimum(high, max_bound)


def _get_finite_sizes(low: Floats, high: Floats) -> Floats:
    """Return the absolute values of all bounds that are neither infinite nor 0."""
    sizes: Floats = np.abs(np.concatenate([low, high]))
    return sizes[(sizes > 0) & (sizes <= MAX_ABSOLUTE)]


# Relative error of inferred scores, because decoders print scores and features with six digits.
_SCORE_TOLERANCE = 1e-3
_MAX_DIGITS = 9  # maximum number of digits when weights are rounded
# Weights are not determined if a feature is a linear combination of others up to this tolerance.
_RANK_TOLERANCE = 1e-9


def get_start_weights(nbest: Nbest, explicit: Weights | None, bounds: Bounds) -> Floats:
    """Return the initial weights of tuning.

    These are the `explicit` weights, otherwise the weights that the decoder used, otherwise 1 for
    each feature. Weights that are not explicit are moved into the bounds.
    """
    _check_features(nbest)
    if explicit is not None:
        start = explicit.of(nbest.names, "the start")
        check_start(nbest.names, start, bounds)
        return start
    _warn_about_equal_features(nbest)
    decoder_weights = infer_decoder_weights(nbest)
    low, high = build_bound_arrays(nbest.names, np.zeros(len(nbest.names)), bounds, ())
    return np.clip(
        np.ones(len(nbest.names)) if decoder_weights is None else decoder_weights, low, high
    )


def _check_features(nbest: Nbest) -> None:
    """Check that lists have features, and that sums of these stay finite."""
    if not nbest.names:
        raise InputError("the candidates have no features to tune: give lists with features")
    invalid_cells = np.argwhere(~(np.abs(nbest.features) <= MAX_ABSOLUTE))
    if not len(invalid_cells):
        return
    row, column = invalid_cells[0].tolist()
    list_index = int(nbest.owners[row])
    raise InputError(
        f"feature {nbest.names[column]} of candidate {row - int(nbest.starts[list_index]) + 1} of "
        f"id {nbest.ids[list_index]} is {float(nbest.features[row, column])}, which is infinite, "
        "not a number or too large: fix the lists"
    )


def _warn_about_equal_features(nbest: Nbest) -> None:
    """Warn if all candidates have the same features as the first candidate of their list."""
    if (nbest.features == nbest.features[nbest.starts[:-1]][nbest.owners]).all():
        warn_user(
            "candidates of a list never differ in a feature, so weights stay as they are at the "
            "start: give longer lists"
        )


def infer_decoder_weights(nbest: Nbest) -> Floats | None:
    """Infer the decoder's weights from its scores.

    A score must be the weighted sum of features plus a constant that depends on the list. Return
    None if there are no scores, if they are not weighted sums, or if the weights are ambiguous.
    Features that never differ within a list get the mean absolute weight of the other features,
    because their weights cannot be inferred: 0 would disable them in the decoder, and 1 could be
    much larger than the other weights.
    """
    if nbest.scores is None or not (np.abs(nbest.scores) <= MAX_ABSOLUTE).all():
        return None
    list_starts, owners = nbest.starts[:-1], nbest.owners
    features = nbest.features - nbest.features[list_starts][owners]
    scores = nbest.scores - nbest.scores[list_starts][owners]
    # Solve the normal equations, so that a million rows are not copied.
    scale = np.sqrt((features * features).sum(axis=0))
    is_informative = scale > 0
    scale[~is_informative] = 1.0
    features /= scale
    weights, _, rank, _ = np.linalg.lstsq(
        features.T @ features, features.T @ scores, rcond=_RANK_TOLERANCE
    )
    if rank < is_informative.sum() or not scores.any():
        return None
    solution: Floats = weights / scale
    features *= scale

    def compute_max_error(candidate_weights: Floats) -> float:  # maximum error of the scores
        return float(np.abs(features @ candidate_weights - scores).max(initial=0.0))

    if compute_max_error(solution) > _SCORE_TOLERANCE * np.abs(scores).max(initial=0.0):
        return None
    solution = _round_to_few_digits(solution, compute_max_error)
    solution[~is_informative] = np.abs(solution[is_informative]).mean()
    return solution


def _round_to_few_digits(weights: Floats, compute_max_error: Callable[[Floats], float]) -> Floats:
    """Round weights to the fewest digits that keep the error of the scores low.

    Further digits are noise. `compute_max_error` returns the maximum error for these weights.
    """
    max_error = 2 * compute_max_error(weights) + 1e-9
    magnitude = int(np.floor(np.log10(np.abs(weights).max(initial=0.0) or 1.0)))
    for digits in range(_MAX_DIGITS):
        rounded = np.round(weights, digits - magnitude) + 0.0  # -0 is 0
        if compute_max_error(rounded) <= max_error:
            return rounded
    return weights
