"""Layout of scatter plots."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .axes import (
    AXIS_NAME_HEIGHT,
    Axis,
    build_omitted_note,
    compute_padded_range,
    compute_ticks,
    draw_empty_chart,
    draw_horizontal_axis,
    draw_notes,
    draw_title,
    draw_vertical_axis,
    format_exact,
    is_drawable,
    measure_vertical_axis,
)
from .chart import (
    SMALL_SIZE,
    Anchor,
    Circle,
    Line,
    Picture,
    Point,
    Primitive,
    ScatterPlot,
    Text,
    estimate_text_width,
    shorten,
)

PixelPosition = tuple[float, float]  # x and y in pixels


def fit_regression_line(
    positions: Sequence[PixelPosition], top: float, bottom: float
) -> tuple[PixelPosition, PixelPosition] | None:
    """Return the ends of the regression line, clipped to the range from `top` to `bottom`.

    Return None if there are fewer than three different points, or if all x values are equal. The
    line is fitted to pixel positions, which avoids extreme values. This does not change the line,
    because axes are linear.
    """
    if len(set(positions)) < 3:
        return None
    x_mean = math.fsum(x for x, _ in positions) / len(positions)
    y_mean = math.fsum(y for _, y in positions) / len(positions)
    left, right = min(x for x, _ in positions), max(x for x, _ in positions)
    # Values this close are equal up to rounding errors, so that the slope would be random.
    if right - left < 0.5:
        return None
    variance = math.fsum((x - x_mean) ** 2 for x, _ in positions)
    slope = math.fsum((x - x_mean) * (y - y_mean) for x, y in positions) / variance

    def is_inside(x: float) -> bool:
        return top <= y_mean + slope * (x - x_mean) <= bottom

    crossings = [x_mean + (edge - y_mean) / slope for edge in (top, bottom)] if slope else []
    stops = sorted([left, right, *(x for x in crossings if left < x < right)])
    start, end = next(
        (start, end) for start, end in pairwise(stops) if is_inside((start + end) / 2)
    )
    return (start, y_mean + slope * (start - x_mean)), (end, y_mean + slope * (end - x_mean))


_MAX_LABEL_WIDTH = 120.0
_LABEL_DISTANCE = 4.0
_ASCENT, _DESCENT = 0.76, 0.22


@dataclass(frozen=True)
class BoundingBox:
    """A rectangle in the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "BoundingBox") -> bool:
        """Return whether the rectangles overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def enlarge(self, margin: float) -> "BoundingBox":
        """Return the rectangle, enlarged by a margin on every side."""
        return BoundingBox(
            self.left - margin, self.top - margin, self.right + margin, self.bottom + margin
        )

    def contains(self, other: "BoundingBox") -> bool:
        """Return whether the other rectangle is inside this one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


def place_labels(
    positions: Sequence[PixelPosition],
    labels: Sequence[str],
    frame: BoundingBox,
    radius: float,
    line: tuple[PixelPosition, PixelPosition] | None,
) -> list[Text]:
    """Place labels next to points, so that they do not cover points or each other.

    Labels avoid the regression line if possible. A label without enough space inside of the frame
    is omitted.
    """
    dots = [BoundingBox(x, y, x, y).enlarge(radius) for x, y in positions]
    texts: list[Text] = []
    for index, (position, label) in enumerate(zip(positions, labels, strict=True)):
        name = shorten(label, SMALL_SIZE, _MAX_LABEL_WIDTH)
        if not name:
            continue
        occupied_boxes = [*dots[:index], *dots[index + 1 :], *map(_get_text_box, texts)]
        candidates = [
            text
            for text in _get_possible_labels(position, name, radius + 3.0)
            if frame.contains(_get_text_box(text))
            and not any(_get_text_box(text).overlaps(box) for box in occupied_boxes)
        ]
        if candidates:
            texts.append(
                min(
                    candidates,
                    key=lambda text: _count_conflicts(_get_text_box(text), occupied_boxes, line),
                )
            )
    return texts


def _count_conflicts(
    box: BoundingBox,
    occupied_boxes: Sequence[BoundingBox],
    line: tuple[PixelPosition, PixelPosition] | None,
) -> int:
    """Return how many disadvantages a label has: close to others, and crossed by the line."""
    is_crowded = any(
        box.enlarge(_LABEL_DISTANCE).overlaps(occupied_box) for occupied_box in occupied_boxes
    )
    is_crossed = line is not None and _is_crossed(box, line)
    return is_crowded + is_crossed


