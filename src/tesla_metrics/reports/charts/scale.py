"""Marks, names and lines of axes."""

from collections.abc import Iterator
from math import ceil

from .axis import Axis
from .lettering import BODY, SMALL, middle, shorten, text_width
from .primitives import Line, Primitive, Text
from .ticks import FEWEST, Ticks, nice_ticks

# From the axis to the foot of its name.
NAME_DEPTH = SMALL * 1.8 + BODY * 1.6
_MOST = 8
_GAP = 6.0


def horizontal(axis: Axis, top: float, bottom: float, name: str, width: float) -> list[Primitive]:
    """Upright grid lines from top to bottom, with figures and the name of the axis below."""
    items: list[Primitive] = []
    for x, label in _fitting(axis):
        items.append(Line(x, top, x, bottom, "grid"))
        items.append(_centred(x, bottom + SMALL * 1.5, label, SMALL, width))
    below = bottom + SMALL * 1.8 + BODY * 1.2
    name = shorten(name, BODY, width)
    items.append(_centred((axis.start + axis.end) / 2, below, name, BODY, width))
    return items


def vertical(axis: Axis, ticks: Ticks, left: float, right: float, name: str) -> list[Primitive]:
    """Level grid lines from left to right, with figures and the name to their left."""
    items: list[Primitive] = []
    for value, label in zip(ticks.values, ticks.labels, strict=True):
        y = axis.at(value)
        items.append(Line(left, y, right, y, "grid"))
        items.append(Text(left - _GAP, middle(y, SMALL), label, SMALL, "muted", "end"))
    name = shorten(name, BODY, axis.start - axis.end)
    centre = (axis.start + axis.end) / 2
    items.append(Text(BODY, centre, name, BODY, "text", "middle", upright=True))
    return items


def vertical_width(ticks: Ticks) -> float:
    """What `vertical` needs on the left."""
    return BODY * 1.9 + max(text_width(label, SMALL) for label in ticks.labels) + _GAP


def _fitting(axis: Axis) -> Iterator[tuple[float, str]]:
    """As many marks as their labels leave room for: places and labels."""
    for intervals in range(_MOST, FEWEST - 1, -1):
        ticks = nice_ticks(axis.low, axis.high, intervals)
        labels = ticks.labels
        places = [axis.at(value) for value in ticks.values]
        room = places[1] - places[0]
        needed = max(text_width(label, SMALL) for label in labels) + SMALL
        if room > needed:
            return zip(places, labels, strict=True)
    # Every other mark, every third, and so on; zero stays.
    stride = ceil(needed / room)
    first = ticks.multiples.index(0) % stride if 0 in ticks.multiples else 0
    return zip(places[first::stride], labels[first::stride], strict=True)


def _centred(x: float, y: float, text: str, size: float, width: float) -> Text:
    """In the middle of `x`, or as close to it as the edges of the chart allow."""
    half = text_width(text, size) / 2
    place = min(max(x, half), width - half)
    return Text(place, y, text, size, "muted" if size == SMALL else "text", "middle")
