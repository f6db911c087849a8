"""Which file is written, and what is said when none is."""

import sys
from pathlib import Path

import pytest

from tesla_metrics.errors import InputError, ResourceError, UsageError
from tesla_metrics.optional import get_install_command
from tesla_metrics.reporting.charts import Chart, Point, ScatterPlot, check_chart_path, write_charts

CHARTS: list[Chart] = [ScatterPlot("t", "x", "y", [Point(1, 2)])]
MODULE = "tesla_metrics.reporting.charts"


@pytest.mark.parametrize("name", ["chart.pdf", "chart", "svg", "chart.svg.gz"])
def test_unknown_formats(tmp_path: Path, name: str) -> None:
    for act in (check_chart_path, lambda path: write_charts(path, CHARTS, "")):
        with pytest.raises(UsageError, match=r"\.svg, \.png or \.html"):
            act(tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_png_without_pillow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    for module in ("png", "glyphs"):
        monkeypatch.delitem(sys.modules, f"{MODULE}.{module}", raising=False)
    for act in (check_chart_path, lambda path: write_charts(path, CHARTS, "")):
        with pytest.raises(ResourceError) as caught:
            act(tmp_path / "chart.png")
        message = f"PNG output requires Pillow: {get_install_command('plot')}, or choose .svg"
        assert str(caught.value) == message
    assert not list(tmp_path.iterdir())


def test_the_rest_needs_no_pillow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL", None)
    for name in ("chart.svg", "chart.html", "other.SVG"):
        check_chart_path(tmp_path / name)
        write_charts(tmp_path / name, CHARTS, "")
    assert len(list(tmp_path.iterdir())) == 3


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot write"):
        write_charts(tmp_path / "none" / "chart.svg", CHARTS, "")
