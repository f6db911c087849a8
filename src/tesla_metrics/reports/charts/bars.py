"""The layout of a bar chart."""

from collections.abc import Sequence
from dataclasses import dataclass

from .axis import Axis, drawable, from_zero
from .figures import exact, value_figures
from .lettering import BODY, SMALL, middle, shorten, text_width
from .model import Bar, Bars
from .panel import empty, left_out, note_lines, title_lines
from .primitives import Line, Picture, Primitive, Rectangle, Text
from .scale import NAME_DEPTH, horizontal

_LABELS_SHARE = 0.38
_EMPTY_HEIGHT = 80.0
_GAP = 8.0


@dataclass(frozen=True)
class _Rows:
    """Where bars and headings are, from the top of the plot to its bottom."""

    centres: Sequence[float]
    headings: Sequence[tuple[float, str]]
    pitch: float
    bottom: float


def lay_out_bars(chart: Bars, width: float) -> Picture:
    """The chart at this width, as high as its bars need."""
    bars = [bar for bar in chart.bars if drawable(bar.value)]
    broken = sum(not _is_whole(bar) for bar in bars)
    notes = [
        chart.note,
        *left_out(len(chart.bars) - len(bars), "value"),
        *left_out(broken, "interval"),
    ]
    if not bars:
        return empty(chart.title, notes, width, _EMPTY_HEIGHT)
    heading, top = title_lines(chart.title, width)
    rows = _rows(bars, top)
    size = SMALL if rows.pitch < 20 else BODY
    labels = [shorten(bar.label, size, width * _LABELS_SHARE) for bar in bars]
    figures = value_figures([bar.value for bar in bars])
    left = max(text_width(label, size) for label in labels) + _GAP
    right = width - max(text_width(figure, SMALL) for figure in figures) - _GAP
    ends = [end for bar in bars for end in (bar.value, *_interval(bar))]
    axis = Axis(*from_zero(ends), left, right)
    items = [*heading, *horizontal(axis, top, rows.bottom, chart.value_label, width)]
    items += [
        Text(0.0, y, shorten(group, BODY, width, bold=True), BODY, "text", bold=True, halo=True)
        for y, group in rows.headings
    ]
    for bar, y, label, figure in zip(bars, rows.centres, labels, figures, strict=True):
        tip = _tip(chart, bar)
        items += _drawn(bar, axis, y, rows.pitch, tip)
        items.append(Text(left - _GAP, middle(y, size), label, size, "text", "end", tip=tip))
        items.append(Text(width, middle(y, SMALL), figure, SMALL, "muted", "end", tip=tip))
    # Last, so that it lies on the bars that begin there.
    items.append(Line(axis.at(0.0), top, axis.at(0.0), rows.bottom, "axis"))
    remarks, end = note_lines(notes, rows.bottom + NAME_DEPTH, width)
    return Picture(width, end, [*items, *remarks], chart.title)


def _rows(bars: Sequence[Bar], top: float) -> _Rows:
    pitch = 24.0 if len(bars) <= 16 else 18.0 if len(bars) <= 40 else 14.0
    y = top + 4
    centres: list[float] = []
    headings: list[tuple[float, str]] = []
    group = ""
    for bar in bars:
        if bar.group != group:
            # A group without a name is set off by the space alone.
            y += pitch * 0.4 if centres else 0.0
            group = bar.group
            if group:
                headings.append((y + BODY * 1.1, group))
                y += BODY * 1.8
        centres.append(y + pitch / 2)
        y += pitch
    return _Rows(centres, headings, pitch, y + 4)


def _drawn(bar: Bar, axis: Axis, y: float, pitch: float, tip: str) -> list[Primitive]:
    zero, end = axis.at(0.0), axis.at(bar.value)
    thickness = pitch * 0.6
    items: list[Primitive] = [
        Rectangle(min(zero, end), y - thickness / 2, abs(end - zero), thickness, "bar", tip)
    ]
    limits = [axis.at(limit) for limit in _interval(bar)]
    if limits:
        # Half an interval still says something: it reaches from the value to its one limit.
        x1, x2 = sorted(limits if len(limits) == 2 else [*limits, end])
        items.append(Line(x1, y, x2, y, "text", 1.25))
        cap = thickness * 0.25
        items += [Line(x, y - cap, x, y + cap, "text", 1.25) for x in limits]
    return items


def _interval(bar: Bar) -> list[float]:
    if not _is_whole(bar):
        return []
    return [limit for limit in (bar.low, bar.high) if limit is not None]


def _is_whole(bar: Bar) -> bool:
    return all(limit is None or drawable(limit) for limit in (bar.low, bar.high))


def _tip(chart: Bars, bar: Bar) -> str:
    name = f"{bar.group}: {bar.label}" if bar.group else bar.label
    value = f"{chart.value_label}: {exact(bar.value)}"
    if bar.low is None and bar.high is None:
        return f"{name}\n{value}"
    return f"{name}\n{value}\ninterval: {exact(bar.low)} to {exact(bar.high)}"
