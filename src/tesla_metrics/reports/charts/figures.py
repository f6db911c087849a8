"""Numbers as a chart prints them: in one style, no longer than they need be."""

import math
from collections.abc import Sequence

MINUS = "\N{MINUS SIGN}"
# More digits than this are hard to take in, so 1e-9 is tried instead.
_PLAIN = 7


def common_figures(values: Sequence[float], decimals: int) -> list[str]:
    """All to the same place after (or, negative, before) the point."""
    plain = [_signed(f"{value:.{max(0, decimals)}f}") for value in values]
    if _longest(plain) <= _PLAIN:
        return plain
    scientific = _scientific(values, decimals)
    return min(plain, scientific, key=_longest)


def value_figures(values: Sequence[float]) -> list[str]:
    """Three digits of the largest, or more where that would make different values look alike."""
    largest = max(map(abs, values), default=0.0)
    spread = max(values, default=0.0) - min(values, default=0.0)
    if not largest:
        return ["0"] * len(values)
    decimals = 2 - _exponent(largest)
    if spread:
        decimals = max(decimals, min(1 - _exponent(spread), 5 - _exponent(largest)))
    return common_figures(values, decimals)


def exact(value: float | None) -> str:
    """Every digit of it, for tables and tips; float() because numpy's numbers name their type."""
    return "" if value is None else repr(float(value))


def _scientific(values: Sequence[float], decimals: int) -> list[str]:
    exponent = _exponent(max(map(abs, values)))
    digits = max(0, exponent + decimals)
    return [
        _signed(f"{_shifted(value, exponent):.{digits}f}") + f"e{exponent}".replace("-", MINUS)
        if value
        else "0"
        for value in values
    ]


def _shifted(value: float, exponent: int) -> float:
    # Ten to the 308th and beyond is no float, so in two steps.
    half = exponent // 2
    return value / 10.0**half / 10.0 ** (exponent - half)


def _signed(figures: str) -> str:
    if figures.startswith("-"):
        figures = figures[1:]
        return MINUS + figures if figures.strip("0.") else figures
    return figures


def _longest(figures: Sequence[str]) -> int:
    return max(map(len, figures), default=0)


def _exponent(value: float) -> int:
    return math.floor(math.log10(value))
