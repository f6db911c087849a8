"""The sentence pairs that word alignment is learnt from, brought to the driver."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from ...arrays import Array
from ...pivot.align import evenly_spaced
from ...pivot.corpus import Corpus, SideCorpus
from ...pivot.vocabulary import NumberedWords
from ..collecting import collected
from ..large_rows import large_rows
from .aligners import SentWords
from .piece_rows import pieces_of

_SCHEMA = (
    "piece long, target_words binary, target_lengths binary, pivot_words binary, "
    "pivot_lengths binary"
)
_NO_LINKS = np.zeros((0, 2), np.int32), np.zeros(1, np.int64)


def sample_corpus(
    spark: Any,
    analysed: Any,
    words: SentWords,
    used: Array,
    numbered: tuple[NumberedWords, NumberedWords],
    most: int,
) -> Corpus:
    """At most so many pairs, in order, with what is aligned as words.

    `used` says how many pairs of each piece there are.
    """
    starts = np.cumsum(np.append(0, used))
    sample = evenly_spaced(int(starts[-1]), most)
    chosen = partial(_choose, words=words, starts=starts, sample=sample)
    found: dict[int, list[Array]] = {}
    with large_rows(spark):
        rows = analysed.mapInArrow(chosen, _SCHEMA)
        for batch in collected(rows, "cannot gather what word alignment is learnt from"):
            for piece, *blobs in zip(*(column.to_pylist() for column in batch), strict=True):
                found[piece] = [np.frombuffer(blob, "<i4") for blob in blobs]
    columns = [np.concatenate(x) for x in zip(*(found[n] for n in sorted(found)), strict=True)]
    target, pivot = (
        _side(columns[2 * side], columns[2 * side + 1], numbered[side]) for side in range(2)
    )
    return Corpus(target, pivot, *_NO_LINKS)


def _side(aligned: Array, lengths: Array, numbered: NumberedWords) -> SideCorpus:
    size = int(numbered.aligned.max(initial=-1)) + 1
    themselves = np.arange(size, dtype=np.int32)
    starts = np.cumsum(np.append(0, lengths))
    return SideCorpus(aligned, starts, themselves, themselves, numbered.pool)


def _choose(
    batches: Iterator[Any], words: SentWords, starts: Array, sample: Array
) -> Iterator[Any]:
    import pyarrow as pa

    for number, piece in pieces_of(batches):
        low, high = np.searchsorted(sample, starts[number : number + 2])
        if low == high:
            continue
        wanted = sample[low:high] - starts[number]
        corpus = words.corpus(piece)
        blobs = [
            blob for side in (corpus.target, corpus.pivot) for blob in _sentences(side, wanted)
        ]
        columns = [pa.array([number], pa.int64()), *(pa.array([x], pa.binary()) for x in blobs)]
        yield pa.RecordBatch.from_arrays(
            columns, [field.split()[0] for field in _SCHEMA.split(", ")]
        )


def _sentences(side: SideCorpus, wanted: Array) -> Iterator[bytes]:
    """What is aligned of these sentences, and how long they are."""
    lengths = np.diff(side.starts)
    chosen = np.zeros(len(lengths), bool)
    chosen[wanted] = True
    words = side.aligned[side.words[np.repeat(chosen, lengths)]]
    yield words.astype("<i4").tobytes()
    yield lengths[chosen].astype("<i4").tobytes()
