"""What weights may be: bounds and fixed values by the names of features."""

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches

import numpy as np

from ..arrays import Floats
from ..errors import UsageError
from .mert.space import default_ranges

Bounds = Mapping[str, tuple[float, float]]
LARGEST = 1e100  # of features and weights: sums of their products must stay finite
# How far an open end lies from 0, in the largest of what bounds and fixed weights say.
_BEYOND = 10


def checked_bounds(names: Sequence[str], bounds: Bounds, fixed: Collection[str]) -> None:
    """Refuse names that no feature has, and bounds that leave nothing."""
    for name in (*bounds, *fixed):
        if name not in names:
            near = get_close_matches(name, names, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)[:200]}"
            raise UsageError(f"no feature is called {name!r}: {hint}")
    for name, (low, high) in bounds.items():
        if not low <= high:
            raise UsageError(f"bounds {low}:{high} of {name} leave nothing: give the lower first")
        if low > LARGEST or high < -LARGEST:
            raise UsageError(f"bounds {low}:{high} of {name} leave no number: give smaller ones")


def checked_ranges(names: Sequence[str], ranges: Bounds) -> None:
    """The same of what random starts are drawn from, which must have two ends."""
    checked_bounds(names, ranges, ())
    for name, (low, high) in ranges.items():
        if low < -LARGEST or high > LARGEST:
            raise UsageError(
                f"the range {low}:{high} of {name} is infinite or too large to draw from: give two "
                "numbers"
            )


def arrays(
    names: Sequence[str], start: Floats, bounds: Bounds, fixed: Collection[str]
) -> tuple[Floats, Floats]:
    """The lowest and the highest that each weight may be."""
    ends = [
        (value, value) if name in fixed else bounds.get(name, (-np.inf, np.inf))
        for name, value in zip(names, start.tolist(), strict=True)
    ]
    low, high = np.array(ends, dtype=np.float64).reshape(-1, 2).T
    return low, high


def ranges_within(names: Sequence[str], start: Floats, bounds: Bounds, given: Bounds) -> Floats:
    """What random starts are drawn from: where nothing is given, as far out as the start."""
    found = default_ranges(start)
    far = float(found[0, 1])
    for place, name in enumerate(names):
        if name in given:
            found[place] = given[name]
        elif name in bounds:
            low, high = bounds[name]
            # An open end lies as far beyond the other one as beyond 0.
            found[place] = (
                low if low >= -LARGEST else min(-far, high - far),
                high if high <= LARGEST else max(far, low + far),
            )
    return found


def check_start(names: Sequence[str], start: Floats, bounds: Bounds) -> None:
    """Refuse a start that bounds forbid, or that is no number."""
    for name, value in zip(names, start.tolist(), strict=True):
        if not abs(value) <= LARGEST:
            raise UsageError(
                f"the start has {name} {value}, which is infinite, no number or too large: give "
                "another"
            )
        low, high = bounds.get(name, (-np.inf, np.inf))
        if not low <= value <= high:
            raise UsageError(
                f"the start has {name} {value}, outside its bounds {low}:{high}: change one of them"
            )


def allow_any_scale(low: Floats, high: Floats) -> bool:
    """Whether weights times any positive number keep to them."""
    return not len(_sizes(low, high))


def on_their_scale(low: Floats, high: Floats, start: Floats) -> tuple[Floats, Floats]:
    """The same with an end to what is open, where bounds or fixed weights have a scale.

    Choices do not depend on the scale of weights: a bound of 1 would be none if all others could
    grow to thousands. The start stays where it may be. Its size does not count beside that: in a
    loop, where each tuning starts at the end of the last, ends would move on each time.
    """
    if allow_any_scale(low, high):
        return low, high
    far = max(_BEYOND * _sizes(low, high).max(), np.abs(start).max())
    return np.maximum(low, -far), np.minimum(high, far)


def _sizes(low: Floats, high: Floats) -> Floats:
    """Of ends that are neither open nor 0, which any scale leaves as they are."""
    sizes: Floats = np.abs(np.concatenate([low, high]))
    return sizes[(sizes > 0) & (sizes <= LARGEST)]
