"""The words of all pieces in the order in which they first appear, as one machine numbers them."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..collecting import collected
from ..large_rows import large_rows
from .piece_rows import words_of

# Words that a worker remembers before it hands them on.
_MOST = 500_000
_SIDES = ("target", "pivot")
_SHIFT = 32  # a word's place in its piece lies below the number of the piece


def first_words(spark: Any, analysed: Any) -> tuple[list[str], list[str]]:
    """Those of the target side and those of the pivot side."""
    told = "cannot gather the words"
    with large_rows(spark):
        found = analysed.select("piece", *(f"{side}_words" for side in _SIDES))
        rows = found.mapInArrow(_words, "side int, word binary, first long")
        firsts = rows.groupBy("side", "word").min("first").cache()
        # The pieces are large, the words are not.
        firsts.count()
    try:
        target, pivot = (
            _in_order(collected(firsts.where(f"side = {side}").drop("side"), told))
            for side in range(2)
        )
    finally:
        firsts.unpersist()
    return target, pivot


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


def _in_order(batches: Iterator[Any]) -> list[str]:
    words: list[str] = []
    firsts = [np.zeros(0, np.int64)]
    for batch in batches:
        words += (word.decode() for word in batch.column(0).to_pylist())
        firsts.append(batch.column(1).to_numpy())
    return [words[at] for at in np.argsort(np.concatenate(firsts)).tolist()]
