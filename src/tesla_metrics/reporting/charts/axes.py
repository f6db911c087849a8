"""Axes with tick marks, formats of numbers, titles and notes of charts."""

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
    compute_centred_baseline,
    estimate_text_width,
    shorten,
    wrap,
)

# Larger values are not drawn, because their sums and differences would overflow.
_MAX_VALUE = 1e300
_MIN_RANGE = 1e-290
# Values with a smaller range, relative to their size, are treated as equal.
_MIN_RELATIVE_RANGE = 1e-9


@dataclass(frozen=True)
class Axis:
    """A linear axis from the value `low` at pixel `start` to `high` at pixel `end`."""

    low: float
    high: float
    start: float
    end: float

    def get_position(self, value: float) -> float:
        """Return the pixel position of a value."""
        return self.start + (value - self.low) / (self.high - self.low) * (self.end - self.start)


def is_drawable(value: float) -> bool:
    """Return whether a value can be drawn on an axis."""
    return math.isfinite(value) and abs(value) < _MAX_VALUE


def compute_padded_range(values: Sequence[float]) -> tuple[float, float]:
    """Return the range of an axis: the values with some space on both sides."""
    low, high = min(values), max(values)
    magnitude = max(abs(low), abs(high))
    if high - low < max(magnitude * _MIN_RELATIVE_RANGE, _MIN_RANGE):
        padding = magnitude * 0.1 if magnitude > _MIN_RANGE else 1.0
    else:
        padding = (high - low) * 0.06
    return low - padding, high + padding


def compute_range_from_zero(values: Sequence[float]) -> tuple[float, float]:
    """Return the range of an axis with bars: zero and the values, with some space at the ends."""
    low, high = min(0.0, *values), max(0.0, *values)
    if high - low < _MIN_RANGE:
        return 0.0, 1.0
    padding = (high - low) * 0.04
    return (low - padding if low < 0 else 0.0), (high + padding if high > 0 else 0.0)


MINUS = "\N{MINUS SIGN}"
# For longer numbers, scientific notation is used if it is shorter.
_MAX_PLAIN_LENGTH = 7


def format_same_decimals(values: Sequence[float], decimals: int) -> list[str]:
    """Format all values with the same number of decimals.

    A negative number of decimals means that digits before the decimal point are rounded.
    """
    plain_texts = [_use_minus_sign(f"{value:.{max(0, decimals)}f}") for value in values]
    if _get_max_length(plain_texts) <= _MAX_PLAIN_LENGTH:
        return plain_texts
    scientific_texts = _format_scientific(values, decimals)
    return min(plain_texts, scientific_texts, key=_get_max_length)


def format_values(values: Sequence[float]) -> list[str]:
    """Format values with the same number of decimals.

    The largest value has three significant digits, or up to six to distinguish the values.
    """
    largest = max(map(abs, values), default=0.0)
    value_range = max(values, default=0.0) - min(values, default=0.0)
    if not largest:
        return ["0"] * len(values)
    decimals = 2 - _get_exponent(largest)
    if value_range:
        decimals = max(decimals, min(1 - _get_exponent(value_range), 5 - _get_exponent(largest)))
    return format_same_decimals(values, decimals)


def format_exact(value: float | None) -> str:
    """Format a value with all digits, for tables and tooltips."""
    # Convert to float, because the repr of numpy numbers includes their type.
    return "" if value is None else repr(float(value))


def _format_scientific(values: Sequence[float], decimals: int) -> list[str]:
    exponent = _get_exponent(max(map(abs, values)))
    n_decimals = max(0, exponent + decimals)
    return [
        _use_minus_sign(f"{_divide_by_power(value, exponent):.{n_decimals}f}")
        + f"e{exponent}".replace("-", MINUS)
        if value
        else "0"
        for value in values
    ]


def _divide_by_power(value: float, exponent: int) -> float:
    # Divide in two steps, because 10**309 is not a float.
    half_exponent = exponent // 2
    return value / 10.0**half_exponent / 10.0 ** (exponent - half_exponent)


