"""N-grams that are alike where they are equal: which flows to which, what more would be worth."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

Amount = tuple[int, int, float]  # from x to y


class Keyed(NamedTuple):
    """N-grams of one side, by their places.

    keys    what they are compared by; None equals nothing
    forms   how they are written
    dust    the share of a weight that rounding may leave; whole numbers leave none
    """

    weights: Sequence[float]
    keys: Sequence[Hashable | None]
    forms: Sequence[Hashable]
    dust: float = 0


def equal_flows(x: Keyed, y: Keyed) -> list[Amount]:
    """First between those that are written alike, then from the first that is left to the first.

    As much of each key as both sides have: any such flow is an optimum, and this one reads well.
    """
    left = list(x.weights), list(y.weights)
    found: list[Amount] = []
    for marks in ((x.forms, y.forms), (x.keys, y.keys)):
        there = _places(zip(y.keys, marks[1], strict=True))
        for key, xs in _places(zip(x.keys, marks[0], strict=True)).items():
            found += _filled(xs, there.get(key, []), left, x.dust)
    return found


def equal_gains(x: Keyed, y: Keyed) -> tuple[list[float], list[float]]:
    """What S gains by a little more of each on the other side: 1 where that has less of it."""
    return _gains(x, y), _gains(y, x)


def _gains(own: Keyed, other: Keyed) -> list[float]:
    mine, theirs = _totals(own), _totals(other)
    return [
        float(key is not None and mine[key] - theirs.get(key, 0) > own.dust * mine[key])
        for key in own.keys
    ]


def _totals(side: Keyed) -> dict[Hashable | None, float]:
    totals: dict[Hashable | None, float] = {}
    for key, weight in zip(side.keys, side.weights, strict=True):
        totals[key] = totals.get(key, 0) + weight
    return totals


def _filled(
    xs: Sequence[int], ys: Sequence[int], left: tuple[list[float], list[float]], dust: float
) -> Iterator[Amount]:
    """As much as there is, in their order; what is left is written back."""
    i = j = 0
    while i < len(xs) and j < len(ys):
        x, y = xs[i], ys[j]
        amount = min(left[0][x], left[1][y])
        if amount > dust * max(left[0][x], left[1][y]):
            left[0][x] -= amount
            left[1][y] -= amount
            yield x, y, amount
        # One of them has nothing left.
        i, j = (i + 1, j) if left[0][x] <= left[1][y] else (i, j + 1)


def _places(
    marked: Iterable[tuple[Hashable | None, Hashable | None]],
) -> dict[Hashable, list[int]]:
    places: dict[Hashable, list[int]] = {}
    for place, mark in enumerate(marked):
        if mark[0] is not None:
            places.setdefault(mark, []).append(place)
    return places
