"""A line search by trying: all crossings of all lines, and the best candidates between them."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

Line = tuple[Fraction, Fraction]  # height at 0, and slope


def crossings(lists: Sequence[Sequence[Line]]) -> list[Fraction]:
    """Where any two lines of one list meet, from left to right."""
    found = {
        (a - b) / (q - p)
        for lines in lists
        for (a, p), (b, q) in combinations(lines, 2)
        if p != q
    }  # fmt: skip
    return sorted(found)


def between(lists: Sequence[Sequence[Line]]) -> list[Fraction]:
    """A point in each interval, the two outer ones among them."""
    points = crossings(lists) or [Fraction(0)]
    return [points[0] - 1, *((a + b) / 2 for a, b in pairwise(points)), points[-1] + 1]


def chosen(lists: Sequence[Sequence[Line]], point: Fraction) -> tuple[int, ...]:
    """The number of the highest line of each list there, of equal ones the first."""
    heights = [[height + point * slope for height, slope in lines] for lines in lists]
    return tuple(own.index(max(own)) for own in heights)


def best_value(lists: Sequence[Sequence[Line]], value: Callable[[tuple[int, ...]], float]) -> float:
    """The best of all that can be chosen on the line."""
    return max(value(chosen(lists, point)) for point in between(lists))
