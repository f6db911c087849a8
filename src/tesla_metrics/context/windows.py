"""Texts that are longer than an encoder can take at once, in windows that overlap by half."""

from collections.abc import Iterator
from typing import NamedTuple


class PieceWindow(NamedTuple):
    """Pieces `start` to `end` are encoded together, of which `first` to `last` are kept."""

    start: int
    end: int
    first: int
    last: int


def windows(count: int, most: int) -> Iterator[PieceWindow]:
    """Of so many pieces: each is kept from the window in which it stands most inside."""
    step = max(most // 2, 1)
    starts = [*range(0, max(count - most, 0), step), max(count - most, 0)]
    kept = 0
    for place, start in enumerate(starts):
        end = min(start + most, count)
        # Half-way between where the next one begins and this one ends.
        last = (starts[place + 1] + end + 1) // 2 if place + 1 < len(starts) else count
        yield PieceWindow(start, end, kept, last)
        kept = last
