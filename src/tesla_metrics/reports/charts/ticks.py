"""Where an axis is marked: at multiples of 1, 2 or 5 times a power of ten."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .figures import common_figures

# Steps grow by up to 5/2, so with this many intervals there are always two marks.
FEWEST = 5


@dataclass(frozen=True)
class Ticks:
    """Marks at these integers times ten to the exponent: exact, whatever the magnitude."""

    multiples: Sequence[int]
    exponent: int

    @property
    def values(self) -> list[float]:
        """The nearest floats."""
        return [scaled(multiple, self.exponent) for multiple in self.multiples]

    @property
    def labels(self) -> list[str]:
        """As they are printed, all with the same number of decimals."""
        return common_figures(self.values, -self.exponent)


def nice_ticks(low: float, high: float, intervals: int) -> Ticks:
    """At most `intervals` + 1 marks from `low` to `high`, both included."""
    mantissa, exponent = _step((high - low) / intervals)
    step = scaled(mantissa, exponent)
    # Rounding may push a mark at the very end over it, so look one further and compare exactly.
    candidates = range(math.floor(low / step) - 1, math.ceil(high / step) + 2)
    inside = [k * mantissa for k in candidates if low <= scaled(k * mantissa, exponent) <= high]
    return Ticks(inside, exponent)


def scaled(integer: int, exponent: int) -> float:
    """`integer` times ten to the exponent, rounded once."""
    return float(integer * 10**exponent) if exponent >= 0 else integer / 10**-exponent


def _step(least: float) -> tuple[int, int]:
    exponent = math.floor(math.log10(least))
    for mantissa in (1, 2, 5):
        if scaled(mantissa, exponent) >= least:
            return mantissa, exponent
    return 1, exponent + 1
