"""What a chart says; how it looks is decided elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    """A system or a segment: its score by the metric and by people."""

    x: float
    y: float
    label: str = ""


@dataclass(frozen=True)
class Scatter:
    """Points against two axes, with a least-squares line where one makes sense."""

    title: str
    x_label: str
    y_label: str
    points: Sequence[Point]
    note: str = ""


@dataclass(frozen=True)
class Bar:
    """A value with the ends of its interval; neighbours of the same group share a heading."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    group: str = ""


@dataclass(frozen=True)
class Bars:
    """Horizontal bars from top to bottom in the order given."""

    title: str
    value_label: str
    bars: Sequence[Bar]
    note: str = ""


Chart = Scatter | Bars
