"""Phrase pairs counted by key: pieces to blocks of counts, blocks of a stretch to entries.

A block has what a worker counted in a stretch of hashes, as one value: Spark moves few large rows
and not many small ones. Each worker holds what it counted up to a bound, or one stretch.
"""

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np

from ...pivot.counting import Counts, cut_stretches, merge_counts
from ...pivot.extracting import count_phrases
from ...pivot.pruning import Entries, Pruning, prune
from .aligners import SentWords, open_lexicon
from .piece_rows import pieces_of

BLOCKS = "stretch long, rows binary, counts binary"
# In the order of `Entries`, with the types that arrays have on their way.
_ARRAYS = {
    "hashes": "<u8",
    "phrases": "<i4",
    "counts": "<i8",
    "pairs": "<i8",
    "pivot_phrases": "<i4",
    "pair_counts": "<i8",
}
ENTRIES = ", ".join(["stretch long", "extracted long", *(f"{name} binary" for name in _ARRAYS)])
# Rows that a worker has in memory at a time, about 100 bytes each, before it adds them up.
_MOST = 1_000_000


class CountSettings(NamedTuple):
    """How phrase pairs are found; what was shipped, by name."""

    words: SentWords
    lexicon: str | None  # None: links were given
    symmetrisation: str
    longest: int
    stretches: int


def count_pieces(settings: CountSettings) -> Any:
    """For `mapInArrow`: rows of pieces to BLOCKS."""
    return partial(_count_batches, settings=settings)


def merge_blocks(longest: int, pruning: Pruning) -> Any:
    """For `mapInArrow`: BLOCKS in the order of their stretches to ENTRIES."""
    return partial(_merge_batches, longest=longest, pruning=pruning)


def _count_batches(batches: Iterator[Any], settings: CountSettings) -> Iterator[Any]:
    lexicon = None if settings.lexicon is None else open_lexicon(settings.lexicon)
    waiting: list[Counts] = []
    for _, piece in pieces_of(batches):
        if not piece.counts.used:
            continue
        waiting.append(
            count_phrases(
                settings.words.corpus(piece),
                0,
                piece.counts.used,
                lexicon,
                settings.symmetrisation,
                longest=settings.longest,
            )
        )
        if sum(len(one.rows) for one in waiting) > _MOST:
            yield from _blocks(waiting, settings.stretches)
            waiting = []
    if waiting:
        yield from _blocks(waiting, settings.stretches)


def _blocks(counted: list[Counts], stretches: int) -> Iterator[Any]:
    import pyarrow as pa

    for number, part in enumerate(cut_stretches(merge_counts(counted), stretches)):
        if len(part.rows):
            yield pa.RecordBatch.from_arrays(
                [
                    pa.array([number], pa.int64()),
                    pa.array([part.rows.astype("<i4").tobytes()], pa.binary()),
                    pa.array([part.counts.astype("<i4").tobytes()], pa.binary()),
                ],
                ["stretch", "rows", "counts"],
            )


def _merge_batches(batches: Iterator[Any], longest: int, pruning: Pruning) -> Iterator[Any]:
    import pyarrow as pa

    for stretch, blocks in groupby(_parts(batches, longest), itemgetter(0)):
        waiting: list[Counts] = []
        rows = 0
        for _, block in blocks:
            waiting.append(block)
            rows += len(block.rows)
            if rows > _MOST:
                waiting = [merge_counts(waiting)]
                rows = 0  # what is distinct stays in any case
        entries = prune(merge_counts(waiting), pruning)
        arrays = zip(_ARRAYS.items(), entries, strict=False)
        yield pa.RecordBatch.from_pydict(
            {
                "stretch": pa.array([stretch], pa.int64()),
                "extracted": pa.array([entries.extracted], pa.int64()),
                **{
                    name: pa.array([np.ascontiguousarray(array, kind).tobytes()], pa.binary())
                    for (name, kind), array in arrays
                },
            }
        )


def _parts(batches: Iterator[Any], longest: int) -> Iterator[tuple[int, Counts]]:
    for batch in batches:
        for stretch, rows, counts in zip(*(x.to_pylist() for x in batch.columns), strict=True):
            found = np.frombuffer(rows, "<i4").reshape(-1, 2 * longest)
            # Merging makes the hashes again.
            yield stretch, Counts(np.zeros(0, np.uint64), found, np.frombuffer(counts, "<i4"))


def entries_of(batches: Iterator[Any], longest: int) -> Iterator[Entries]:
    """Rows of ENTRIES, back."""
    for batch in batches:
        for place in range(batch.num_rows):
            arrays = {
                name: np.frombuffer(batch.column(name)[place].as_py(), kind)
                for name, kind in _ARRAYS.items()
            }
            for name in ("phrases", "pivot_phrases"):
                arrays[name] = arrays[name].reshape(-1, longest)
            yield Entries(**arrays, extracted=batch.column("extracted")[place].as_py())
