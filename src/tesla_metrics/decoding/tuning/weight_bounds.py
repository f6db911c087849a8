"""Bounds of weights, and initial weights of tuning."""

from collections.abc import Callable, Collection, Mapping, Sequence
from difflib import get_close_matches

import numpy as np

from ...arrays import Floats
from ...errors import InputError, UsageError, warn_user
from ..nbest.nbest import Nbest
from ..nbest.weights import Weights
from .mert import default_ranges

Bounds = Mapping[str, tuple[float, float]]
MAX_ABSOLUTE = 1e100  # of features and weights: sums of their products must stay finite
# Distance of an open end from 0, relative to the largest bound or fixed weight.
_OPEN_END_FACTOR = 10


def check_bounds(names: Sequence[str], bounds: Bounds, fixed: Collection[str]) -> None:
    """Check that bounds and fixed weights are of known features, and that bounds are not empty."""
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


def bound_arrays(
    names: Sequence[str], start: Floats, bounds: Bounds, fixed: Collection[str]
) -> tuple[Floats, Floats]:
    """Return the lower and the upper bound of each weight."""
    ends = [
        (value, value) if name in fixed else bounds.get(name, (-np.inf, np.inf))
        for name, value in zip(names, start.tolist(), strict=True)
    ]
    low, high = np.array(ends, dtype=np.float64).reshape(-1, 2).T
    return low, high


def ranges_within(names: Sequence[str], start: Floats, bounds: Bounds, explicit: Bounds) -> Floats:
    """Return the ranges of random starts: those given, else as far out as the initial weights."""
    ranges = default_ranges(start)
    far = float(ranges[0, 1])
    for index, name in enumerate(names):
        if name in explicit:
            ranges[index] = explicit[name]
        elif name in bounds:
            low, high = bounds[name]
            # An open end is as far from the other one as from 0.
            ranges[index] = (
                low if low >= -MAX_ABSOLUTE else min(-far, high - far),
                high if high <= MAX_ABSOLUTE else max(far, low + far),
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


def allow_any_scale(low: Floats, high: Floats) -> bool:
    """Return whether weights can be multiplied by any positive number within the bounds."""
    return not len(_sizes(low, high))


def close_open_ends(low: Floats, high: Floats, start: Floats) -> tuple[Floats, Floats]:
    """Replace open ends by finite ones if bounds or fixed weights have a scale.

    Choices do not depend on the scale of the weights: a bound of 1 would have no effect if all
    other weights could grow to thousands. The start remains allowed. Its size does not count
    otherwise: in a loop, where each tuning starts at the end of the last, the ends would move each
    time.
    """
    if allow_any_scale(low, high):
        return low, high
    far = max(_OPEN_END_FACTOR * _sizes(low, high).max(), np.abs(start).max())
    return np.maximum(low, -far), np.minimum(high, far)


def _sizes(low: Floats, high: Floats) -> Floats:
    """Return the absolute values of ends that are neither open nor 0."""
    sizes: Floats = np.abs(np.concatenate([low, high]))
    return sizes[(sizes > 0) & (sizes <= MAX_ABSOLUTE)]


# Decoders print scores and features to about six digits.
_SCORE_TOLERANCE = 1e-3
_DIGITS = 9  # maximum number of digits that are tried
# Features that are closer to linear combinations of others do not determine weights.
_RANK_TOLERANCE = 1e-9


def start_weights(nbest: Nbest, explicit: Weights | None, bounds: Bounds) -> Floats:
    """Return the given weights, else the decoder's, else 1 for each feature, moved into bounds."""
    _check_features(nbest)
    if explicit is not None:
        start = explicit.of(nbest.names, "the start")
        check_start(nbest.names, start, bounds)
        return start
    _warn_of_same(nbest)
    decoder_weights = infer_decoder_weights(nbest)
    low, high = bound_arrays(nbest.names, np.zeros(len(nbest.names)), bounds, ())
    return np.clip(
        np.ones(len(nbest.names)) if decoder_weights is None else decoder_weights, low, high
    )


def _check_features(nbest: Nbest) -> None:
    """Check that lists have features, and that sums of these stay finite."""
    if not nbest.names:
        raise InputError("the candidates have no features to tune: give lists with features")
    wrong = np.argwhere(~(np.abs(nbest.features) <= MAX_ABSOLUTE))
    if not len(wrong):
        return
    row, column = wrong[0].tolist()
    owner = int(nbest.owners[row])
    raise InputError(
        f"feature {nbest.names[column]} of candidate {row - int(nbest.starts[owner]) + 1} of id "
        f"{nbest.ids[owner]} is {float(nbest.features[row, column])}, which is infinite, not a "
        "number or too large: fix the lists"
    )


def _warn_of_same(nbest: Nbest) -> None:
    if (nbest.features == nbest.features[nbest.starts[:-1]][nbest.owners]).all():
        warn_user(
            "candidates of a list never differ in a feature, so weights stay as they are at the "
            "start: give longer lists"
        )


def infer_decoder_weights(nbest: Nbest) -> Floats | None:
    """Return the weights that produce the decoder's scores, up to a constant per list.

    None if there are no scores, if they are not weighted sums, or if other weights produce them as
    well. Features that never differ do not determine a weight and get the mean size of the others:
    0 would disable them in the decoder, and 1 would dominate weights of a hundredth.
    """
    if nbest.scores is None or not (np.abs(nbest.scores) <= MAX_ABSOLUTE).all():
        return None
    begin, owners = nbest.starts[:-1], nbest.owners
    features = nbest.features - nbest.features[begin][owners]
    scores = nbest.scores - nbest.scores[begin][owners]
    # By products of columns, so that a million rows are not copied.
    scale = np.sqrt((features * features).sum(axis=0))
    differ = scale > 0
    scale[~differ] = 1.0
    features /= scale
    weights, _, rank, _ = np.linalg.lstsq(
        features.T @ features, features.T @ scores, rcond=_RANK_TOLERANCE
    )
    if rank < differ.sum() or not scores.any():
        return None
    solution: Floats = weights / scale
    features *= scale

    def missed(tried: Floats) -> float:
        return float(np.abs(features @ tried - scores).max(initial=0.0))

    if missed(solution) > _SCORE_TOLERANCE * np.abs(scores).max(initial=0.0):
        return None
    solution = _shortest(solution, missed)
    solution[~differ] = np.abs(solution[differ]).mean()
    return solution


def _shortest(weights: Floats, missed: Callable[[Floats], float]) -> Floats:
    """Round weights to as few digits as fit nearly as well: the other digits are noise."""
    allowed = 2 * missed(weights) + 1e-9
    magnitude = int(np.floor(np.log10(np.abs(weights).max(initial=0.0) or 1.0)))
    for digits in range(_DIGITS):
        rounded = np.round(weights, digits - magnitude) + 0.0  # -0 is 0
        if missed(rounded) <= allowed:
            return rounded
    return weights
