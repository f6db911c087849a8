"""Layout of bar charts."""

from collections.abc import Sequence
from dataclasses import dataclass

from .axes import (
    AXIS_NAME_HEIGHT,
    Axis,
    build_omitted_note,
    compute_range_from_zero,
    draw_empty_chart,
    draw_horizontal_axis,
    draw_notes,
    draw_title,
    format_exact,
    format_values,
    is_drawable,
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
    compute_centred_baseline,
    estimate_text_width,
    shorten,
)

_MAX_LABEL_WIDTH_SHARE = 0.38
_EMPTY_HEIGHT = 80.0
_LABEL_GAP = 8.0


@dataclass(frozen=True)
class _BarRows:
    """Vertical positions of bars and headings in pixels.

    centres   centre of each bar
    headings  pairs of a baseline and the name of a group
    pitch     distance between the centres of adjacent bars
    bottom    lower end of the plot
    """

    centres: Sequence[float]
    headings: Sequence[tuple[float, str]]
    pitch: float
    bottom: float


def lay_out_bars(chart: BarChart, width: float) -> Picture:
    """Lay out a bar chart with this width in pixels; its height depends on the number of bars."""
    bars = [bar for bar in chart.bars if is_drawable(bar.value)]
    n_undrawn_intervals = sum(not _has_finite_interval(bar) for bar in bars)
    notes = [
        chart.note,
        *build_omitted_note(len(chart.bars) - len(bars), "value"),
        *build_omitted_note(n_undrawn_intervals, "interval"),
    ]
    if not bars:
        return draw_empty_chart(chart.title, notes, width, _EMPTY_HEIGHT)
    title_items, top = draw_title(chart.title, width)
    rows = _lay_out_rows(bars, top)
    label_size = SMALL_SIZE if rows.pitch < 20 else BODY_SIZE
    labels = [shorten(bar.label, label_size, width * _MAX_LABEL_WIDTH_SHARE) for bar in bars]
    value_texts = format_values([bar.value for bar in bars])
    left = max(estimate_text_width(label, label_size) for label in labels) + _LABEL_GAP
    right = width - max(estimate_text_width(text, SMALL_SIZE) for text in value_texts) - _LABEL_GAP
    drawn_values = [value for bar in bars for value in (bar.value, *_get_interval(bar))]
    axis = Axis(*compute_range_from_zero(drawn_values), left, right)
    items = [*title_items, *draw_horizontal_axis(axis, top, rows.bottom, chart.value_label, width)]
    items += _draw_headings(rows, width)
    for bar, y, label, value_text in zip(bars, rows.centres, labels, value_texts, strict=True):
        tooltip = _format_tooltip(chart, bar)
        items += _draw_bar(bar, axis, y, rows.pitch, tooltip)
        label_x, label_y = left - _LABEL_GAP, compute_centred_baseline(y, label_size)
        items.append(Text(label_x, label_y, label, label_size, "text", "end", tooltip=tooltip))
        value_y = compute_centred_baseline(y, SMALL_SIZE)
        items.append(Text(width, value_y, value_text, SMALL_SIZE, "muted", "end", tooltip=tooltip))
    # The line at zero comes last, so that it is drawn over the bars.
    items.append(Line(axis.get_position(0.0), top, axis.get_position(0.0), rows.bottom, "axis"))
    note_items, bottom = draw_notes(notes, rows.bottom + AXIS_NAME_HEIGHT, width)
    return Picture(width, bottom, [*items, *note_items], chart.title)


def _draw_headings(rows: _BarRows, width: float) -> list[Primitive]:
    headings: list[Primitive] = []
    for y, group in rows.headings:
        text = shorten(group, BODY_SIZE, width, is_bold=True)
        headings.append(Text(0.0, y, text, BODY_SIZE, "text", is_bold=True, has_halo=True))
    return headings


def _lay_out_rows(bars: Sequence[Bar], top: float) -> _BarRows:
    pitch = 14.0
    if len(bars) <= 16:
        pitch = 24.0
    elif len(bars) <= 40:
        pitch = 18.0
    y = top + 4
    centres: list[float] = []
    headings: list[tuple[float, str]] = []
    current_group = ""
    for bar in bars:
        if bar.group != current_group:
            # A group without a name has no heading, only space above it.
            y += pitch * 0.4 if centres else 0.0
            current_group = bar.group
            if current_group:
                headings.append((y + BODY_SIZE * 1.1, current_group))
                y += BODY_SIZE * 1.8
        centres.append(y + pitch / 2)
        y += pitch
    return _BarRows(centres, headings, pitch, y + 4)


def _draw_bar(bar: Bar, axis: Axis, y: float, pitch: float, tooltip: str) -> list[Primitive]:
    zero_x, value_x = axis.get_position(0.0), axis.get_position(bar.value)
    thickness = pitch * 0.6
    items: list[Primitive] = [
        Rectangle(
            min(zero_x, value_x),
            y - thickness / 2,
            abs(value_x - zero_x),
            thickness,
            "bar",
            tooltip,
        )
    ]
    limit_positions = [axis.get_position(limit) for limit in _get_interval(bar)]
    if limit_positions:
        # An interval with one limit is drawn from the value to that limit.
        x1, x2 = sorted(
            limit_positions if len(limit_positions) == 2 else [*limit_positions, value_x]
        )
        items.append(Line(x1, y, x2, y, "text", 1.25))
        cap_height = thickness * 0.25
        items += [Line(x, y - cap_height, x, y + cap_height, "text", 1.25) for x in limit_positions]
    return items


def _get_interval(bar: Bar) -> list[float]:
    if not _has_finite_interval(bar):
        return []
    return [limit for limit in (bar.low, bar.high) if limit is not None]


def _has_finite_interval(bar: Bar) -> bool:
    return all(limit is None or is_drawable(limit) for limit in (bar.low, bar.high))


def _format_tooltip(chart: BarChart, bar: Bar) -> str:
    name = f"{bar.group}: {bar.label}" if bar.group else bar.label
    value = f"{chart.value_label}: {format_exact(bar.value)}"
    if bar.low is None and bar.high is None:
        return f"{name}\n{value}"
    return f"{name}\n{value}\ninterval: {format_exact(bar.low)} to {format_exact(bar.high)}"
