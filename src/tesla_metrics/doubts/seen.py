"""What is seen of one text as its segments come by."""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import ceil

from ..tasks import Segment, text_of
from .looks import Found, SampledText

# Lines that every text is judged by, and a suspect: a glance must cost next to nothing.
_GLANCE = 16
_ENOUGH = 1000

# A column of references may have gaps.
Column = Sequence[Segment] | Sequence[Segment | None]


class SeenText:
    """A system's output or a reference set; only the first stretch is looked at in detail."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = self.empty = self.first_empty = 0
        self._lines: Column = ()

    def see(self, segments: Column) -> None:
        """The next segments."""
        if not self.count:
            self._lines = segments[:: ceil(len(segments) / _ENOUGH)]
        if places := _empty(segments):
            self.first_empty = self.first_empty or self.count + places[0]
            self.empty += len(places)
        self.count += len(segments)

    def look(self, find: Callable[[SampledText], Found | None]) -> Found | None:
        """What a look at a few lines finds, and one at more of them confirms."""
        if not self._few.lines or find(self._few) is None:
            return None
        return find(self._many)

    @cached_property
    def _few(self) -> SampledText:
        return _sample(self._lines[:: ceil(len(self._lines) / _GLANCE) or 1])

    @cached_property
    def _many(self) -> SampledText:
        return _sample(self._lines)


def _sample(segments: Column) -> SampledText:
    """Given analyses are not ours to doubt."""
    lines = [one for one in segments if isinstance(one, str) and one and not one.isspace()]
    return SampledText(lines, "\n".join(lines) + "\n")


def _empty(segments: Column) -> list[int]:
    try:
        if all(map(str.strip, segments)):  # type: ignore[arg-type]
            return []
    except TypeError:  # given analyses, or gaps
        pass
    return [
        place
        for place, one in enumerate(segments, 1)
        if one is not None and not text_of(one).strip()
    ]
