"""A web page that needs nothing but itself."""

import math
import xml.etree.ElementTree as ET
from pathlib import Path

from tesla_metrics.reporting.charts import Bar, BarChart, Chart, Point, ScatterPlot, write_charts
from tesla_metrics.reporting.charts.chart import COLOUR_NAMES
from tesla_metrics.reporting.charts.write import render_html

CHARTS: list[Chart] = [
    ScatterPlot("s <1>", "metric", "human", [Point(0.1, 0.2, "a & b"), Point(math.nan, 1, "lost")]),
    BarChart("b", "r", [Bar("x", 0.5, 0.4, None)]),
    BarChart("c", "r", [Bar("x", 0.5, group="g")]),
]


def cells(table: ET.Element) -> list[list[str]]:
    return [[cell.text or "" for cell in row] for row in table.iter("tr")]


def test_nothing_comes_from_elsewhere() -> None:
    page = render_html(CHARTS, "title")
    for reference in ("http:", "https:", "//", "src=", "href=", "url(", "@import", "<script"):
        assert reference not in page
    assert "default-src 'none'" in page


def test_each_chart_has_its_data() -> None:
    root = ET.fromstring(render_html(CHARTS, "title"))
    figures = list(root.iter("figure"))
    assert [figure[0].tag for figure in figures] == ["svg"] * 3
    assert [figure[0].attrib["aria-label"] for figure in figures] == ["s <1>", "b", "c"]
    tables = [cells(table) for details in root.iter("details") for table in details.iter("table")]
    assert tables == [
        [["label", "metric", "human"], ["a & b", "0.1", "0.2"], ["lost", "nan", "1.0"]],
        [["label", "r", "low", "high"], ["x", "0.5", "0.4", ""]],
        [["group", "label", "r", "low", "high"], ["g", "x", "0.5", "", ""]],
    ]


def test_every_colour_has_a_dark_one() -> None:
    page = render_html(CHARTS, "title")
    dark = page[page.index("prefers-color-scheme: dark") :]
    assert all(f".fill-{ink} {{" in dark and f".stroke-{ink} {{" in dark for ink in COLOUR_NAMES)


def test_tips_are_native() -> None:
    root = ET.fromstring(render_html(CHARTS, "title"))
    tips = [tip.text for circle in root.iter("circle") for tip in circle.iter("title")]
    assert tips == ["a & b\nmetric: 0.1\nhuman: 0.2"]


def test_page_without_charts() -> None:
    root = ET.fromstring(render_html([], "<t>"))
    assert [p.text for p in root.iter("p")] == ["no data"]
    assert [h.text for h in root.iter("h1")] == ["<t>"]


def test_html_file(tmp_path: Path) -> None:
    path = tmp_path / "chart.html"
    write_charts(path, CHARTS, "title")
    assert path.read_text(encoding="utf-8") == render_html(CHARTS, "title")
