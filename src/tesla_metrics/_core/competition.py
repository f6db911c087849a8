"""What n-grams of several blocks compete for."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from .blocks import Block, covers


class Cover(NamedTuple):
    """N-grams (by place) any of which covers something, its weight, and how often that occurs."""

    around: tuple[int, ...]
    weight: float
    times: float


class Packed(NamedTuple):
    """What n-grams gain at most, and by place the weights of them that do."""

    gain: float
    weights: list[float]


class Competition:
    """The n-grams of all blocks end to end.

    kinds       by place
    times       by place, how often its block occurs
    used        partners of the kinds, ascending
    """

    def __init__(
        self,
        blocks: Mapping[Block, float],
        partners: Sequence[Sequence[int]],
        capacity: Sequence[float],
        weights: Sequence[float],
    ) -> None:
        self.blocks, self.partners, self.capacity = blocks, partners, capacity
        self.weights = weights
        self.kinds = [node.kind for block in blocks for node in block.nodes]
        self.times = [times for block, times in blocks.items() for _ in block.nodes]
        self.used = sorted({partner for kind in set(self.kinds) for partner in partners[kind]})

    @cached_property
    def covers(self) -> list[Cover]:
        found, first = list[Cover](), 0
        for block, times in self.blocks.items():
            for around, weight in covers(block, self.weights):
                found.append(Cover(tuple(first + place for place in around), weight, times))
            first += len(block.nodes)
        return found
