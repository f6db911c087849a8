"""What is drawn where, read back from the SVG."""

import math
import random
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.reporting.charts import Bar, BarChart, Chart, Point, ScatterPlot, write_charts
from tesla_metrics.reporting.charts.chart import (
    LIGHT_COLOURS,
    Circle,
    ColourName,
    Line,
    Picture,
    Rectangle,
    Text,
    estimate_text_width,
)
from tesla_metrics.reporting.charts.svg import render_svg
from tesla_metrics.reporting.charts.write import choose_column_count, lay_out_chart, lay_out_grid

SVG = "{http://www.w3.org/2000/svg}"


def drawn(charts: Sequence[Chart], title: str = "title") -> ET.Element:
    return ET.fromstring(render_svg(lay_out_grid(charts, title)))


def numbers(root: ET.Element, kind: str, *names: str) -> list[tuple[float, ...]]:
    return [tuple(float(e.attrib[n]) for n in names) for e in root.iter(SVG + kind)]


def texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(SVG + "text")]


def strokes(root: ET.Element, ink: ColourName) -> list[ET.Element]:
    return [e for e in root.iter(SVG + "line") if e.attrib["stroke"] == LIGHT_COLOURS[ink]]


def assert_inside(picture: Picture) -> None:
    for item in picture.items:
        for x, y in corners(item):
            assert -0.01 <= x <= picture.width + 0.01, item
            assert -0.01 <= y <= picture.height + 0.01, item


def corners(item: object) -> list[tuple[float, float]]:
    match item:
        case Line():
            return [(item.x1, item.y1), (item.x2, item.y2)]
        case Rectangle():
            return [(item.x, item.y), (item.x + item.width, item.y + item.height)]
        case Circle():
            return [(item.x - item.radius, item.y - item.radius), (item.x, item.y + item.radius)]
        case Text():
            width = estimate_text_width(item.text, item.size, item.is_bold)
            before = {"start": 0.0, "middle": width / 2, "end": width}[item.anchor]
            if item.is_rotated:
                return [(item.x, item.y + before), (item.x, item.y + before - width)]
            return [(item.x - before, item.y), (item.x - before + width, item.y)]
    raise AssertionError(item)


def test_points_are_in_order() -> None:
    points = [Point(i / 7, i * i) for i in range(6)]
    circles = numbers(drawn([ScatterPlot("t", "x", "y", points)]), "circle", "cx", "cy")
    assert [x for x, _ in circles] == sorted(x for x, _ in circles)
    assert [y for _, y in circles] == sorted((y for _, y in circles), reverse=True)


def test_the_line_is_least_squares() -> None:
    points = [Point(0, 0), Point(1, 2), Point(2, 1), Point(3, 3)]
    root = drawn([ScatterPlot("t", "x", "y", points)])
    circles = numbers(root, "circle", "cx", "cy")
    (line,) = strokes(root, "fit")
    x1, y1, x2, y2 = (float(line.attrib[n]) for n in ("x1", "y1", "x2", "y2"))
    # By hand: y = 0.3 + 0.8 x, so at x = 0 and 3 it is at 0.3 and 2.7 of 3.
    bottom, top = circles[0][1], circles[3][1]
    assert x1 == circles[0][0]
    assert x2 == circles[3][0]
    assert y1 == pytest.approx(bottom + (top - bottom) * 0.1, abs=0.02)
    assert y2 == pytest.approx(bottom + (top - bottom) * 0.9, abs=0.02)


@pytest.mark.parametrize(
    "points",
    [
        [Point(1, 1)],
        [Point(1, 1), Point(2, 2)],
        [Point(1, 1), Point(2, 2), Point(2, 2)],
        [Point(1, 1), Point(1, 2), Point(1, 3)],
    ],
)
def test_no_line_where_it_says_nothing(points: list[Point]) -> None:
    root = drawn([ScatterPlot("t", "x", "y", points)])
    assert not strokes(root, "fit")
    assert len(numbers(root, "circle", "cx")) == len(points)


def test_a_steep_line_is_cut_off() -> None:
    points = [Point(0, 0), Point(10, 0), *[Point(4.9 + i / 100, 9.0 * (i > 5)) for i in range(20)]]
    picture = lay_out_chart(ScatterPlot("t", "x", "y", points), 400)
    assert_inside(picture)


