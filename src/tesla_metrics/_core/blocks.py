"""Stretches of text whose n-grams share what they would cover."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple


class Node(NamedTuple):
    """An n-gram from token `start` up to before `stop`."""

    start: int
    stop: int
    kind: int


class Block(NamedTuple):
    """N-grams by stop, then start; `far` tells up to where is covered from each token on.

    Tokens count from the block's first. Blocks that are equal are the same problem.
    """

    nodes: tuple[Node, ...]
    far: tuple[int, ...]


def make_block(run: Sequence[tuple[int, int, int]], far: Sequence[int]) -> Block:
    """The block of n-grams given as in `Node`, but by places in the text."""
    base = min(start for start, _, _ in run)
    end = max(stop for _, stop, _ in run)
    nodes = sorted((stop - base, start - base, kind) for start, stop, kind in run)
    # What is covered up to before a token says nothing about it.
    covered = tuple(max(far[token], token) - base for token in range(base, end))
    return Block(tuple(Node(start, stop, kind) for stop, start, kind in nodes), covered)


def gains(
    node: Node, far: Sequence[int] | Mapping[int, int], weights: Sequence[float]
) -> list[float]:
    """What an n-gram newly covers if all that ends by `stop - k` is covered, k = 0 .. n."""
    found = [0.0]
    for end in range(node.stop, node.start, -1):
        new = (weights[end - a - 1] for a in range(node.start, end) if far[a] < end)
        found.append(found[-1] + sum(new))
    return found


def covers(block: Block, weights: Sequence[float]) -> Iterator[tuple[tuple[int, ...], float]]:
    """Sets of n-grams (by place) any of which covers something, with its weight."""
    places = {(node.start, node.stop): place for place, node in enumerate(block.nodes)}
    order = max(node.stop - node.start for node in block.nodes)
    worth: dict[tuple[int, ...], float] = {}
    for stop in range(1, len(block.far) + 1):
        for start in range(max(0, stop - order), stop):
            weight = weights[stop - start - 1]
            if weight and block.far[start] < stop:
                around = tuple(
                    places[a, b]
                    for a in range(max(0, stop - order), start + 1)
                    for b in range(stop, a + order + 1)
                    if (a, b) in places
                )
                if around:
                    worth[around] = worth.get(around, 0.0) + weight
    yield from worth.items()
