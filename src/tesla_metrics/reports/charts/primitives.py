"""What every renderer can draw, in pixels from the upper left corner."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, Self

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
class Placed:
    """What has its place at one point."""

    x: float
    y: float

    def moved(self, dx: float, dy: float) -> Self:
        """This, shifted so far to the right and down."""
        return replace(self, x=self.x + dx, y=self.y + dy)


@dataclass(frozen=True)
class Rectangle(Placed):
    """A filled rectangle; `tip` is shown under the mouse where there is one."""

    width: float
    height: float
    ink: Ink
    tip: str = ""


@dataclass(frozen=True)
class Circle(Placed):
    """A filled circle."""

    radius: float
    ink: Ink
    opacity: float = 1.0
    tip: str = ""


@dataclass(frozen=True)
class Text(Placed):
    """One line of text; (x, y) is its anchor on the baseline; upright text reads upwards.

    A halo keeps what lies below from touching the letters.
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
    """Primitives in drawing order on a canvas; `title` says what it shows to those who listen."""

    width: float
    height: float
    items: Sequence[Primitive]
    title: str