def _use_minus_sign(digits: str) -> str:
    """Replace a hyphen by a minus sign; remove it from a negative zero."""
    if digits.startswith("-"):
        digits = digits[1:]
        return MINUS + digits if digits.strip("0.") else digits
    return digits


def _get_max_length(texts: Sequence[str]) -> int:
    return max(map(len, texts), default=0)


def _get_exponent(value: float) -> int:
    return math.floor(math.log10(value))


# With this number of intervals there are always at least two tick marks, because the step is at
# most 2.5 times as large as requested.
MIN_INTERVALS = 5


@dataclass(frozen=True)
class TickMarks:
    """Tick marks at `multiples` times 10 ** `exponent`, which avoids rounding errors."""

    multiples: Sequence[int]
    exponent: int

    @property
    def values(self) -> list[float]:
        """Return the values of the tick marks as floats."""
        return [scale_by_power(multiple, self.exponent) for multiple in self.multiples]

    @property
    def labels(self) -> list[str]:
        """Return the labels, all with the same number of decimals."""
        return format_same_decimals(self.values, -self.exponent)


def compute_ticks(low: float, high: float, max_intervals: int) -> TickMarks:
    """Return at most `max_intervals` + 1 tick marks from `low` to `high` (inclusive)."""
    mantissa, exponent = _choose_step((high - low) / max_intervals)
    step = scale_by_power(mantissa, exponent)
    # Rounding errors could lose a tick mark at an end of the range, so one more is checked.
    candidates = range(math.floor(low / step) - 1, math.ceil(high / step) + 2)
    multiples = [
        factor * mantissa
        for factor in candidates
        if low <= scale_by_power(factor * mantissa, exponent) <= high
    ]
    return TickMarks(multiples, exponent)


def scale_by_power(integer: int, exponent: int) -> float:
    """Return `integer` times 10 ** `exponent`, rounded only once."""
    return float(integer * 10**exponent) if exponent >= 0 else integer / 10**-exponent


def _choose_step(min_step: float) -> tuple[int, int]:
    """Return the mantissa (1, 2 or 5) and exponent of the smallest step >= `min_step`."""
    exponent = math.floor(math.log10(min_step))
    for mantissa in (1, 2, 5):
        if scale_by_power(mantissa, exponent) >= min_step:
            return mantissa, exponent
    return 1, exponent + 1


# Height in pixels from the axis to the bottom of its name.
AXIS_NAME_HEIGHT = SMALL_SIZE * 1.8 + BODY_SIZE * 1.6
_MAX_INTERVALS = 8
_LABEL_GAP = 6.0


def draw_horizontal_axis(
    axis: Axis, top: float, bottom: float, name: str, width: float
) -> list[Primitive]:
    """Return vertical grid lines, the tick labels and the name of a horizontal axis."""
    items: list[Primitive] = []
    for x, label in _select_fitting_labels(axis):
        items.append(Line(x, top, x, bottom, "grid"))
        items.append(_centre_text(x, bottom + SMALL_SIZE * 1.5, label, SMALL_SIZE, width))
    name_y = bottom + SMALL_SIZE * 1.8 + BODY_SIZE * 1.2
    name = shorten(name, BODY_SIZE, width)
    items.append(_centre_text((axis.start + axis.end) / 2, name_y, name, BODY_SIZE, width))
    return items


def draw_vertical_axis(
    axis: Axis, ticks: TickMarks, left: float, right: float, name: str
) -> list[Primitive]:
    """Return horizontal grid lines, the tick labels and the name of a vertical axis."""
    items: list[Primitive] = []
    for value, label in zip(ticks.values, ticks.labels, strict=True):
        y = axis.get_position(value)
        items.append(Line(left, y, right, y, "grid"))
        items.append(
            Text(
                left - _LABEL_GAP,
                compute_centred_baseline(y, SMALL_SIZE),
                label,
                SMALL_SIZE,
                "muted",
                "end",
            )
        )
    name = shorten(name, BODY_SIZE, axis.start - axis.end)
    centre = (axis.start + axis.end) / 2
    items.append(Text(BODY_SIZE, centre, name, BODY_SIZE, "text", "middle", is_rotated=True))
    return items


