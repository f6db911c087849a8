"""At given prices the best n-grams of a stretch of text are a longest path."""

from collections.abc import Sequence
from math import inf

from .blocks import Block


def best_path(block: Block, table: Sequence[Sequence[float]], prices: Sequence[float]) -> float:
    """The greatest gain (`table` of blocks.py) less prices, both by place in the block.

    Of chosen n-grams none contains another. What the next one adds then depends on where the last
    one ends, and on nothing else.
    """
    last: dict[int, float] = {}  # stop -> best value of paths that end there
    so_far: list[tuple[int, float]] = [(0, 0.0)]  # the best up to a stop, ascending
    for place, (start, stop, _) in enumerate(block.nodes):
        new = table[place]
        value = _up_to(so_far, start) + new[-1]
        for end in range(start + 1, stop):
            if end in last:
                value = max(value, last[end] + new[stop - end])
        value -= prices[place]
        if value > last.get(stop, -inf):
            last[stop] = value
        if value > so_far[-1][1]:
            so_far.append((stop, value))
    return so_far[-1][1]


def _up_to(so_far: list[tuple[int, float]], start: int) -> float:
    # Only the last few stops lie beyond `start`.
    for stop, value in reversed(so_far):
        if stop <= start:
            return value
    raise AssertionError
