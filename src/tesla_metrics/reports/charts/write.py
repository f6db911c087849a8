"""Charts to files, in the format that the name asks for."""

from collections.abc import Callable, Sequence
from pathlib import Path

from ...errors import ResourceError, UsageError
from ...files.atomic import write_atomically
from ...files.writable import check_writable
from ...optional import how_to_install
from .html import render_html
from .layout import lay_out_grid
from .model import Chart
from .svg import render_svg

Renderer = Callable[[Sequence[Chart], str], bytes]


def write_charts(path: Path, charts: Sequence[Chart], title: str) -> None:
    """One file with all charts: .svg, .png or .html."""
    write_atomically(path, _renderer(path)(charts, title))


def check_path(path: Path) -> None:
    """Raise what `write_charts` would about the path, before hours are spent on scores."""
    _renderer(path)
    check_writable(path)


def _renderer(path: Path) -> Renderer:
    match path.suffix.lower():
        case ".svg":
            return lambda charts, title: render_svg(lay_out_grid(charts, title)).encode()
        case ".html":
            return lambda charts, title: render_html(charts, title).encode()
        case ".png":
            return _png_renderer()
    raise UsageError(f"cannot draw {path.name!r}: the name of a chart ends in .svg, .png or .html")


def _png_renderer() -> Renderer:
    try:
        from .png import render_png
    except ImportError as error:
        raise ResourceError(
            f"PNG needs Pillow: {how_to_install('plot')}, or choose .svg"
        ) from error
    return lambda charts, title: render_png(lay_out_grid(charts, title))
