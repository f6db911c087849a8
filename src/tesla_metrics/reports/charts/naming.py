"""Names beside points, where there is room for them."""

from collections.abc import Sequence
from dataclasses import dataclass

from .fit import Place
from .lettering import SMALL, shorten, text_width
from .primitives import Anchor, Text

_LONGEST = 120.0
_APART = 4.0
_ASCENT, _DESCENT = 0.76, 0.22


@dataclass(frozen=True)
class Box:
    """A region of the picture."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: "Box") -> bool:
        """Whether they have a point inside in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def grown(self, margin: float) -> "Box":
        """A region that reaches so much further on every side."""
        return Box(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def holds(self, other: "Box") -> bool:
        """Whether the other does not stick out."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


def names(
    places: Sequence[Place],
    labels: Sequence[str],
    frame: Box,
    radius: float,
    line: tuple[Place, Place] | None,
) -> list[Text]:
    """The labels that fit into the frame clear of points and of each other.

    Off the line if possible. A label without a free place is left out: an unreadable one is worse.
    """
    dots = [Box(x, y, x, y).grown(radius) for x, y in places]
    texts: list[Text] = []
    for index, (place, label) in enumerate(zip(places, labels, strict=True)):
        name = shorten(label, SMALL, _LONGEST)
        if not name:
            continue
        taken = [*dots[:index], *dots[index + 1 :], *map(_box, texts)]
        free = [
            text
            for text in _candidates(place, name, radius + 3.0)
            if frame.holds(_box(text)) and not any(_box(text).meets(box) for box in taken)
        ]
        if free:
            texts.append(min(free, key=lambda text: _unease(_box(text), taken, line)))
    return texts


def _unease(box: Box, taken: Sequence[Box], line: tuple[Place, Place] | None) -> int:
    crowded = any(box.grown(_APART).meets(other) for other in taken)
    crossed = line is not None and _crosses(box, line)
    return crowded + crossed


def _candidates(place: Place, name: str, gap: float) -> list[Text]:
    """Places in the order that map makers prefer, all of them close enough to be unmistakable."""
    x, y = place
    level = y + 0.27 * SMALL
    above, below = y - gap - _DESCENT * SMALL + 1, y + gap + _ASCENT * SMALL - 1
    near = gap * 0.7
    spots: list[tuple[float, float, Anchor]] = [
        (x + gap, level, "start"),
        (x - gap, level, "end"),
        (x, above, "middle"),
        (x, below, "middle"),
        (x + near, y - near, "start"),
        (x + near, y + near + 0.6 * SMALL, "start"),
        (x - near, y - near, "end"),
        (x - near, y + near + 0.6 * SMALL, "end"),
    ]
    return [Text(a, b, name, SMALL, "text", anchor, halo=True) for a, b, anchor in spots]


def _box(text: Text) -> Box:
    width = text_width(text.text, text.size)
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    top, bottom = text.y - _ASCENT * text.size, text.y + _DESCENT * text.size
    return Box(left, top, left + width, bottom)


def _crosses(box: Box, line: tuple[Place, Place]) -> bool:
    (x1, y1), (x2, y2) = line
    left, right = max(box.left, x1), min(box.right, x2)
    if left >= right:
        return False
    slope = (y2 - y1) / (x2 - x1)
    ends = [y1 + slope * (x - x1) for x in (left, right)]
    return min(ends) < box.bottom and max(ends) > box.top
