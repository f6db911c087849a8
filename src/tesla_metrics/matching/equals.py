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


def equals(xs: Sequence[Item], ys: Sequence[Item]) -> Equals[Item]:
    """Like brackets each item closes the last open one of its kind on the other side.

    So what is left stands where a side has more of a kind than the other has there, and an item
    more or less leaves one more or less. Of those that are not left, the k-th goes with the k-th.
    """
    sides = xs, ys
    walk = list(merged(len(xs), len(ys)))
    open_: dict[Item, list[tuple[bool, int]]] = {}
    kept: set[tuple[bool, int]] = set()
    shared: set[Item] = set()
    for one in walk:
        side, place = one
        item = sides[side][place]
        waiting = open_.setdefault(item, [])
        if waiting and waiting[-1][0] != side:
            kept |= {one, waiting.pop()}
            shared.add(item)
        else:
            waiting.append(one)
    places: dict[Item, list[int]] = {}
    for i in reversed(range(len(xs))):
        if (False, i) in kept:
            places.setdefault(xs[i], []).append(i)
    pairs = [(places[y].pop(), j) for j, y in enumerate(ys) if (True, j) in kept]
    return Equals(pairs, [one for one in walk if one not in kept], shared)
