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
    """A scatter plot with two axes and a regression line."""

    title: str
    x_label: str
    y_label: str
    points: Sequence[Point]
    note: str = ""


@dataclass(frozen=True)
class Bar:
    """A value with an optional interval from `low` to `high`.

    Adjacent bars of the same group have a common heading.
    """

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


# Name of a colour by its purpose: "paper" is the background, "fit" the regression line.
ColourName = Literal["paper", "text", "muted", "axis", "grid", "dot", "fit", "bar"]
COLOUR_NAMES: tuple[ColourName, ...] = get_args(ColourName)

LIGHT_COLOURS: dict[ColourName, str] = {
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
DARK_COLOURS: dict[ColourName, str] = {
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
HALO_WIDTH = 1.5  # width of the border around letters, in pixels


@dataclass(frozen=True)
class Line:
    """A straight line."""

    x1: float
    y1: float
    x2: float
    y2: float
    colour: ColourName
    width: float = 1.0

    def shift(self, dx: float, dy: float) -> "Line":
        """Return a copy of the line that is shifted to the right and down."""
        return replace(self, x1=self.x1 + dx, y1=self.y1 + dy, x2=self.x2 + dx, y2=self.y2 + dy)


@dataclass(frozen=True)
class PositionedPrimitive:
    """Base class of primitives with a position."""

    x: float
    y: float

    def shift(self, dx: float, dy: float) -> Self:
        """Return a copy of the primitive that is shifted to the right and down."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True)
class Rectangle(PositionedPrimitive):
    """A filled rectangle; `tooltip` is its tooltip."""

    width: float
    height: float
    colour: ColourName
    tooltip: str = ""


@dataclass(frozen=True)
class Circle(PositionedPrimitive):
    """A filled circle."""

    radius: float
    colour: ColourName
    opacity: float = 1.0
    tooltip: str = ""


@dataclass(frozen=True)
class Text(PositionedPrimitive):
    """One line of text.

    (x, y)     position on the baseline at which the `anchor` of the text is placed
    `is_rotated`  whether the text is rotated, so that it reads from bottom to top
    `has_halo`    whether letters have a border in the background colour, to be readable on lines
    """

    text: str
    size: float
    colour: ColourName
    anchor: Anchor = "start"
    is_rotated: bool = False
    is_bold: bool = False
    has_halo: bool = False
    tooltip: str = ""


Primitive = Line | Rectangle | Circle | Text


@dataclass(frozen=True)
class Picture:
    """Primitives in drawing order on a canvas.

    `width` and `height` are in pixels, and `title` is the description for screen readers.
    """

    width: float
    height: float
    items: Sequence[Primitive]
    title: str


TITLE_SIZE, BODY_SIZE, SMALL_SIZE = 14.0, 11.0, 10.0

# Widths of characters relative to the font size, slightly larger than in Helvetica.
_NARROW_WIDTHS = dict.fromkeys(" .,:;'|!ijlI", 0.29) | dict.fromkeys('frt()[]{}-/\\"`*', 0.39)
_WIDE_WIDTHS = dict.fromkeys("mwMW@%", 0.93) | dict.fromkeys("…—", 1.0)
_CHARACTER_WIDTHS = _NARROW_WIDTHS | _WIDE_WIDTHS | dict.fromkeys("0123456789", 0.6)
_CAPITAL_WIDTH, _DEFAULT_WIDTH, _EAST_ASIAN_WIDTH, _BOLD_FACTOR = 0.73, 0.58, 1.0, 1.07


def estimate_text_width(text: str, size: float, is_bold: bool = False) -> float:
    """Estimate the width of a text in pixels; the estimate is slightly too large."""
    return sum(map(_get_character_width, text)) * size * (_BOLD_FACTOR if is_bold else 1.0)


def shorten(text: str, size: float, width: float, is_bold: bool = False) -> str:
    """Normalize white space, and truncate the text with "…" if it is too wide."""
    text = " ".join(text.split())
    if estimate_text_width(text, size, is_bold) <= width:
        return text
    available_width = width - estimate_text_width("…", size, is_bold)
    length = 0
    for character in text:
        available_width -= estimate_text_width(character, size, is_bold)
        if available_width < 0:
            break
        length += 1
    return text[:length].rstrip() + "…"


def wrap(
    text: str, size: float, width: float, max_lines: int, is_bold: bool = False
) -> Sequence[str]:
    """Wrap text to at most `max_lines` lines; the last line is truncated if it is too wide."""
    words = text.split()
    wrapped_lines: list[str] = []
    while words and len(wrapped_lines) < max_lines - 1:
        n_words = 1
        while (
            n_words < len(words)
            and estimate_text_width(" ".join(words[: n_words + 1]), size, is_bold) <= width
        ):
            n_words += 1
        wrapped_lines.append(shorten(" ".join(words[:n_words]), size, width, is_bold))
        words = words[n_words:]
    return (
        [*wrapped_lines, shorten(" ".join(words), size, width, is_bold)] if words else wrapped_lines
    )


def compute_centred_baseline(y: float, size: float) -> float:
    """Return the baseline of text with digits and capitals that are vertically centred at `y`."""
    return y + 0.36 * size


def _get_character_width(character: str) -> float:
    if character in _CHARACTER_WIDTHS:
        return _CHARACTER_WIDTHS[character]
    if unicodedata.combining(character):
        return 0.0
    if unicodedata.east_asian_width(character) in "WF":
        return _EAST_ASIAN_WIDTH
    return _CAPITAL_WIDTH if character.isupper() else _DEFAULT_WIDTH
