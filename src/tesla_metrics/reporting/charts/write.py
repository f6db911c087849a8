"""Write charts to SVG, PNG and HTML files."""

from collections.abc import Callable, Sequence
from math import ceil
from pathlib import Path

from ...errors import ResourceError, UsageError
from ...files.atomic import check_output_folder, write_atomically
from ...optional import get_install_command
from .axes import format_exact
from .bar_chart import lay_out_bars
from .chart import (
    BODY_SIZE,
    COLOUR_NAMES,
    DARK_COLOURS,
    LIGHT_COLOURS,
    BarChart,
    Chart,
    ColourName,
    Picture,
    Primitive,
    Rectangle,
    ScatterPlot,
    Text,
    shorten,
)
from .scatter_plot import lay_out_scatter
from .svg import FONTS, escape, render_inline, render_svg

_PAGE_MARGIN, _GUTTER, _HEADING_SIZE = 24.0, 40.0, 18.0
_CELL_WIDTHS = {1: 540.0, 2: 430.0, 3: 370.0}


def lay_out_chart(chart: Chart, width: float) -> Picture:
    """Lay out one chart without margins."""
    if isinstance(chart, ScatterPlot):
        return lay_out_scatter(chart, width)
    return lay_out_bars(chart, width)


def lay_out_grid(charts: Sequence[Chart], title: str) -> Picture:
    """Lay out all charts row by row below a title."""
    n_columns = choose_column_count(len(charts))
    cell_width = _CELL_WIDTHS[n_columns]
    width = 2 * _PAGE_MARGIN + n_columns * cell_width + (n_columns - 1) * _GUTTER
    items: list[Primitive] = []
    y = _PAGE_MARGIN
    if heading := shorten(title, _HEADING_SIZE, width - 2 * _PAGE_MARGIN, is_bold=True):
        items.append(
            Text(
                _PAGE_MARGIN, y + _HEADING_SIZE * 0.8, heading, _HEADING_SIZE, "text", is_bold=True
            )
        )
        y += _HEADING_SIZE + _PAGE_MARGIN
    if not charts:
        items.append(Text(width / 2, y + BODY_SIZE, "no data", BODY_SIZE, "muted", "middle"))
        y += 2 * BODY_SIZE + _GUTTER
    for row_start in range(0, len(charts), n_columns):
        row_pictures = [
            lay_out_chart(chart, cell_width) for chart in charts[row_start : row_start + n_columns]
        ]
        for column, picture in enumerate(row_pictures):
            x = _PAGE_MARGIN + column * (cell_width + _GUTTER)
            items += [item.shift(x, y) for item in picture.items]
        y += max(picture.height for picture in row_pictures) + _GUTTER
    height = float(ceil(y - _GUTTER + _PAGE_MARGIN))
    background = Rectangle(0.0, 0.0, width, height, "paper")
    return Picture(width, height, [background, *items], title)


def choose_column_count(n_charts: int) -> int:
    """Return the number of columns (1 to 3) of a grid of `n_charts` charts."""
    if n_charts <= 3:
        return max(1, n_charts)
    return 2 if n_charts == 4 else 3


_FIGURE_WIDTH = 420.0
_CONTENT_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render_html(charts: Sequence[Chart], title: str) -> str:
    """Render an HTML page (also valid XML) with each chart and a table of its data."""
    figures = [_render_figure(chart) for chart in charts] or ["<p>no data</p>"]
    n_columns = choose_column_count(len(charts))
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8"/>',
            f'<meta http-equiv="Content-Security-Policy" content="{_CONTENT_SECURITY_POLICY}"/>',
            '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
            '<meta name="color-scheme" content="light dark"/>',
            f"<title>{escape(title)}</title>",
            f"<style>\n{_render_style(n_columns)}\n</style>",
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


def _render_figure(chart: Chart) -> str:
    picture = render_inline(lay_out_chart(chart, _FIGURE_WIDTH))
    return f"<figure>\n{picture}\n{_render_table(chart)}\n</figure>"


def _render_table(chart: Chart) -> str:
    columns, rows = (
        _get_scatter_data(chart) if isinstance(chart, ScatterPlot) else _get_bar_data(chart)
    )
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in columns)
    body = "\n".join("<tr>" + "".join(map(_render_cell, row)) + "</tr>" for row in rows)
    return (
        "<details><summary>Data</summary>\n<table>\n"
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</details>"
    )


def _get_scatter_data(chart: ScatterPlot) -> tuple[list[str], list[list[str | float | None]]]:
    columns = ["label", chart.x_label, chart.y_label]
    return columns, [[point.label, point.x, point.y] for point in chart.points]


def _get_bar_data(chart: BarChart) -> tuple[list[str], list[list[str | float | None]]]:
    columns = ["group", "label", chart.value_label, "low", "high"]
    rows: list[list[str | float | None]] = [
        [bar.group, bar.label, bar.value, bar.low, bar.high] for bar in chart.bars
    ]
    if any(bar.group for bar in chart.bars):
        return columns, rows
    return columns[1:], [row[1:] for row in rows]


def _render_cell(cell: str | float | None) -> str:
    if isinstance(cell, str):
        return f"<td>{escape(cell)}</td>"
    return f'<td class="number">{format_exact(cell)}</td>'


def _render_style(n_columns: int) -> str:
    return "\n".join(
        [
            _render_page_colours(LIGHT_COLOURS),
            f"body {{ font-family: {FONTS}; line-height: 1.45; margin: 0 auto; padding: 1.5rem;"
            f" max-width: {n_columns * 33}rem; }}",
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
            _render_page_colours(DARK_COLOURS),
            *(_render_dark_rule(ink) for ink in COLOUR_NAMES),
            "}",
        ]
    )


def _render_page_colours(colours: dict[ColourName, str]) -> str:
    return (
        f"body {{ background: {colours['paper']}; color: {colours['text']}; }}\n"
        f"summary, th {{ color: {colours['muted']}; font-weight: normal; }}\n"
        f"th, td {{ border-bottom: 1px solid {colours['grid']}; }}"
    )


def _render_dark_rule(colour_name: ColourName) -> str:
    colour = DARK_COLOURS[colour_name]
    return (
        f".fill-{colour_name} {{ fill: {colour}; }} .stroke-{colour_name} {{ stroke: {colour}; }}"
    )


Renderer = Callable[[Sequence[Chart], str], bytes]


def write_charts(path: Path, charts: Sequence[Chart], title: str) -> None:
    """Write all charts to one file: .svg, .png or .html."""
    write_atomically(path, _get_renderer(path)(charts, title))


def check_chart_path(path: Path) -> None:
    """Check that `write_charts` can write to the path, before scores are computed."""
    _get_renderer(path)
    check_output_folder(path)


def _get_renderer(path: Path) -> Renderer:
    match path.suffix.lower():
        case ".svg":
            return lambda charts, title: render_svg(lay_out_grid(charts, title)).encode()
        case ".html":
            return lambda charts, title: render_html(charts, title).encode()
        case ".png":
            return _get_png_renderer()
    raise UsageError(
        f"cannot draw {path.name!r}: the file name of a chart must end in .svg, .png or .html"
    )


def _get_png_renderer() -> Renderer:
    try:
        from .png import render_png
    except ImportError as error:
        raise ResourceError(
            f"PNG output requires Pillow: {get_install_command('plot')}, or choose .svg"
        ) from error
    return lambda charts, title: render_png(lay_out_grid(charts, title))
