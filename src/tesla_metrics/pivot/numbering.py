"""Analysed chunks of both sides to one corpus: words get their numbers, unfit pairs go."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from ..arrays import Array
from ..files.atomic import open_atomically
from .chunk import Chunk, load_chunk
from .corpus import save_vocabulary
from .pharaoh import GivenLinks


@dataclass
class PairCounts:
    """How many sentence pairs there were, and how many were left out for which reason."""

    read: int = 0
    empty: int = 0  # no words on one side
    long: int = 0
    used: int = 0


def number_chunks(
    chunks: Sequence[tuple[Path, Path]],
    folder: Path,
    max_words: int,
    given: GivenLinks | None = None,
) -> PairCounts:
    """Write the corpus into the folder; `given` has links for every pair that was read."""
    known: tuple[dict[str, int], dict[str, int]] = ({}, {})
    counts = PairCounts()
    with ExitStack() as files:

        def create(name: str) -> BinaryIO:
            return files.enter_context(open_atomically(folder / name, clear=False))

        words = create("target.words"), create("pivot.words")
        lengths = create("target.lengths"), create("pivot.lengths")
        links, link_lengths = create("links"), create("links.lengths")
        for paths in chunks:
            sides = load_chunk(paths[0]), load_chunk(paths[1])
            used = _used(sides, max_words, counts)
            for side, chunk in enumerate(sides):
                numbers = _numbers(chunk, known[side])
                words[side].write(numbers[np.repeat(used, chunk.lengths)].tobytes())
                lengths[side].write(chunk.lengths[used].tobytes())
            for pair_links in _links(sides, used, given) if given else ():
                links.write(pair_links.tobytes())
                link_lengths.write(np.int32(len(pair_links)).tobytes())
    for name, side_words in zip(("target", "pivot"), known, strict=True):
        save_vocabulary(folder, name, side_words)
    return counts


def _used(sides: tuple[Chunk, Chunk], max_words: int, counts: PairCounts) -> Array:
    fewer = np.minimum(sides[0].lengths, sides[1].lengths)
    more = np.maximum(sides[0].lengths, sides[1].lengths)
    long = (fewer > 0) & (more > max_words)
    counts.read += len(fewer)
    counts.empty += int((fewer == 0).sum())
    counts.long += int(long.sum())
    used: Array = (fewer > 0) & ~long
    counts.used += int(used.sum())
    return used


def _numbers(chunk: Chunk, known: dict[str, int]) -> Array:
    places = np.array([known.setdefault(word, len(known)) for word in chunk.words], np.int32)
    return places[chunk.numbers]


def _links(sides: tuple[Chunk, Chunk], used: Array, given: GivenLinks) -> Iterator[Array]:
    positions = [np.split(side.positions, np.cumsum(side.lengths)[:-1]) for side in sides]
    for pair, fits in enumerate(used.tolist()):
        kept = positions[0][pair].tolist(), positions[1][pair].tolist()
        found = given.next(int(sides[0].tokens[pair]), int(sides[1].tokens[pair]), *kept)
        if fits:
            yield np.array(found, np.int32).reshape(-1, 2)
