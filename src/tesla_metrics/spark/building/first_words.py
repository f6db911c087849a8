"""The words of all pieces in the order in which they first appear, as one machine numbers them."""

from array import array
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..collecting import collected
from ..large_rows import large_rows
from .piece_rows import words_of

# Words that a worker remembers before it hands them on.
_MOST = 500_000
# Rows of a batch: the words of a piece, and later words, which are small.
_ROWS = 256
_SIDES = ("target", "pivot")
_SHIFT = 32  # a word's place in its piece lies below the number of the piece


def first_words(spark: Any, analysed: Any) -> tuple[list[str], list[str]]:
    """Those of the target side and those of the pivot side."""
    found = [_Gathered(), _Gathered()]
    with large_rows(spark, _ROWS):
        pieces = analysed.select("piece", *(f"{side}_words" for side in _SIDES))
        rows = pieces.mapInArrow(_words, "side int, word binary, first long")
        firsts = rows.groupBy("side", "word").min("first")
        for batch in collected(firsts, "cannot gather the words"):
            columns = [column.to_pylist() for column in batch.columns]
            for side, word, first in zip(*columns, strict=True):
                found[side].words.append(word.decode())
                found[side].firsts.append(first)
    return found[0].in_order(), found[1].in_order()


class _Gathered:
    """Words in any order, and where each is first."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.firsts = array("q")

    def in_order(self) -> list[str]:
        return [self.words[at] for at in np.argsort(np.array(self.firsts)).tolist()]


def _words(batches: Iterator[Any]) -> Iterator[Any]:
    known: dict[tuple[int, str], int] = {}
    for batch in batches:
        for piece, *blobs in zip(*(batch.column(n).to_pylist() for n in range(3)), strict=True):
            for side, blob in enumerate(blobs):
                for place, word in enumerate(words_of(blob), piece << _SHIFT):
                    known[side, word] = min(place, known.get((side, word), place))
        if len(known) > _MOST:
            yield _batch(known)
            known.clear()
    yield _batch(known)


def _batch(known: dict[tuple[int, str], int]) -> Any:
    import pyarrow as pa

    return pa.RecordBatch.from_arrays(
        [
            pa.array([side for side, _ in known], pa.int32()),
            pa.array([word.encode() for _, word in known], pa.binary()),
            pa.array(list(known.values()), pa.int64()),
        ],
        ["side", "word", "first"],
    )
