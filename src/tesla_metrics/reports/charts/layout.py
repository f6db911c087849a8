"""From charts to pictures: one alone, or all in a grid."""

from collections.abc import Sequence
from math import ceil

from .bars import lay_out_bars
from .lettering import BODY, shorten
from .model import Chart, Scatter
from .primitives import Picture, Primitive, Rectangle, Text
from .scatter import lay_out_scatter

_MARGIN, _GUTTER, _HEADING = 24.0, 40.0, 18.0
_WIDTHS = {1: 540.0, 2: 430.0, 3: 370.0}


def lay_out(chart: Chart, width: float) -> Picture:
    """One chart without margins."""
    if isinstance(chart, Scatter):
        return lay_out_scatter(chart, width)
    return lay_out_bars(chart, width)


def lay_out_grid(charts: Sequence[Chart], title: str) -> Picture:
    """All charts row by row under a title, on paper."""
    columns = columns_for(len(charts))
    cell = _WIDTHS[columns]
    width = 2 * _MARGIN + columns * cell + (columns - 1) * _GUTTER
    items: list[Primitive] = []
    y = _MARGIN
    if heading := shorten(title, _HEADING, width - 2 * _MARGIN, bold=True):
        items.append(Text(_MARGIN, y + _HEADING * 0.8, heading, _HEADING, "text", bold=True))
        y += _HEADING + _MARGIN
    if not charts:
        items.append(Text(width / 2, y + BODY, "no data", BODY, "muted", "middle"))
        y += 2 * BODY + _GUTTER
    for first in range(0, len(charts), columns):
        row = [lay_out(chart, cell) for chart in charts[first : first + columns]]
        for column, picture in enumerate(row):
            x = _MARGIN + column * (cell + _GUTTER)
            items += [item.moved(x, y) for item in picture.items]
        y += max(picture.height for picture in row) + _GUTTER
    height = float(ceil(y - _GUTTER + _MARGIN))
    paper = Rectangle(0.0, 0.0, width, height, "paper")
    return Picture(width, height, [paper, *items], title)


def columns_for(count: int) -> int:
    """Two or three, whichever leaves fewer gaps; fewer only for fewer charts."""
    if count <= 3:
        return max(1, count)
    return 2 if count == 4 else 3
