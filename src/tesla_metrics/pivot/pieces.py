"""Analysed sentence pairs that can be used, with words that are numbered among themselves only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from .chunk import Chunk
from .pharaoh import GivenLinks


@dataclass
class PairCounts:
    """How many sentence pairs there were, and how many were left out for which reason."""

    read: int = 0
    empty: int = 0  # no words on one side
    long: int = 0
    used: int = 0

    def add(self, other: "PairCounts") -> None:
        """Those of more pairs."""
        self.read += other.read
        self.empty += other.empty
        self.long += other.long
        self.used += other.used


class SidePiece(NamedTuple):
    """One side: the words of all pairs, and the numbers of those in pairs that are used."""

    words: Sequence[str]
    numbers: Array
    lengths: Array  # words of each sentence


class PairPiece(NamedTuple):
    """Both sides and the links of each pair, where they were given."""

    counts: PairCounts
    target: SidePiece
    pivot: SidePiece
    links: Array
    link_lengths: Array


def fit_pairs(
    sides: tuple[Chunk, Chunk], max_words: int, given: GivenLinks | None = None
) -> PairPiece:
    """Leave out the pairs that are unfit; `given` has links for every pair, the next ones."""
    fewer = np.minimum(sides[0].lengths, sides[1].lengths)
    more = np.maximum(sides[0].lengths, sides[1].lengths)
    long = (fewer > 0) & (more > max_words)
    used: Array = (fewer > 0) & ~long
    counts = PairCounts(
        len(fewer), int((fewer == 0).sum()), int(long.sum()), int(np.count_nonzero(used))
    )
    links = list(_links(sides, used, given)) if given else []
    target, pivot = (
        SidePiece(side.words, side.numbers[np.repeat(used, side.lengths)], side.lengths[used])
        for side in sides
    )
    return PairPiece(
        counts,
        target,
        pivot,
        np.concatenate([np.zeros((0, 2), np.int32), *links]),
        np.array([len(one) for one in links], np.int32),
    )


def _links(sides: tuple[Chunk, Chunk], used: Array, given: GivenLinks) -> Iterator[Array]:
    positions = [np.split(side.positions, np.cumsum(side.lengths)[:-1]) for side in sides]
    for pair, fits in enumerate(used.tolist()):
        kept = positions[0][pair].tolist(), positions[1][pair].tolist()
        found = given.next(int(sides[0].tokens[pair]), int(sides[1].tokens[pair]), *kept)
        if fits:
            yield np.array(found, np.int32).reshape(-1, 2)
