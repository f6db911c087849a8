"""Pixels."""

from io import BytesIO
from pathlib import Path

import pytest

pytest.importorskip("PIL")

from PIL import Image, ImageFont

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
from tesla_metrics.reporting.charts.png import PNG_SCALE, render_png, replace_missing_characters
from tesla_metrics.reporting.charts.write import lay_out_grid

CHARTS: list[Chart] = [
    ScatterPlot("t", "x", "y", [Point(i, i * i, f"s{i}") for i in range(5)], "note"),
    BarChart("t", "v", [Bar("a", 1, 0.5, 1.5, "g"), Bar("b", -1)]),
]


def rendered(*items: Line | Rectangle | Circle | Text) -> Image.Image:
    return Image.open(BytesIO(render_png(Picture(40, 30, items, "")))).convert("RGB")


def colour(ink: ColourName) -> tuple[int, ...]:
    return tuple(bytes.fromhex(LIGHT_COLOURS[ink][1:]))


def test_png_file(tmp_path: Path) -> None:
    path = tmp_path / "chart.png"
    write_charts(path, CHARTS, "title")
    picture = lay_out_grid(CHARTS, "title")
    with Image.open(path) as image:
        image.load()
        assert image.size == (picture.width * PNG_SCALE, picture.height * PNG_SCALE)
        used = {pixel for _, pixel in image.getcolors(1 << 20) or []}
    assert {colour(ink) for ink in ("paper", "text", "grid", "dot", "fit", "bar")} <= used


def test_same_input_same_bytes() -> None:
    picture = lay_out_grid(CHARTS, "title")
    assert render_png(picture) == render_png(picture)


def test_shapes_are_where_they_belong() -> None:
    image = rendered(Rectangle(5, 5, 10, 10, "bar"), Circle(30, 10, 4, "dot"))
    assert image.getbbox() == (0, 0, 80, 60)
    assert image.getpixel((10, 10)) == image.getpixel((29, 29)) == colour("bar")
    assert image.getpixel((9, 10)) == image.getpixel((30, 29)) == colour("paper")
    assert image.getpixel((60, 20)) == colour("dot")
    assert image.getpixel((69, 20)) == image.getpixel((53, 13)) == colour("paper")


def test_lines_in_all_directions() -> None:
    image = rendered(
        Line(20, 5, 20, 25, "axis"), Line(30, 10, 10, 10, "grid"), Line(0, 30, 40, 0, "fit", 4)
    )
    assert image.getpixel((40, 15)) == colour("axis")
    assert image.getpixel((25, 20)) == colour("grid")
    assert image.getpixel((20, 45)) == colour("fit")


def test_faint_circles_add_up() -> None:
    one = rendered(Circle(20, 15, 5, "dot", 0.5)).getpixel((40, 30))
    two = rendered(*[Circle(20, 15, 5, "dot", 0.5)] * 2).getpixel((40, 30))
    assert isinstance(one, tuple)
    assert isinstance(two, tuple)
    assert colour("dot")[0] < two[0] < one[0] < 255


def test_upright_text_reads_upwards() -> None:
    image = rendered(Text(20, 28, "III", 10, "text", is_rotated=True))
    dark = image.convert("L").point(lambda level: 255 * (level < 128)).getbbox()
    assert dark is not None
    left, top, right, bottom = dark
    assert left >= 40 - 20
    assert right <= 40 + 2
    assert bottom <= 56
    assert top < 50


def test_text_is_no_wider_than_planned() -> None:
    font = ImageFont.load_default(size=20)
    for text in ("TESLA-M against human scores", "CUNI-DocTransformer", "−0.350", "NLLB_MBR_BLEU"):
        assert font.getlength(replace_missing_characters(text)) <= estimate_text_width(text, 20)


def test_text_that_the_font_lacks() -> None:
    assert replace_missing_characters("TESLA-M (0.5), 95 %…") == "TESLA-M (0.5), 95 %…"
    assert replace_missing_characters("Größe, señor, −1, τ ≥ ρ") == "Grosse, senor, -1, tau >= rho"
    assert replace_missing_characters("e\u0301\u200d") == "e"
    assert replace_missing_characters("中\x00\ud800") == "\ue000" * 3


@pytest.mark.parametrize(
    "label", ["中文系统", "система", "نظام", "प्रणाली", "🦊\u200d🐻", "\ud800\x00"]
)
def test_any_script_is_drawn(label: str) -> None:
    charts: list[Chart] = [
        ScatterPlot(label, label, label, [Point(1, 2, label)], label),
        BarChart(label, label, [Bar(label, 1, group=label)]),
    ]
    assert render_png(lay_out_grid(charts, label)).startswith(b"\x89PNG")