def _get_possible_labels(point: PixelPosition, name: str, gap: float) -> list[Text]:
    """Return possible labels of a point, in the order in which cartographers prefer them."""
    x, y = point
    beside_y = y + 0.27 * SMALL_SIZE
    above_y, below_y = y - gap - _DESCENT * SMALL_SIZE + 1, y + gap + _ASCENT * SMALL_SIZE - 1
    diagonal_gap = gap * 0.7
    positions: list[tuple[float, float, Anchor]] = [
        (x + gap, beside_y, "start"),
        (x - gap, beside_y, "end"),
        (x, above_y, "middle"),
        (x, below_y, "middle"),
        (x + diagonal_gap, y - diagonal_gap, "start"),
        (x + diagonal_gap, y + diagonal_gap + 0.6 * SMALL_SIZE, "start"),
        (x - diagonal_gap, y - diagonal_gap, "end"),
        (x - diagonal_gap, y + diagonal_gap + 0.6 * SMALL_SIZE, "end"),
    ]
    return [
        Text(text_x, text_y, name, SMALL_SIZE, "text", anchor, has_halo=True)
        for text_x, text_y, anchor in positions
    ]


def _get_text_box(text: Text) -> BoundingBox:
    width = estimate_text_width(text.text, text.size)
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    top, bottom = text.y - _ASCENT * text.size, text.y + _DESCENT * text.size
    return BoundingBox(left, top, left + width, bottom)


def _is_crossed(box: BoundingBox, line: tuple[PixelPosition, PixelPosition]) -> bool:
    (x1, y1), (x2, y2) = line
    left, right = max(box.left, x1), min(box.right, x2)
    if left >= right:
        return False
    slope = (y2 - y1) / (x2 - x1)
    ends = [y1 + slope * (x - x1) for x in (left, right)]
    return min(ends) < box.bottom and max(ends) > box.top


_MAX_LABELLED_POINTS = 25
_HEIGHT_TO_WIDTH = 0.68
_Y_INTERVALS = 8
_RIGHT_MARGIN = 14.0


def lay_out_scatter(chart: ScatterPlot, width: float) -> Picture:
    """Lay out a scatter plot with this width in pixels."""
    points = [point for point in chart.points if is_drawable(point.x) and is_drawable(point.y)]
    notes = [chart.note, *build_omitted_note(len(chart.points) - len(points), "point")]
    height = width * _HEIGHT_TO_WIDTH
    if not points:
        return draw_empty_chart(chart.title, notes, width, height)
    title_items, top = draw_title(chart.title, width)
    bottom = top + height
    y_low, y_high = compute_padded_range([point.y for point in points])
    y_ticks = compute_ticks(y_low, y_high, _Y_INTERVALS)
    left, right = measure_vertical_axis(y_ticks), width - _RIGHT_MARGIN
    y_axis = Axis(y_low, y_high, bottom, top)
    x_axis = Axis(*compute_padded_range([point.x for point in points]), left, right)
    items = [
        *title_items,
        *draw_vertical_axis(y_axis, y_ticks, left, right, chart.y_label),
        *draw_horizontal_axis(x_axis, top, bottom, chart.x_label, width),
        Line(left, top, left, bottom, "axis"),
        Line(left, bottom, right, bottom, "axis"),
        *_draw_data(chart, points, x_axis, y_axis),
    ]
    note_items, note_bottom = draw_notes(notes, bottom + AXIS_NAME_HEIGHT, width)
    return Picture(width, note_bottom, [*items, *note_items], chart.title)


def _draw_data(
    chart: ScatterPlot, points: Sequence[Point], x_axis: Axis, y_axis: Axis
) -> list[Primitive]:
    positions = [(x_axis.get_position(point.x), y_axis.get_position(point.y)) for point in points]
    radius, opacity = _choose_dot_style(len(points))
    dots: list[Primitive] = [
        Circle(x, y, radius, "dot", opacity, _format_tooltip(chart, point))
        for point, (x, y) in zip(points, positions, strict=True)
    ]
    line_ends = fit_regression_line(positions, y_axis.end, y_axis.start)
    line_items: list[Primitive] = (
        [Line(*line_ends[0], *line_ends[1], "fit", 1.5)] if line_ends else []
    )
    if len(points) > _MAX_LABELLED_POINTS:
        return [*dots, *line_items]
    frame = BoundingBox(x_axis.start + 2, y_axis.end, x_axis.end + _RIGHT_MARGIN, y_axis.start - 2)
    label_items = place_labels(
        positions, [point.label for point in points], frame, radius, line_ends
    )
    return [*line_items, *dots, *label_items]


def _choose_dot_style(n_points: int) -> tuple[float, float]:
    """Return the radius and opacity of dots, both smaller if there are many points."""
    if n_points <= _MAX_LABELLED_POINTS:
        return 3.5, 1.0
    if n_points <= 250:
        return 3.0, 0.6
    return 2.0, 0.35


def _format_tooltip(chart: ScatterPlot, point: Point) -> str:
    values = [
        f"{chart.x_label}: {format_exact(point.x)}",
        f"{chart.y_label}: {format_exact(point.y)}",
    ]
    return "\n".join([point.label, *values] if point.label else values)
