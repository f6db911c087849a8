"""Axes, ticks, number formats, titles and notes."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from .chart import (
    BODY_SIZE,
    SMALL_SIZE,
    TITLE_SIZE,
    Line,
    Picture,
    Primitive,
    Text,
    centred_baseline,
    shorten,
    text_width,
    wrap,
)

# Larger values make sums and differences overflow; no score is that large.
_MAX_VALUE = 1e300
_MIN_SPAN = 1e-290
# Closer values cannot be distinguished on paper, nor their tick marks in floating point.
_MIN_RELATIVE_SPAN = 1e-9


@dataclass(frozen=True)
class Axis:
    """A linear axis from the value `low` at pixel `start` to `high` at pixel `end`."""

    low: float
    high: float
    start: float
    end: float

    def position(self, value: float) -> float:
        """Return the pixel position of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def is_drawable(value: float) -> bool:
    """Return whether a value can be drawn on an axis."""
    return math.isfinite(value) and abs(value) < _MAX_VALUE


def padded_range(values: Sequence[float]) -> tuple[float, float]:
    """Return a range with some space around the values; equal values are in its middle."""
    low, high = min(values), max(values)
    size = max(abs(low), abs(high))
    if high - low < max(size * _MIN_RELATIVE_SPAN, _MIN_SPAN):
        padding = size * 0.1 if size > _MIN_SPAN else 1.0
    else:
        padding = (high - low) * 0.06
    return low - padding, high + padding


def range_from_zero(values: Sequence[float]) -> tuple[float, float]:
    """Return a range that includes zero, where bars start, with some space beyond the values."""
    low, high = min(0.0, *values), max(0.0, *values)
    if high - low < _MIN_SPAN:
        return 0.0, 1.0
    padding = (high - low) * 0.04
    return (low - padding if low < 0 else 0.0), (high + padding if high > 0 else 0.0)


MINUS = "\N{MINUS SIGN}"
# Longer numbers are hard to read, so scientific notation is tried.
_MAX_PLAIN_LENGTH = 7


def format_same_decimals(values: Sequence[float], decimals: int) -> list[str]:
    """Format all values with the same number of decimals (negative: rounded before the point)."""
    plain = [_signed(f"{value:.{max(0, decimals)}f}") for value in values]
    if _max_length(plain) <= _MAX_PLAIN_LENGTH:
        return plain
    scientific = _scientific(values, decimals)
    return min(plain, scientific, key=_max_length)


def format_values(values: Sequence[float]) -> list[str]:
    """Format values with three digits of the largest, or more to distinguish different values."""
    largest = max(map(abs, values), default=0.0)
    value_range = max(values, default=0.0) - min(values, default=0.0)
    if not largest:
        return ["0"] * len(values)
    decimals = 2 - _exponent(largest)
    if value_range:
        decimals = max(decimals, min(1 - _exponent(value_range), 5 - _exponent(largest)))
    return format_same_decimals(values, decimals)


def format_exact(value: float | None) -> str:
    """Format a value with all digits, for tables and tooltips."""
    # float(), because the repr of numpy numbers includes their type
    return "" if value is None else repr(float(value))


def _scientific(values: Sequence[float], decimals: int) -> list[str]:
    exponent = _exponent(max(map(abs, values)))
    digits = max(0, exponent + decimals)
    return [
        _signed(f"{_divide_by_power(value, exponent):.{digits}f}")
        + f"e{exponent}".replace("-", MINUS)
        if value
        else "0"
        for value in values
    ]


def _divide_by_power(value: float, exponent: int) -> float:
    # In two steps, because 10**309 is not a float.
    half_exponent = exponent // 2
    return value / 10.0**half_exponent / 10.0 ** (exponent - half_exponent)


def _signed(figures: str) -> str:
    if figures.startswith("-"):
        figures = figures[1:]
        return MINUS + figures if figures.strip("0.") else figures
    return figures


def _max_length(figures: Sequence[str]) -> int:
    return max(map(len, figures), default=0)


def _exponent(value: float) -> int:
    return math.floor(math.log10(value))


# Steps grow by up to 5/2, so with this many intervals there are always two tick marks.
MIN_INTERVALS = 5


@dataclass(frozen=True)
class Ticks:
    """Tick marks at integers times a power of ten, which is exact at any magnitude."""

    multiples: Sequence[int]
    exponent: int

    @property
    def values(self) -> list[float]:
        """Return the nearest floats."""
        return [scale_by_power(multiple, self.exponent) for multiple in self.multiples]

    @property
    def labels(self) -> list[str]:
        """Return the labels, all with the same number of decimals."""
        return format_same_decimals(self.values, -self.exponent)


def nice_ticks(low: float, high: float, intervals: int) -> Ticks:
    """Return at most `intervals` + 1 tick marks from `low` to `high` (inclusive)."""
    mantissa, exponent = _step((high - low) / intervals)
    step = scale_by_power(mantissa, exponent)
    # Rounding may push a mark at the end out of the range: check one more and compare exactly.
    candidates = range(math.floor(low / step) - 1, math.ceil(high / step) + 2)
    multiples = [
        k * mantissa for k in candidates if low <= scale_by_power(k * mantissa, exponent) <= high
    ]
    return Ticks(multiples, exponent)


def scale_by_power(integer: int, exponent: int) -> float:
    """Return `integer` times ten to the exponent, rounded once."""
    return float(integer * 10**exponent) if exponent >= 0 else integer / 10**-exponent


