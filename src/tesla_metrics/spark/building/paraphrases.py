"""Words that are translated alike, their overlaps added up by Spark; the same to the last bit.

A slice of the entries goes to each task, cut so that tasks have equally many pairs of words to
compare. Pairs are added up by key, in the order that one machine has them in.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

import numpy as np

from ...arrays import Array
from ...files.mapped import read_mapped, write_mapped
from ...pivot.table import PhraseTable
from ...pivot.word_pairs import (
    LEAST,
    CommonShares,
    Overlap,
    Shares,
    WordPairs,
    add_up,
    common_shares,
    named_overlaps,
    word_pairs,
)
from ...watching import Watch, unwatched
from ..collecting import collected
from ..faults import told
from ..large_rows import large_rows
from ..shipped import find_shipped, new_file, ship

_KIND, _VERSION = "pivot-shares", 1
_ARRAYS = ("words", "pivots", "shares")
_SLICE = "start long, end long"
_BLOCK = "stretch long, pairs binary, order binary, shares binary"
_BLOCK_TYPES = ("<i8", "<i8", "<f8")
_SUMS = "stretch long, pairs binary, strengths binary"
# Pairs of entries that a task compares, and about how many a stretch has before they are added up.
_PAIRS = 1_000_000
_PARTS = 4  # partitions a core, so that cores end at about the same time


def word_pairs_on_spark(
    spark: Any,
    tables: Sequence[PhraseTable],
    least: float = LEAST,
    *,
    pairs: int = _PAIRS,
    watch: Watch = unwatched,
) -> WordPairs:
    """As `word_pairs`; each task has about so many `pairs` to compare."""
    advance = watch("comparing translations", len(tables))

    def overlaps(entries: Shares) -> list[Overlap]:
        found = _overlaps(spark, entries, pairs)
        advance(1)
        return found

    return word_pairs(tables, least, overlaps)


def _overlaps(spark: Any, entries: Shares, pairs: int) -> list[Overlap]:
    slices, total = _slices(entries.pivots, pairs)
    if not total:
        return []
    stretches = -(-total // pairs)
    path = new_file("shares")
    write_mapped(path, _KIND, _VERSION, {}, dict(zip(_ARRAYS, entries[1:], strict=True)))
    size = len(entries.names)
    compare = partial(_compare, name=ship(spark, path), size=size, stretches=stretches)
    parts = min(stretches, _PARTS * spark.sparkContext.defaultParallelism)
    doing = "cannot compare translations"
    found = {}
    with large_rows(spark):
        tasks = spark.createDataFrame(slices, _SLICE).repartition(parts, "start")
        blocks = tasks.mapInArrow(compare, _BLOCK).repartition(parts, "stretch")
        sums = blocks.sortWithinPartitions("stretch").mapInArrow(_add, _SUMS).cache()
        try:
            with told(doing=doing):
                sums.count()  # all at the same time; they are gathered one after the other
            for batch in collected(sums, doing):
                for stretch, own, strengths in _rows(batch):
                    found[stretch] = np.frombuffer(own, "<i8"), np.frombuffer(strengths, "<f8")
        finally:
            sums.unpersist()
    return [
        one for stretch in sorted(found) for one in named_overlaps(entries.names, *found[stretch])
    ]


def _slices(pivots: Array, pairs: int) -> tuple[list[tuple[int, int]], int]:
    """Where to cut between pivot phrases, and how many pairs of entries there are in all."""
    firsts = np.flatnonzero(np.append(True, pivots[1:] != pivots[:-1])[: len(pivots)])
    sizes = np.diff(np.append(firsts, len(pivots)))
    done = np.cumsum(sizes * (sizes - 1) // 2)
    total = int(done[-1]) if len(done) else 0
    wanted = np.arange(1, -(-total // pairs)) * pairs
    cuts = np.unique(np.append(firsts, len(pivots))[np.searchsorted(done, wanted) + 1])
    return list(pairwise(np.unique([0, *cuts.tolist(), len(pivots)]).tolist())), total


def _compare(batches: Iterator[Any], name: str, size: int, stretches: int) -> Iterator[Any]:
    entries = _open_shares(name)
    for batch in batches:
        for start, end in _rows(batch):
            found = common_shares(entries, start, end, size)
            # Pairs of words in order: stretches have equally many first words.
            stretch = found.pairs // size * stretches // size
            for number in np.unique(stretch).tolist():
                chosen = np.flatnonzero(stretch == number)
                yield _row(_BLOCK, number, *(array[chosen] for array in found))


def _add(batches: Iterator[Any]) -> Iterator[Any]:
    rows = (row for batch in batches for row in _rows(batch))
    for stretch, blocks in groupby(rows, itemgetter(0)):
        blobs = [b"".join(column) for column in list(zip(*blocks, strict=True))[1:]]
        columns = [
            np.frombuffer(blob, kind) for blob, kind in zip(blobs, _BLOCK_TYPES, strict=True)
        ]
        order = np.argsort(columns[1])
        yield _row(_SUMS, stretch, *add_up(CommonShares(*(x[order] for x in columns))))


def _rows(batch: Any) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _row(schema: str, number: int, *arrays: Array) -> Any:
    import pyarrow as pa

    columns = [pa.array([number], pa.int64())]
    columns += [pa.array([array.tobytes()], pa.binary()) for array in arrays]
    return pa.RecordBatch.from_arrays(columns, [x.split()[0] for x in schema.split(", ")])


@lru_cache(maxsize=1)
def _open_shares(name: str) -> Shares:
    sections = read_mapped(find_shipped(name), _KIND, _VERSION).sections
    return Shares([], *(sections[array] for array in _ARRAYS))
