"""The layout of a scatter plot."""

from collections.abc import Sequence

from .axis import Axis, around, drawable
from .figures import exact
from .fit import fitted
from .model import Point, Scatter
from .naming import Box, names
from .panel import empty, left_out, note_lines, title_lines
from .primitives import Circle, Line, Picture, Primitive
from .scale import NAME_DEPTH, horizontal, vertical, vertical_width
from .ticks import nice_ticks

_NAMED = 25
_PLOT_SHARE = 0.68
_Y_INTERVALS = 8
_RIGHT = 14.0


def lay_out_scatter(chart: Scatter, width: float) -> Picture:
    """The chart at this width, as high as it needs."""
    points = [p for p in chart.points if drawable(p.x) and drawable(p.y)]
    notes = [chart.note, *left_out(len(chart.points) - len(points), "point")]
    height = width * _PLOT_SHARE
    if not points:
        return empty(chart.title, notes, width, height)
    heading, top = title_lines(chart.title, width)
    bottom = top + height
    y_low, y_high = around([p.y for p in points])
    y_ticks = nice_ticks(y_low, y_high, _Y_INTERVALS)
    left, right = vertical_width(y_ticks), width - _RIGHT
    y_axis = Axis(y_low, y_high, bottom, top)
    x_axis = Axis(*around([p.x for p in points]), left, right)
    items = [
        *heading,
        *vertical(y_axis, y_ticks, left, right, chart.y_label),
        *horizontal(x_axis, top, bottom, chart.x_label, width),
        Line(left, top, left, bottom, "axis"),
        Line(left, bottom, right, bottom, "axis"),
        *_data(chart, points, x_axis, y_axis),
    ]
    remarks, end = note_lines(notes, bottom + NAME_DEPTH, width)
    return Picture(width, end, [*items, *remarks], chart.title)


def _data(chart: Scatter, points: Sequence[Point], x_axis: Axis, y_axis: Axis) -> list[Primitive]:
    places = [(x_axis.at(p.x), y_axis.at(p.y)) for p in points]
    radius, opacity = _dot(len(points))
    dots: list[Primitive] = [
        Circle(x, y, radius, "dot", opacity, _tip(chart, point))
        for point, (x, y) in zip(points, places, strict=True)
    ]
    ends = fitted(places, y_axis.end, y_axis.start)
    line: list[Primitive] = [Line(*ends[0], *ends[1], "fit", 1.5)] if ends else []
    if len(points) > _NAMED:
        return [*dots, *line]
    frame = Box(x_axis.start + 2, y_axis.end, x_axis.end + _RIGHT, y_axis.start - 2)
    return [*line, *dots, *names(places, [p.label for p in points], frame, radius, ends)]


def _dot(count: int) -> tuple[float, float]:
    """Radius and opacity: the more, the smaller and fainter, so that crowds show as such."""
    if count <= _NAMED:
        return 3.5, 1.0
    if count <= 250:
        return 3.0, 0.6
    return 2.0, 0.35


def _tip(chart: Scatter, point: Point) -> str:
    values = [f"{chart.x_label}: {exact(point.x)}", f"{chart.y_label}: {exact(point.y)}"]
    return "\n".join([point.label, *values] if point.label else values)
