"""Analysed chunks of both sides to one corpus: words get their numbers, unfit pairs go."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import BinaryIO

import numpy as np

from ..arrays import Array
from ..files.atomic import open_atomically
from .chunk import load_chunk
from .corpus import save_vocabulary
from .pharaoh import GivenLinks
from .pieces import PairCounts, SidePiece, fit_pairs


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
            piece = fit_pairs((load_chunk(paths[0]), load_chunk(paths[1])), max_words, given)
            counts.add(piece.counts)
            for side, own in enumerate((piece.target, piece.pivot)):
                words[side].write(_numbers(own, known[side]).tobytes())
                lengths[side].write(own.lengths.tobytes())
            links.write(piece.links.tobytes())
            link_lengths.write(piece.link_lengths.tobytes())
    for name, side_words in zip(("target", "pivot"), known, strict=True):
        save_vocabulary(folder, name, side_words)
    return counts


def _numbers(side: SidePiece, known: dict[str, int]) -> Array:
    places = np.array([known.setdefault(word, len(known)) for word in side.words], np.int32)
    return places[side.numbers]
