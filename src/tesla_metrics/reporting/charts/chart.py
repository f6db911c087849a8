"""Descriptions of charts, and the primitives that they are drawn with."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self, get_args


@dataclass(frozen=True)
class Point:
    """A system or segment, with its metric score and its human score."""

    x: float
    y: float
    label: str = ""


@dataclass(frozen=True)
class ScatterPlot:
    """A scatter plot with two axes, and a regression line where one is meaningful."""

    title: str
    x_label: str
    y_label: str
    points: Sequence[Point]
    note: str = ""


@dataclass(frozen=True)
class Bar:
    """A value with its interval; adjacent bars of the same group share a heading."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    group: str = ""


@dataclass(frozen=True)
class BarChart:
    """A horizontal bar chart; bars are drawn from top to bottom in their order."""

    title: str
    value_label: str
    bars: Sequence[Bar]
    note: str = ""


Chart = ScatterPlot | BarChart


Ink = Literal["paper", "text", "muted", "axis", "grid", "dot", "fit", "bar"]
INKS: tuple[Ink, ...] = get_args(Ink)

LIGHT_COLOURS: dict[Ink, str] = {
    "paper": "#ffffff",
    "text": "#1c1e21",
    "muted": "#5c626b",
    "axis": "#7d848e",
    "grid": "#e7e9ec",
    "dot": "#0072b2",
    "fit": "#d55e00",
    "bar": "#56b4e9",
}
# Error bars have the colour of text, so bars are light on white and dark on black.
DARK_COLOURS: dict[Ink, str] = {
    "paper": "#15181c",
    "text": "#e8eaed",
    "muted": "#a4abb5",
    "axis": "#757d88",
    "grid": "#2c3138",
    "dot": "#56b4e9",
    "fit": "#e69f00",
    "bar": "#0072b2",
}


Anchor = Literal["start", "middle", "end"]
HALO_WIDTH = 1.5


@dataclass(frozen=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    ink: Ink
    width: float = 1.0

    def shift(self, dx: float, dy: float) -> "Line":
        """Return the line, shifted to the right and down."""
        return replace(self, x1=self.x1 + dx, y1=self.y1 + dy, x2=self.x2 + dx, y2=self.y2 + dy)


@dataclass(frozen=True)
class Positioned:
    """A primitive with a position."""

    x: float
    y: float

    def shift(self, dx: float, dy: float) -> Self:
        """Return the primitive, shifted to the right and down."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True)
class Rectangle(Positioned):
    """A filled rectangle; `tip` is its tooltip."""

    width: float
    height: float
    ink: Ink
    tip: str = ""


@dataclass(frozen=True)
class Circle(Positioned):
    """A filled circle."""

    radius: float
    ink: Ink
    opacity: float = 1.0
    tip: str = ""


@dataclass(frozen=True)
class Text(Positioned):
    """One line of text; (x, y) is its anchor on the baseline; upright text reads upwards.

    A halo separates the letters from what is below them.
    """

    text: str
    size: float
    ink: Ink
    anchor: Anchor = "start"
    upright: bool = False
    bold: bool = False
    halo: bool = False
    tip: str = ""


Primitive = Line | Rectangle | Circle | Text


@dataclass(frozen=True)
class Picture:
    """Primitives in drawing order on a canvas; `title` is the description for screen readers."""

    width: float
    height: float
    items: Sequence[Primitive]
    title: str


TITLE_SIZE, BODY_SIZE, SMALL_SIZE = 14.0, 11.0, 10.0

# Widths relative to the font size, slightly larger than those of Helvetica and similar fonts.
_NARROW = dict.fromkeys(" .,:;'|!ijlI", 0.29) | dict.fromkeys('frt()[]{}-/\\"`*', 0.39)
_WIDE = dict.fromkeys("mwMW@%", 0.93) | dict.fromkeys("…—", 1.0)
_WIDTHS = _NARROW | _WIDE | dict.fromkeys("0123456789", 0.6)
_CAPITAL_WIDTH, _DEFAULT_WIDTH, _EAST_ASIAN_WIDTH, _BOLD_FACTOR = 0.73, 0.58, 1.0, 1.07


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Estimate the width of a text; the estimate is rather too large."""
    return sum(map(_character_width, text)) * size * (_BOLD_FACTOR if bold else 1.0)


def shorten(text: str, size: float, width: float, bold: bool = False) -> str:
    """Normalize white space, and truncate the text with "…" if it is too wide."""
    text = " ".join(text.split())
    if text_width(text, size, bold) <= width:
        return text
    available = width - text_width("…", size, bold)
    length = 0
    for character in text:
        available -= text_width(character, size, bold)
        if available < 0:
            break
        length += 1
    return text[:length].rstrip() + "…"


def wrap(text: str, size: float, width: float, lines: int, bold: bool = False) -> Sequence[str]:
    """Wrap text to at most `lines` lines; the last one is shortened."""
    words = text.split()
    wrapped: list[str] = []
    while words and len(wrapped) < lines - 1:
        count = 1
        while count < len(words) and text_width(" ".join(words[: count + 1]), size, bold) <= width:
            count += 1
        wrapped.append(shorten(" ".join(words[:count]), size, width, bold))
        words = words[count:]
    return [*wrapped, shorten(" ".join(words), size, width, bold)] if words else wrapped


def centred_baseline(y: float, size: float) -> float:
    """Return the baseline of text whose digits and capitals are vertically centred at `y`."""
    return y + 0.36 * size


def _character_width(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return _EAST_ASIAN_WIDTH
    return _CAPITAL_WIDTH if character.isupper() else _DEFAULT_WIDTH
