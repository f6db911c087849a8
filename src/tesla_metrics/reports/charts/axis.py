"""From values to pixels."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

# Beyond, sums and differences overflow; no score is that large.
_LARGEST = 1e300
_SMALLEST_SPAN = 1e-290
# Closer values cannot be told apart on paper, nor their marks in floating point.
_RELATIVE_SPAN = 1e-9


@dataclass(frozen=True)
class Axis:
    """Values from `low` to `high` lie evenly between the pixels `start` and `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where the value is drawn."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def drawable(value: float) -> bool:
    """Whether it has a place on an axis."""
    return math.isfinite(value) and abs(value) < _LARGEST


def around(values: Sequence[float]) -> tuple[float, float]:
    """A range with the values well inside; equal values are in its middle."""
    low, high = min(values), max(values)
    size = max(abs(low), abs(high))
    if high - low < max(size * _RELATIVE_SPAN, _SMALLEST_SPAN):
        padding = size * 0.1 if size > _SMALLEST_SPAN else 1.0
    else:
        padding = (high - low) * 0.06
    return low - padding, high + padding


def from_zero(values: Sequence[float]) -> tuple[float, float]:
    """A range with zero, where bars begin, and with a little room beyond the values."""
    low, high = min(0.0, *values), max(0.0, *values)
    if high - low < _SMALLEST_SPAN:
        return 0.0, 1.0
    padding = (high - low) * 0.04
    return (low - padding if low < 0 else 0.0), (high + padding if high > 0 else 0.0)
