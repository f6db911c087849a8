"""Numbers of words by word, in arrays that may be mapped: who asks for few holds few in memory."""

from collections.abc import Mapping, Sequence

import numpy as np

from ..arrays import Array
from .corpus import Corpus, SideCorpus
from .pieces import PairPiece, SidePiece
from .pool import Pool, byte_order, pack
from .vocabulary import NumberedWords

_ARRAYS = ("starts", "bytes", "aligned", "kept")
_NO_POOL = np.zeros(1, np.int64), np.zeros(0, np.uint8)


def lookup_arrays(name: str, words: Sequence[str], numbered: NumberedWords) -> dict[str, Array]:
    """The arrays of one side by name; `words` are in the order of their numbers."""
    order = sorted(range(len(words)), key=lambda at: byte_order(words[at]))
    arrays = *pack(words[at] for at in order), numbered.aligned[order], numbered.kept[order]
    return {f"{name}-{part}": array for part, array in zip(_ARRAYS, arrays, strict=True)}


class WordNumbers:
    """One side of what `lookup_arrays` made."""

    def __init__(self, name: str, arrays: Mapping[str, Array]) -> None:
        starts, content, self._aligned, self._kept = (arrays[f"{name}-{x}"] for x in _ARRAYS)
        self._pool = Pool(starts, content)

    def corpus(self, side: SidePiece) -> SideCorpus:
        """The sentences of a piece, with those words only that it has."""
        places = np.fromiter(map(self._pool.number, side.words), np.int64, len(side.words)) - 1
        starts = np.cumsum(np.append(0, side.lengths))
        return SideCorpus(side.numbers, starts, self._aligned[places], self._kept[places], _NO_POOL)


def piece_corpus(piece: PairPiece, target: WordNumbers, pivot: WordNumbers) -> Corpus:
    """A piece by itself as a corpus, whose words have the numbers that they have in the whole."""
    return Corpus(
        target.corpus(piece.target),
        pivot.corpus(piece.pivot),
        piece.links,
        np.cumsum(np.append(0, piece.link_lengths)),
    )