def test_names_of_points_do_not_meet() -> None:
    random.seed(5)
    points = [Point(random.random(), random.random(), f"system-{i}") for i in range(25)]
    picture = lay_out_chart(ScatterPlot("t", "x", "y", points), 400)
    names = [t for t in picture.items if isinstance(t, Text) and t.text.startswith("system")]
    assert len(names) >= 20
    boxes = [(corners(t)[0][0], corners(t)[1][0], t.y - 7.6, t.y + 2.2) for t in names]
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            assert a[1] <= b[0] or b[1] <= a[0] or a[3] <= b[2] or b[3] <= a[2]


def test_crowds_have_no_names() -> None:
    points = [Point(i, i % 7, f"p{i}") for i in range(26)]
    assert not any(t.startswith("p") for t in texts(drawn([ScatterPlot("t", "x", "y", points)])))


def test_bars_begin_at_zero_and_keep_their_order() -> None:
    bars = [Bar("a", 0.5), Bar("b", -0.25), Bar("c", 1.0)]
    root = drawn([BarChart("t", "v", bars)])
    _, a, b, c = numbers(root, "rect", "x", "y", "width")
    assert a[0] == c[0] == pytest.approx(b[0] + b[2], abs=0.02)
    assert a[1] < b[1] < c[1]
    assert c[2] == pytest.approx(2 * a[2], abs=0.02)
    assert a[2] == pytest.approx(2 * b[2], abs=0.02)
    shown = texts(root)
    assert shown.index("a") < shown.index("b") < shown.index("c")


def test_whiskers_span_the_interval() -> None:
    root = drawn([BarChart("t", "v", [Bar("a", 1.0, 0.5, 1.5), Bar("b", 1.0, None, 1.5)])])
    whole, *caps, half, cap = strokes(root, "text")
    _, bar, _ = numbers(root, "rect", "x", "width")
    x1, x2 = float(whole.attrib["x1"]), float(whole.attrib["x2"])
    assert x1 == pytest.approx(bar[0] + bar[1] * 0.5, abs=0.02)
    assert x2 == pytest.approx(bar[0] + bar[1] * 1.5, abs=0.02)
    assert [float(c.attrib["x1"]) for c in caps] == [x1, x2]
    assert float(half.attrib["x1"]) == pytest.approx(bar[0] + bar[1], abs=0.02)
    assert float(half.attrib["x2"]) == float(cap.attrib["x1"]) == x2


def test_an_interval_beside_its_value_stays_there() -> None:
    root = drawn([BarChart("t", "v", [Bar("a", 1.0, 0.75, 0.25)])])
    whisker, *_ = strokes(root, "text")
    _, bar = numbers(root, "rect", "x", "width")
    assert float(whisker.attrib["x1"]) == pytest.approx(bar[0] + bar[1] * 0.25, abs=0.02)
    assert float(whisker.attrib["x2"]) == pytest.approx(bar[0] + bar[1] * 0.75, abs=0.02)


def test_long_figures_are_thinned_but_zero_stays() -> None:
    values = [1.23456e-200, -1.23456e-200]
    picture = lay_out_chart(BarChart("t", "v", [Bar("a long label " * 9, v) for v in values]), 260)
    figures = [t for t in picture.items if isinstance(t, Text) and t.anchor == "middle"][:-1]
    assert "0" in [t.text for t in figures]
    assert all(corners(a)[1][0] < corners(b)[0][0] for a, b in pairwise(figures))
    assert_inside(picture)


def test_groups_have_headings() -> None:
    bars = [Bar("a", 1, group="G1"), Bar("b", 1, group="G1"), Bar("c", 1, group="G2"), Bar("d", 1)]
    picture = lay_out_chart(BarChart("t", "v", bars), 400)
    places = {t.text: t.y for t in picture.items if isinstance(t, Text)}
    order = ["G1", "a", "b", "G2", "c", "d"]
    assert sorted(order, key=lambda name: places[name]) == order
    assert places["d"] - places["c"] > places["b"] - places["a"]


def test_what_is_not_finite_is_counted() -> None:
    points = [Point(math.nan, 1), Point(1, math.inf), Point(1, 1)]
    root = drawn([ScatterPlot("t", "x", "y", points, "a note")])
    assert "a note" in texts(root)
    assert "2 points left out: not finite" in texts(root)
    assert len(numbers(root, "circle", "cx")) == 1
    root = drawn([BarChart("t", "v", [Bar("a", math.nan), Bar("b", 1, -math.inf, 2)])])
    assert "1 value left out: not finite" in texts(root)
    assert "1 interval left out: not finite" in texts(root)
    assert not strokes(root, "text")


