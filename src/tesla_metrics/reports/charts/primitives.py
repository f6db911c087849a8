"""What every renderer can draw, in pixels from the upper left corner."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .palette import Ink

Anchor = Literal["start", "middle", "end"]
HALO = 1.5


@dataclass(frozen=True)
class Line:
    """A straight stroke."""

    x1: float
    y1: float
    x2: float
    y2: float
    ink: Ink
    width: float = 1.0

    def moved(self, dx: float, dy: float) -> "Line":
        """This, shifted so far to the right and down."""
        return replace(self, x1=self.x1 + dx, y1=self.y1 + dy, x2=self.x2 + dx, y2=self.y2 + dy)


@dataclass(frozen=True)
class Rectangle:
    """A filled rectangle; `tip` is shown under the mouse where there is one."""

    x: float
    y: float
    width: float
    height: float
    ink: Ink
    tip: str = ""

    def moved(self, dx: float, dy: float) -> "Rectangle":
        """This, shifted so far to the right and down."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True)
class Circle:
    """A filled circle."""

    x: float
    y: float
    radius: float
    ink: Ink
    opacity: float = 1.0
    tip: str = ""

    def moved(self, dx: float, dy: float) -> "Circle":
        """This, shifted so far to the right and down."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True)
class Text:
    """One line of text; (x, y) is its anchor on the baseline; upright text reads upwards.

    A halo keeps what lies below from touching the letters.
    """

    x: float
    y: float
    text: str
    size: float
    ink: Ink
    anchor: Anchor = "start"
    upright: bool = False
    bold: bool = False
    halo: bool = False
    tip: str = ""

    def moved(self, dx: float, dy: float) -> "Text":
        """This, shifted so far to the right and down."""
        return replace(self, x=self.x + dx, y=self.y + dy)


Primitive = Line | Rectangle | Circle | Text


@dataclass(frozen=True)
class Picture:
    """Primitives in drawing order on a canvas; `title` says what it shows to those who listen."""

    width: float
    height: float
    items: Sequence[Primitive]
    title: str
