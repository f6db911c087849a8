"""A constituent tree, flat: nodes in pre-order over the words of a sentence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from ..analysis.sentence import Sentence

NO_NODE = -1
# What stands above all else and says nothing.
ROOTS = frozenset({"", "ROOT", "TOP"})


class Constituent(NamedTuple):
    """A constituent, or a single word under its tag.

    start, end  its words are words[start:end], at least one
    parent      its place among the nodes; NO_NODE at the top
    """

    label: str
    start: int
    end: int
    parent: int


@dataclass(frozen=True)
class Tree:
    """Words, and nodes above them: parents before children, left before right.

    Each word has one node of its own, with its tag as the label, that has no children; the first
    node is the top and spans all words.
    """

    words: tuple[str, ...]
    nodes: tuple[Constituent, ...]

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """The places of each node's children, left to right; none of a word's own node."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for place, node in enumerate(self.nodes):
            if node.parent != NO_NODE:
                found[node.parent].append(place)
        return tuple(map(tuple, found))

    @cached_property
    def leaves(self) -> tuple[int, ...]:
        """The place of each word's own node."""
        return tuple(place for place, own in enumerate(self.children) if not own)

    @cached_property
    def tags(self) -> tuple[str, ...]:
        """The tag of each word."""
        return tuple(self.nodes[place].label for place in self.leaves)

    def ancestors(self, place: int) -> Iterator[int]:
        """The nodes above one, the nearest first."""
        above = self.nodes[place].parent
        while above != NO_NODE:
            yield above
            above = self.nodes[above].parent

    def covering(self, start: int, end: int) -> int:
        """The lowest node above (or at) all of words[start:end]."""
        place = self.leaves[start]
        while self.nodes[place].end < end:
            place = self.nodes[place].parent
        return place

    def exactly(self, start: int, end: int) -> int | None:
        """The highest node that spans words[start:end] and no others, if there is one."""
        place = self.covering(start, end)
        if self.nodes[place][1:3] != (start, end):
            return None
        for above in self.ancestors(place):
            if self.nodes[above][1:3] != (start, end):
                break
            place = above
        return place


class TreeSource(Protocol):
    """Whatever has trees for analysed sentences: our parser, a file, another package."""

    def trees(self, sentences: Sequence[Sentence]) -> "list[Tree]":
        """One a sentence, over its words."""
