"""What two long sequences have in common, wherever it stands; the time grows with their length."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item", bound=Hashable)
# The places of two things in the reference and in the candidate.
Pair = tuple[int, int]


class Equals(NamedTuple, Generic[Item]):
    """Items of two sequences: the smaller number of each kind is paired, the others are left.

    pairs   in the order of the candidate
    left    (in the candidate, place) of the others, as `merged` has them
    shared  items that both have
    """

    pairs: list[Pair]
    left: list[tuple[bool, int]]
    shared: set[Item]


def merged(x: int, y: int) -> Iterator[tuple[bool, int]]:
    """The places of two sequences of these lengths, as if both were laid over the same line."""
    j = 0
    for i in range(x):
        while j < y and (2 * j + 1) * x < (2 * i + 1) * y:
            yield True, j
            j += 1
        yield False, i
    for rest in range(j, y):
        yield True, rest


class _Level:
    """Where a side gets so many items of a kind ahead of the other, and falls back again.

    last    where it last did either
    cost    how far it was ahead before the last place where it got there, and behind after it, less
            the same of the first such place
    """

    def __init__(self, at: int, place: int) -> None:
        self.last, self.cost, self.best, self.place = at, 0, 0, place

    def reach(self, at: int, place: int) -> None:
        self.cost -= at - self.last
        if self.cost < self.best:
            self.best, self.place = self.cost, place
        self.last = at

    def leave(self, at: int) -> None:
        self.cost += at - self.last
        self.last = at


def equals(xs: Sequence[Item], ys: Sequence[Item]) -> Equals[Item]:
    """What is left is chosen so that the others are nearest to each other, the k-th to the k-th.

    So it stands where a side has more of a kind than the other has there. The sum of distances is
    that over levels of `cost`, and no level depends on another.
    """
    sides = xs, ys
    walk = list(merged(len(xs), len(ys)))
    ahead: dict[Item, int] = {}  # how many more the reference has had
    levels: dict[tuple[Item, int], _Level] = {}
    for side, place in walk:
        item, at = sides[side][place], (2 * place + 1) * len(sides[not side])
        before = ahead.get(item, 0)
        after = ahead[item] = before + (-1 if side else 1)
        if abs(after) < abs(before):
            levels[item, before].leave(at)
        elif (item, after) in levels:
            levels[item, after].reach(at, place)
        else:
            levels[item, after] = _Level(at, place)
    left = {
        (more < 0, levels[item, level if more > 0 else -level].place)
        for item, more in ahead.items()
        for level in range(1, abs(more) + 1)
    }
    places: dict[Item, list[int]] = {}
    for i in reversed(range(len(xs))):
        if (False, i) not in left:
            places.setdefault(xs[i], []).append(i)
    pairs = [(places[y].pop(), j) for j, y in enumerate(ys) if (True, j) not in left]
    return Equals(pairs, [one for one in walk if one in left], set(xs) & set(ys))
