"""Pieces of a bitext as corpora, whose words have the numbers that they have in the whole."""

from collections.abc import Callable, Sequence

import numpy as np

from ..arrays import Array
from .corpus import Corpus, SideCorpus
from .pieces import PairPiece, SidePiece

Look = Callable[[Sequence[str]], Array]  # words to their numbers, from 0

_NO_POOL = np.zeros(1, np.int64), np.zeros(0, np.uint8)


class SideNumbers:
    """One side: what the words that `look` has numbers for are aligned by and kept as."""

    def __init__(self, look: Look, aligned: Array, kept: Array) -> None:
        self._look, self._aligned, self._kept = look, aligned, kept

    def corpus(self, side: SidePiece) -> SideCorpus:
        """The sentences of a piece, with those words only that it has."""
        places = self._look(side.words)
        starts = np.cumsum(np.append(0, side.lengths))
        return SideCorpus(side.numbers, starts, self._aligned[places], self._kept[places], _NO_POOL)


def piece_corpus(piece: PairPiece, target: SideNumbers, pivot: SideNumbers) -> Corpus:
    """A piece by itself."""
    return Corpus(
        target.corpus(piece.target),
        pivot.corpus(piece.pivot),
        piece.links,
        np.cumsum(np.append(0, piece.link_lengths)),
    )