def _step(min_step: float) -> tuple[int, int]:
    exponent = math.floor(math.log10(min_step))
    for mantissa in (1, 2, 5):
        if scale_by_power(mantissa, exponent) >= min_step:
            return mantissa, exponent
    return 1, exponent + 1


# Height from the axis to the bottom of its name.
AXIS_NAME_HEIGHT = SMALL_SIZE * 1.8 + BODY_SIZE * 1.6
_MAX_INTERVALS = 8
_LABEL_GAP = 6.0


def horizontal_axis(
    axis: Axis, top: float, bottom: float, name: str, width: float
) -> list[Primitive]:
    """Return vertical grid lines, with tick labels and the name of the axis below."""
    items: list[Primitive] = []
    for x, label in _fitting_labels(axis):
        items.append(Line(x, top, x, bottom, "grid"))
        items.append(_centred(x, bottom + SMALL_SIZE * 1.5, label, SMALL_SIZE, width))
    name_y = bottom + SMALL_SIZE * 1.8 + BODY_SIZE * 1.2
    name = shorten(name, BODY_SIZE, width)
    items.append(_centred((axis.start + axis.end) / 2, name_y, name, BODY_SIZE, width))
    return items


def vertical_axis(
    axis: Axis, ticks: Ticks, left: float, right: float, name: str
) -> list[Primitive]:
    """Return horizontal grid lines, with tick labels and the name of the axis to their left."""
    items: list[Primitive] = []
    for value, label in zip(ticks.values, ticks.labels, strict=True):
        y = axis.position(value)
        items.append(Line(left, y, right, y, "grid"))
        items.append(
            Text(
                left - _LABEL_GAP,
                centred_baseline(y, SMALL_SIZE),
                label,
                SMALL_SIZE,
                "muted",
                "end",
            )
        )
    name = shorten(name, BODY_SIZE, axis.start - axis.end)
    centre = (axis.start + axis.end) / 2
    items.append(Text(BODY_SIZE, centre, name, BODY_SIZE, "text", "middle", upright=True))
    return items


def vertical_axis_width(ticks: Ticks) -> float:
    """Return the width that `vertical_axis` needs on the left."""
    return (
        BODY_SIZE * 1.9 + max(text_width(label, SMALL_SIZE) for label in ticks.labels) + _LABEL_GAP
    )


def _fitting_labels(axis: Axis) -> Iterator[tuple[float, str]]:
    """Return positions and labels of as many tick marks as fit without overlap."""
    for intervals in range(_MAX_INTERVALS, MIN_INTERVALS - 1, -1):
        ticks = nice_ticks(axis.low, axis.high, intervals)
        labels = ticks.labels
        positions = [axis.position(value) for value in ticks.values]
        available = positions[1] - positions[0]
        needed = max(text_width(label, SMALL_SIZE) for label in labels) + SMALL_SIZE
        if available > needed:
            return zip(positions, labels, strict=True)
    # Every second mark, every third, and so on; zero is kept.
    stride = ceil(needed / available)
    first = ticks.multiples.index(0) % stride if 0 in ticks.multiples else 0
    return zip(positions[first::stride], labels[first::stride], strict=True)


def _centred(x: float, y: float, text: str, size: float, width: float) -> Text:
    """Return text centred at `x`, or as close to it as the edges of the chart allow."""
    half_width = text_width(text, size) / 2
    centre = min(max(x, half_width), width - half_width)
    return Text(centre, y, text, size, "muted" if size == SMALL_SIZE else "text", "middle")


_LINE_HEIGHT = 1.3
_TITLE_GAP = 12.0


def title_lines(title: str, width: float) -> tuple[list[Primitive], float]:
    """Return the title, and the y position where the chart below may start."""
    lines = wrap(title, TITLE_SIZE, width, lines=2, bold=True)
    texts: list[Primitive] = [
        Text(0.0, TITLE_SIZE + i * TITLE_SIZE * _LINE_HEIGHT, line, TITLE_SIZE, "text", bold=True)
        for i, line in enumerate(lines)
    ]
    return texts, len(lines) * TITLE_SIZE * _LINE_HEIGHT + _TITLE_GAP


def note_lines(notes: Sequence[str], y: float, width: float) -> tuple[list[Primitive], float]:
    """Return the notes from `y` downwards, and the y position where they end."""
    lines = [line for note in notes for line in wrap(note, SMALL_SIZE, width, lines=3)]
    if not lines:
        return [], y
    texts: list[Primitive] = [
        Text(0.0, y + _TITLE_GAP + SMALL_SIZE * (1 + i * _LINE_HEIGHT), line, SMALL_SIZE, "muted")
        for i, line in enumerate(lines)
    ]
    return texts, y + _TITLE_GAP + SMALL_SIZE * (
        1 + (len(lines) - 1) * _LINE_HEIGHT
    ) + 0.3 * SMALL_SIZE


def omitted_note(count: int, thing: str) -> list[str]:
    """Return a note about values that could not be drawn, if there are any."""
    if not count:
        return []
    return [f"{count} {thing if count == 1 else thing + 's'} left out: not finite"]


def empty_chart(title: str, notes: Sequence[str], width: float, height: float) -> Picture:
    """Return a chart with the text "no data"."""
    items, top = title_lines(title, width)
    items.append(Text(width / 2, top + height / 2, "no data", BODY_SIZE, "muted", "middle"))
    note_items, bottom = note_lines(notes, top + height, width)
    return Picture(width, bottom, [*items, *note_items], title)
