"""Layout of bar charts."""

from collections.abc import Sequence
from dataclasses import dataclass

from .axes import (
    AXIS_NAME_HEIGHT,
    Axis,
    empty_chart,
    format_exact,
    format_values,
    horizontal_axis,
    is_drawable,
    note_lines,
    omitted_note,
    range_from_zero,
    title_lines,
)
from .chart import (
    BODY_SIZE,
    SMALL_SIZE,
    Bar,
    BarChart,
    Line,
    Picture,
    Primitive,
    Rectangle,
    Text,
    centred_baseline,
    shorten,
    text_width,
)

_MAX_LABEL_SHARE = 0.38
_EMPTY_HEIGHT = 80.0
_GAP = 8.0


@dataclass(frozen=True)
class _Rows:
    """Vertical positions of bars and headings, from the top of the plot to its bottom."""

    centres: Sequence[float]
    headings: Sequence[tuple[float, str]]
    pitch: float
    bottom: float


def lay_out_bars(chart: BarChart, width: float) -> Picture:
    """Lay out a chart with the given width and the height that its bars need."""
    bars = [bar for bar in chart.bars if is_drawable(bar.value)]
    undrawn_intervals = sum(not _has_finite_interval(bar) for bar in bars)
    notes = [
        chart.note,
        *omitted_note(len(chart.bars) - len(bars), "value"),
        *omitted_note(undrawn_intervals, "interval"),
    ]
    if not bars:
        return empty_chart(chart.title, notes, width, _EMPTY_HEIGHT)
    heading, top = title_lines(chart.title, width)
    rows = _lay_out_rows(bars, top)
    size = SMALL_SIZE if rows.pitch < 20 else BODY_SIZE
    labels = [shorten(bar.label, size, width * _MAX_LABEL_SHARE) for bar in bars]
    figures = format_values([bar.value for bar in bars])
    left = max(text_width(label, size) for label in labels) + _GAP
    right = width - max(text_width(figure, SMALL_SIZE) for figure in figures) - _GAP
    ends = [end for bar in bars for end in (bar.value, *_interval(bar))]
    axis = Axis(*range_from_zero(ends), left, right)
    items = [*heading, *horizontal_axis(axis, top, rows.bottom, chart.value_label, width)]
    items += [
        Text(
            0.0,
            y,
            shorten(group, BODY_SIZE, width, bold=True),
            BODY_SIZE,
            "text",
            bold=True,
            halo=True,
        )
        for y, group in rows.headings
    ]
    for bar, y, label, figure in zip(bars, rows.centres, labels, figures, strict=True):
        tip = _tip(chart, bar)
        items += _bar_items(bar, axis, y, rows.pitch, tip)
        items.append(
            Text(left - _GAP, centred_baseline(y, size), label, size, "text", "end", tip=tip)
        )
        items.append(
            Text(
                width, centred_baseline(y, SMALL_SIZE), figure, SMALL_SIZE, "muted", "end", tip=tip
            )
        )
    # Last, so that it is drawn over the bars that start there.
    items.append(Line(axis.position(0.0), top, axis.position(0.0), rows.bottom, "axis"))
    note_items, end = note_lines(notes, rows.bottom + AXIS_NAME_HEIGHT, width)
    return Picture(width, end, [*items, *note_items], chart.title)


def _lay_out_rows(bars: Sequence[Bar], top: float) -> _Rows:
    pitch = 24.0 if len(bars) <= 16 else 18.0 if len(bars) <= 40 else 14.0
    y = top + 4
    centres: list[float] = []
    headings: list[tuple[float, str]] = []
    group = ""
    for bar in bars:
        if bar.group != group:
            # A group without a name is separated by space only.
            y += pitch * 0.4 if centres else 0.0
            group = bar.group
            if group:
                headings.append((y + BODY_SIZE * 1.1, group))
                y += BODY_SIZE * 1.8
        centres.append(y + pitch / 2)
        y += pitch
    return _Rows(centres, headings, pitch, y + 4)


def _bar_items(bar: Bar, axis: Axis, y: float, pitch: float, tip: str) -> list[Primitive]:
    zero, end = axis.position(0.0), axis.position(bar.value)
    thickness = pitch * 0.6
    items: list[Primitive] = [
        Rectangle(min(zero, end), y - thickness / 2, abs(end - zero), thickness, "bar", tip)
    ]
    limits = [axis.position(limit) for limit in _interval(bar)]
    if limits:
        # An interval with one limit is drawn from the value to that limit.
        x1, x2 = sorted(limits if len(limits) == 2 else [*limits, end])
        items.append(Line(x1, y, x2, y, "text", 1.25))
        cap = thickness * 0.25
        items += [Line(x, y - cap, x, y + cap, "text", 1.25) for x in limits]
    return items


def _interval(bar: Bar) -> list[float]:
    if not _has_finite_interval(bar):
        return []
    return [limit for limit in (bar.low, bar.high) if limit is not None]


def _has_finite_interval(bar: Bar) -> bool:
    return all(limit is None or is_drawable(limit) for limit in (bar.low, bar.high))


def _tip(chart: BarChart, bar: Bar) -> str:
    name = f"{bar.group}: {bar.label}" if bar.group else bar.label
    value = f"{chart.value_label}: {format_exact(bar.value)}"
    if bar.low is None and bar.high is None:
        return f"{name}\n{value}"
    return f"{name}\n{value}\ninterval: {format_exact(bar.low)} to {format_exact(bar.high)}"
