"""Charts as a web page that needs nothing but itself."""

from collections.abc import Sequence

from .figures import exact
from .layout import columns_for, lay_out
from .markup import escape
from .model import Bars, Chart, Scatter
from .palette import DARK, INKS, LIGHT, Ink
from .svg import FONTS, render_inline

_WIDTH = 420.0
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render_html(charts: Sequence[Chart], title: str) -> str:
    """Each chart with its data in a table below; written so that XML parsers read it, too."""
    figures = [_figure(chart) for chart in charts] or ["<p>no data</p>"]
    columns = columns_for(len(charts))
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8"/>',
            f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            '<meta name="color-scheme" content="light dark"/>',
            f"<title>{escape(title)}</title>",
            f"<style>\n{_style(columns)}\n</style>",
            "</head>",
            "<body>",
            f"<h1>{escape(title)}</h1>" if title else "",
            "<main>",
            *figures,
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def _figure(chart: Chart) -> str:
    picture = render_inline(lay_out(chart, _WIDTH))
    return f"<figure>\n{picture}\n{_table(chart)}\n</figure>"


def _table(chart: Chart) -> str:
    columns, rows = _scatter_data(chart) if isinstance(chart, Scatter) else _bars_data(chart)
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "\n".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in rows)
    return (
        "<details><summary>Data</summary>\n<table>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</details>"
    )


def _scatter_data(chart: Scatter) -> tuple[list[str], list[list[str | float | None]]]:
    columns = ["label", chart.x_label, chart.y_label]
    return columns, [[point.label, point.x, point.y] for point in chart.points]


def _bars_data(chart: Bars) -> tuple[list[str], list[list[str | float | None]]]:
    columns = ["group", "label", chart.value_label, "low", "high"]
    rows: list[list[str | float | None]] = [
        [bar.group, bar.label, bar.value, bar.low, bar.high] for bar in chart.bars
    ]
    if any(bar.group for bar in chart.bars):
        return columns, rows
    return columns[1:], [row[1:] for row in rows]


def _cell(cell: str | float | None) -> str:
    if isinstance(cell, str):
        return f"<td>{escape(cell)}</td>"
    return f'<td class="number">{exact(cell)}</td>'


def _style(columns: int) -> str:
    return "\n".join(
        [
            _page(LIGHT),
            f"body {{ font-family: {FONTS}; line-height: 1.45; margin: 0 auto; padding: 1.5rem;"
            f" max-width: {columns * 33}rem; }}",
            "h1 { font-size: 1.35rem; margin: 0 0 1.25rem; }",
            "main { display: grid; gap: 2rem 2.5rem;"
            " grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); }",
            "figure { margin: 0; min-width: 0; }",
            "svg { width: 100%; height: auto; display: block; overflow: visible; }",
            "circle:hover, rect:hover { fill-opacity: 0.75; }",
            "details { font-size: 0.8rem; margin-top: 0.75rem; overflow-x: auto; }",
            "summary { cursor: pointer; }",
            "table { border-collapse: collapse; margin-top: 0.4rem; }",
            "th, td { padding: 0.15rem 1rem 0.15rem 0; text-align: left; }",
            ".number { font-variant-numeric: tabular-nums; }",
            "@media (prefers-color-scheme: dark) {",
            _page(DARK),
            *(_dark(ink) for ink in INKS),
            "}",
        ]
    )


def _page(colours: dict[Ink, str]) -> str:
    return (
        f"body {{ background: {colours['paper']}; color: {colours['text']}; }}\n"
        f"summary, th {{ color: {colours['muted']}; font-weight: normal; }}\n"
        f"th, td {{ border-bottom: 1px solid {colours['grid']}; }}"
    )


def _dark(ink: Ink) -> str:
    return f".fill-{ink} {{ fill: {DARK[ink]}; }} .stroke-{ink} {{ stroke: {DARK[ink]}; }}"