@pytest.mark.parametrize(
    "charts",
    [
        [],
        [ScatterPlot("t", "x", "y", [])],
        [ScatterPlot("t", "x", "y", [Point(math.nan, 1)])],
        [BarChart("t", "v", [])],
        [BarChart("t", "v", [Bar("a", math.inf)])],
    ],
)
def test_no_data(charts: list[Chart]) -> None:
    root = drawn(charts)
    assert "no data" in texts(root)
    assert_inside(lay_out_grid(charts, "title"))


def test_long_text_is_shortened() -> None:
    long = "word " * 100
    charts: list[Chart] = [
        ScatterPlot(long, long, long, [Point(1, 2, long)], long),
        BarChart(long, long, [Bar(long, 1, group=long)], long),
    ]
    picture = lay_out_grid(charts, long)
    assert_inside(picture)
    assert sum(isinstance(t, Text) and t.text.endswith("…") for t in picture.items) >= 9


def test_markup_in_text_is_text() -> None:
    nasty = "<b> & \"c\" 'd' \x01 \ud800"
    root = drawn([ScatterPlot(nasty, nasty, nasty, [Point(1, 2, nasty)], nasty)], nasty)
    assert texts(root).count("<b> & \"c\" 'd' � �") >= 5
    (tip,) = root.iter(SVG + "title")
    assert (tip.text or "").startswith("<b> & ")


def test_tips_are_exact() -> None:
    root = drawn([BarChart("t", "r", [Bar("a", 0.1234567890123, 0.1, 0.2, "g")])])
    tips = {tip.text for tip in root.iter(SVG + "title")}
    assert tips == {"g: a\nr: 0.1234567890123\ninterval: 0.1 to 0.2"}
    root = drawn([ScatterPlot("t", "m", "h", [Point(1 / 3, 1e-9)])])
    assert [tip.text for tip in root.iter(SVG + "title")] == [f"m: {1 / 3!r}\nh: 1e-09"]


def test_a_hundred_bars() -> None:
    chart = BarChart("t", "v", [Bar(f"bar {i}", math.sin(i), -0.1, 0.1) for i in range(100)])
    picture = lay_out_grid([chart], "")
    assert_inside(picture)
    rectangles = [r for r in picture.items if isinstance(r, Rectangle) and r.colour == "bar"]
    assert len(rectangles) == 100
    assert all(a.y + a.height < b.y for a, b in pairwise(rectangles))


@pytest.mark.parametrize(("count", "columns"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 2), (7, 3)])
def test_grid(count: int, columns: int) -> None:
    assert choose_column_count(count) == columns
    root = drawn([ScatterPlot(f"chart {i}", "x", "y", [Point(1, 2)]) for i in range(count)])
    circles = numbers(root, "circle", "cx", "cy")
    assert len({x for x, _ in circles}) == (columns if count else 0)
    assert len({y for _, y in circles}) == -(-count // columns)


FLOATS = st.one_of(st.floats(), st.floats(-1, 1), st.sampled_from([1e-9, 1e9, 0.0, 1.0]))
LIMITS = st.one_of(st.none(), FLOATS)
POINTS = st.lists(st.builds(Point, FLOATS, FLOATS, st.text(max_size=20)), max_size=30)
BARS = st.lists(
    st.builds(Bar, st.text(max_size=20), FLOATS, LIMITS, LIMITS, st.sampled_from(["", "g", "h"])),
    max_size=50,
)


@settings(max_examples=150)
@given(POINTS, BARS, st.text(max_size=50))
def test_anything_can_be_drawn(points: list[Point], bars: list[Bar], text: str) -> None:
    charts: list[Chart] = [
        ScatterPlot(text, text, text, points, text),
        BarChart(text, text, bars, text),
    ]
    picture = lay_out_grid(charts, text)
    assert_inside(picture)
    svg = render_svg(picture)
    ET.fromstring(svg.encode())
    assert svg == render_svg(lay_out_grid(charts, text))


def test_svg_file(tmp_path: Path) -> None:
    path = tmp_path / "chart.SVG"
    write_charts(path, [ScatterPlot("t", "x", "y", [Point(1, 2, "Größe 中文")])], "title")
    root = ET.parse(path).getroot()
    assert root.attrib["viewBox"] == f"0 0 {root.attrib['width']} {root.attrib['height']}"
    assert "Größe 中文" in texts(root)
