"""Lists on a terminal: what a line is about, and what is said of it beside or below."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .terminal import Paper, has_leftwards, padded, shown_line, width, wrapped

# What a screen has room for; json has all.
MOST_LINES = 12
# Columns that what is said needs beside what it is about; with less it stands below.
_ROOM = 24


class ListLine(NamedTuple):
    """What it is about, in a colour, and what is said of that."""

    about: str
    said: str
    colour: str = ""


def render_list(
    title: str, lines: Sequence[ListLine], paper: Paper, most: int = MOST_LINES
) -> Iterator[str]:
    """What it is about, one below the other, and what is said of it beside or below."""
    if not lines:
        return
    yield from wrapped(title, paper.columns)
    shown = [
        line._replace(about=shown_line(line.about), said=shown_line(line.said))
        for line in lines[:most]
    ]
    column = max(width(line.about) for line in shown)
    room = paper.columns - column - 4
    # Text that runs leftwards would drag the numbers that follow it along.
    below = room < _ROOM or any(has_leftwards(line.about) for line in shown)
    for line in shown:
        if below:
            for number, one in enumerate(wrapped(line.about, paper.columns - 4)):
                yield "  " * min(number + 1, 2) + paper.paint(one, line.colour)
            yield from (f"    {one}" for one in wrapped(line.said, paper.columns - 4))
            continue
        first, *others = wrapped(line.said, room)
        yield f"  {paper.paint(padded(line.about, column), line.colour)}  {first}"
        yield from (" " * (column + 4) + one for one in others)
    if len(lines) > most:
        more = f"and {len(lines) - most} more (-f json has all)"
        yield from (f"  {one}" for one in wrapped(more, paper.columns - 2))
    yield ""
