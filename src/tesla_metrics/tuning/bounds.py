"""What weights may be: bounds and fixed values by the names of features."""

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches

import numpy as np

from ..arrays import Floats
from ..errors import UsageError

Bounds = Mapping[str, tuple[float, float]]


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


def check_start(names: Sequence[str], start: Floats, bounds: Bounds) -> None:
    """Refuse a start that bounds forbid."""
    for name, value in zip(names, start.tolist(), strict=True):
        low, high = bounds.get(name, (-np.inf, np.inf))
        if not low <= value <= high:
            raise UsageError(
                f"the start has {name} {value}, outside its bounds {low}:{high}: change one of them"
            )


def allow_any_scale(bounds: Bounds, fixed: Collection[str]) -> bool:
    """Whether weights times any positive number keep to them."""
    return not fixed and all(
        end in (-np.inf, 0, np.inf) for ends in bounds.values() for end in ends
    )
