"""Build paraphrase tables on Spark.

Each task compares a slice of the entries; the slices have about equally many pairs of entries.
Pairs are summed by key, in the same order as on one machine.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

import numpy as np

from ....arrays import Array
from ....files.long_runs import ProgressCallback, no_progress
from ....files.mapped_arrays import read_mapped, write_mapped
from ....resources.pivot.paraphrases import (
    MIN_STRENGTH,
    CommonShares,
    Overlap,
    TranslationShares,
    WordPairs,
    common_shares,
    named_overlaps,
    sum_by_pair,
    word_pairs,
)
from ....resources.pivot.phrase_table import PhraseTable
from ..session import spark_errors
from ..shipping import find_shipped, new_file, ship
from ..staging import collect_batches, limit_batch_rows

_FILE_KIND, _VERSION = "pivot-shares", 1
_SHARE_ARRAYS = ("words", "pivots", "shares")
_SLICE_SCHEMA = "start long, end long"
_BLOCK_SCHEMA = "stretch long, pairs binary, order binary, shares binary"
_BLOCK_TYPES = ("<i8", "<i8", "<f8")
_SUMS_SCHEMA = "stretch long, pairs binary, strengths binary"
# Pairs of entries per task, and approximate pairs per chunk (`stretch`) before they are summed.
_PAIRS_PER_TASK = 1_000_000
_PARTITIONS_PER_CORE = 4  # with several small partitions, cores finish at the same time


def word_pairs_on_spark(
    spark: Any,
    tables: Sequence[PhraseTable],
    min_strength: float = MIN_STRENGTH,
    *,
    pairs_per_task: int = _PAIRS_PER_TASK,
    watch: ProgressCallback = no_progress,
) -> WordPairs:
    """Return the result of `word_pairs`.

    Computed in tasks of about `pairs_per_task` pairs of entries.
    """
    advance = watch("comparing translations", len(tables))

    def overlaps(entries: TranslationShares) -> list[Overlap]:
        table_overlaps = _compute_overlaps(spark, entries, pairs_per_task)
        advance(1)
        return table_overlaps

    return word_pairs(tables, min_strength, overlaps)


def _compute_overlaps(spark: Any, entries: TranslationShares, pairs: int) -> list[Overlap]:
    slices, total = _split_entries(entries.pivots, pairs)
    if not total:
        return []
    chunk_count = -(-total // pairs)
    path = new_file("shares")
    write_mapped(path, _FILE_KIND, _VERSION, {}, dict(zip(_SHARE_ARRAYS, entries[1:], strict=True)))
    size = len(entries.names)
    compare = partial(_compare_slices, name=ship(spark, path), size=size, chunk_count=chunk_count)
    partition_count = min(chunk_count, _PARTITIONS_PER_CORE * spark.sparkContext.defaultParallelism)
    doing = "cannot compare translations"
    sums_by_chunk = {}
    with limit_batch_rows(spark):
        tasks = spark.createDataFrame(slices, _SLICE_SCHEMA).repartition(partition_count, "start")
        blocks = tasks.mapInArrow(compare, _BLOCK_SCHEMA).repartition(partition_count, "stretch")
        sums = blocks.sortWithinPartitions("stretch").mapInArrow(_sum_blocks, _SUMS_SCHEMA).cache()
        try:
            with spark_errors(doing=doing):
                sums.count()  # computes all partitions in parallel; they are collected in turn
            for batch in collect_batches(sums, doing):
                for chunk, pair_blob, strengths in _batch_rows(batch):
                    sums_by_chunk[chunk] = (
                        np.frombuffer(pair_blob, "<i8"),
                        np.frombuffer(strengths, "<f8"),
                    )
        finally:
            sums.unpersist()
    return [
        overlap
        for chunk in sorted(sums_by_chunk)
        for overlap in named_overlaps(entries.names, *sums_by_chunk[chunk])
    ]


def _split_entries(pivots: Array, pairs: int) -> tuple[list[tuple[int, int]], int]:
    """Return slices that end between pivot phrases, and the total number of pairs."""
    firsts = np.flatnonzero(np.append(True, pivots[1:] != pivots[:-1])[: len(pivots)])
    sizes = np.diff(np.append(firsts, len(pivots)))
    done = np.cumsum(sizes * (sizes - 1) // 2)
    total = int(done[-1]) if len(done) else 0
    targets = np.arange(1, -(-total // pairs)) * pairs
    cuts = np.unique(np.append(firsts, len(pivots))[np.searchsorted(done, targets) + 1])
    return list(pairwise(np.unique([0, *cuts.tolist(), len(pivots)]).tolist())), total


def _compare_slices(
    batches: Iterator[Any], name: str, size: int, chunk_count: int
) -> Iterator[Any]:
    entries = _open_shares(name)
    for batch in batches:
        for start, end in _batch_rows(batch):
            common = common_shares(entries, start, end, size)
            # Chunks are in the order of the word pairs and have equally many first words.
            chunks = common.pairs // size * chunk_count // size
            for chunk in np.unique(chunks).tolist():
                chosen = np.flatnonzero(chunks == chunk)
                yield _make_batch(_BLOCK_SCHEMA, chunk, *(array[chosen] for array in common))


def _sum_blocks(batches: Iterator[Any]) -> Iterator[Any]:
    rows = (row for batch in batches for row in _batch_rows(batch))
    for chunk, blocks in groupby(rows, itemgetter(0)):
        blobs = [b"".join(column) for column in list(zip(*blocks, strict=True))[1:]]
        columns = [
            np.frombuffer(blob, dtype) for blob, dtype in zip(blobs, _BLOCK_TYPES, strict=True)
        ]
        order = np.argsort(columns[1])
        yield _make_batch(
            _SUMS_SCHEMA, chunk, *sum_by_pair(CommonShares(*(values[order] for values in columns)))
        )


def _batch_rows(batch: Any) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _make_batch(schema: str, index: int, *arrays: Array) -> Any:
    import pyarrow as pa

    columns = [pa.array([index], pa.int64())]
    columns += [pa.array([array.tobytes()], pa.binary()) for array in arrays]
    return pa.RecordBatch.from_arrays(columns, [field.split()[0] for field in schema.split(", ")])


@lru_cache(maxsize=1)
def _open_shares(name: str) -> TranslationShares:
    sections = read_mapped(find_shipped(name), _FILE_KIND, _VERSION).sections
    return TranslationShares([], *(sections[array] for array in _SHARE_ARRAYS))