def measure_vertical_axis(ticks: TickMarks) -> float:
    """Return the width that `draw_vertical_axis` needs on the left."""
    return (
        BODY_SIZE * 1.9
        + max(estimate_text_width(label, SMALL_SIZE) for label in ticks.labels)
        + _LABEL_GAP
    )


def _select_fitting_labels(axis: Axis) -> Iterator[tuple[float, str]]:
    """Return positions and labels of as many tick marks as fit without overlap."""
    for intervals in range(_MAX_INTERVALS, MIN_INTERVALS - 1, -1):
        ticks = compute_ticks(axis.low, axis.high, intervals)
        labels = ticks.labels
        positions = [axis.get_position(value) for value in ticks.values]
        available_width = positions[1] - positions[0]
        needed_width = max(estimate_text_width(label, SMALL_SIZE) for label in labels) + SMALL_SIZE
        if available_width > needed_width:
            return zip(positions, labels, strict=True)
    # Show only every second label, or every third, and so on, and always the label of zero.
    stride = ceil(needed_width / available_width)
    first = ticks.multiples.index(0) % stride if 0 in ticks.multiples else 0
    return zip(positions[first::stride], labels[first::stride], strict=True)


def _centre_text(x: float, y: float, text: str, size: float, width: float) -> Text:
    """Return text centred at `x`, or as close to it as the edges of the chart allow."""
    half_width = estimate_text_width(text, size) / 2
    centre = min(max(x, half_width), width - half_width)
    return Text(centre, y, text, size, "muted" if size == SMALL_SIZE else "text", "middle")


_LINE_HEIGHT = 1.3
_TITLE_GAP = 12.0


def draw_title(title: str, width: float) -> tuple[list[Primitive], float]:
    """Return the title, and the y position where the chart below may start."""
    lines = wrap(title, TITLE_SIZE, width, max_lines=2, is_bold=True)
    texts: list[Primitive] = [
        Text(
            0.0,
            TITLE_SIZE + index * TITLE_SIZE * _LINE_HEIGHT,
            line,
            TITLE_SIZE,
            "text",
            is_bold=True,
        )
        for index, line in enumerate(lines)
    ]
    return texts, len(lines) * TITLE_SIZE * _LINE_HEIGHT + _TITLE_GAP


def draw_notes(notes: Sequence[str], y: float, width: float) -> tuple[list[Primitive], float]:
    """Return the notes from `y` downwards, and the y position where they end."""
    lines = [line for note in notes for line in wrap(note, SMALL_SIZE, width, max_lines=3)]
    if not lines:
        return [], y
    texts: list[Primitive] = [
        Text(
            0.0, y + _TITLE_GAP + SMALL_SIZE * (1 + index * _LINE_HEIGHT), line, SMALL_SIZE, "muted"
        )
        for index, line in enumerate(lines)
    ]
    height = SMALL_SIZE * (1 + (len(lines) - 1) * _LINE_HEIGHT)
    return texts, y + _TITLE_GAP + height + 0.3 * SMALL_SIZE


def build_omitted_note(count: int, noun: str) -> list[str]:
    """Return a note about `count` values that are not drawn, in a list; empty if `count` is 0.

    `noun` is the singular of the noun in the note.
    """
    if not count:
        return []
    return [f"{count} {noun if count == 1 else noun + 's'} left out: not finite"]


def draw_empty_chart(title: str, notes: Sequence[str], width: float, height: float) -> Picture:
    """Return a chart with the text "no data"."""
    items, top = draw_title(title, width)
    items.append(Text(width / 2, top + height / 2, "no data", BODY_SIZE, "muted", "middle"))
    note_items, bottom = draw_notes(notes, top + height, width)
    return Picture(width, bottom, [*items, *note_items], title)
