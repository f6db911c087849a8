"""What all charts have around them: a title above, remarks below."""

from collections.abc import Sequence

from .lettering import BODY, SMALL, TITLE, wrap
from .primitives import Picture, Primitive, Text

_LEADING = 1.3
_GAP = 12.0


def title_lines(title: str, width: float) -> tuple[list[Primitive], float]:
    """The title, and where the chart below may begin."""
    lines = wrap(title, TITLE, width, lines=2, bold=True)
    texts: list[Primitive] = [
        Text(0.0, TITLE + i * TITLE * _LEADING, line, TITLE, "text", bold=True)
        for i, line in enumerate(lines)
    ]
    return texts, len(lines) * TITLE * _LEADING + _GAP


def note_lines(notes: Sequence[str], y: float, width: float) -> tuple[list[Primitive], float]:
    """The remarks from `y` downwards, and where they end."""
    lines = [line for note in notes for line in wrap(note, SMALL, width, lines=3)]
    if not lines:
        return [], y
    texts: list[Primitive] = [
        Text(0.0, y + _GAP + SMALL * (1 + i * _LEADING), line, SMALL, "muted")
        for i, line in enumerate(lines)
    ]
    return texts, y + _GAP + SMALL * (1 + (len(lines) - 1) * _LEADING) + 0.3 * SMALL


def left_out(count: int, thing: str) -> list[str]:
    """The remark on what could not be drawn, if anything."""
    if not count:
        return []
    return [f"{count} {thing if count == 1 else thing + 's'} left out: not finite"]


def empty(title: str, notes: Sequence[str], width: float, height: float) -> Picture:
    """A chart of nothing says so."""
    items, top = title_lines(title, width)
    items.append(Text(width / 2, top + height / 2, "no data", BODY, "muted", "middle"))
    remarks, bottom = note_lines(notes, top + height, width)
    return Picture(width, bottom, [*items, *remarks], title)
