"""Build paraphrase tables on Spark.

A phrase table is a list of entries: a word, a pivot phrase, and the share of this translation. Two
words are paraphrases if they have common pivot phrases. Each task compares the entries of a slice,
and slices have about the same number of pairs of entries. The common shares of each pair of words
are then summed in chunks of word pairs, in the same order as on one machine.
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
    compute_common_shares,
    find_word_pairs,
    name_overlaps,
    sum_by_pair,
)
from ....resources.pivot.phrase_table import PhraseTable
from ..session import spark_errors
from ..shipping import find_shipped, make_shipping_path, ship_path
from ..staging import collect_batches, limit_batch_rows

_FILE_KIND, _FILE_VERSION = "pivot-shares", 1
_SHARE_ARRAYS = ("words", "pivots", "shares")  # arrays in the file, as in `TranslationShares`
_SLICE_SCHEMA = "start long, end long"
# Common shares of a slice and a chunk. The column "stretch" is the index of the chunk.
_BLOCK_SCHEMA = "stretch long, pairs binary, order binary, shares binary"
_BLOCK_TYPES = ("<i8", "<i8", "<f8")  # of the binary columns
_SUMS_SCHEMA = "stretch long, pairs binary, strengths binary"
# Number of pairs of entries per task, and about the number of pairs per chunk.
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
    """Compute the word pairs of a paraphrase table on Spark, with the same result as `word_pairs`.

    `pairs_per_task` is the approximate number of pairs of entries per task.
    """
    advance = watch("comparing translations", len(tables))

    def compute_overlaps(entries: TranslationShares) -> list[Overlap]:
        overlaps = _compute_overlaps(spark, entries, pairs_per_task)
        advance(1)
        return overlaps

    return find_word_pairs(tables, min_strength, compute_overlaps)


def _compute_overlaps(spark: Any, entries: TranslationShares, pairs_per_task: int) -> list[Overlap]:
    slices, total_pairs = _split_entries(entries.pivots, pairs_per_task)
    if not total_pairs:
        return []
    chunk_count = -(-total_pairs // pairs_per_task)
    path = make_shipping_path("shares")
    write_mapped(
        path, _FILE_KIND, _FILE_VERSION, {}, dict(zip(_SHARE_ARRAYS, entries[1:], strict=True))
    )
    compare = partial(
        _compare_slices,
        name=ship_path(spark, path),
        word_count=len(entries.names),
        chunk_count=chunk_count,
    )
    partition_count = min(chunk_count, _PARTITIONS_PER_CORE * spark.sparkContext.defaultParallelism)
    error_start = "cannot compare translations"
    sums_by_chunk = {}
    with limit_batch_rows(spark):
        tasks = spark.createDataFrame(slices, _SLICE_SCHEMA).repartition(partition_count, "start")
        blocks = tasks.mapInArrow(compare, _BLOCK_SCHEMA).repartition(partition_count, "stretch")
        sums = blocks.sortWithinPartitions("stretch").mapInArrow(_sum_blocks, _SUMS_SCHEMA).cache()
        try:
            with spark_errors(message_start=error_start):
                # Compute all partitions in parallel, because they are collected one by one.
                sums.count()
            for batch in collect_batches(sums, error_start):
                for chunk, pair_blob, strength_blob in _iterate_rows(batch):
                    sums_by_chunk[chunk] = (
                        np.frombuffer(pair_blob, "<i8"),
                        np.frombuffer(strength_blob, "<f8"),
                    )
        finally:
            sums.unpersist()
    return [
        overlap
        for chunk in sorted(sums_by_chunk)
        for overlap in name_overlaps(entries.names, *sums_by_chunk[chunk])
    ]


def _split_entries(pivots: Array, pairs_per_slice: int) -> tuple[list[tuple[int, int]], int]:
    """Split the entries into slices, and count the pairs of entries with the same pivot phrase.

    `pivots` has the pivot phrase of each entry, in order. All entries of a pivot phrase are in the
    same slice. Return (start, end) of each slice, and the total number of pairs.
    """
    is_first = np.append(True, pivots[1:] != pivots[:-1])[: len(pivots)]
    boundaries = np.append(np.flatnonzero(is_first), len(pivots))  # of pivot phrases
    entry_counts = np.diff(boundaries)
    cumulative_pairs = np.cumsum(entry_counts * (entry_counts - 1) // 2)
    total_pairs = int(cumulative_pairs[-1]) if len(cumulative_pairs) else 0
    targets = np.arange(1, -(-total_pairs // pairs_per_slice)) * pairs_per_slice
    cuts = np.unique(boundaries[np.searchsorted(cumulative_pairs, targets) + 1])
    bounds = np.unique([0, *cuts.tolist(), len(pivots)]).tolist()
    return list(pairwise(bounds)), total_pairs


def _compare_slices(
    batches: Iterator[Any], name: str, word_count: int, chunk_count: int
) -> Iterator[Any]:
    """Compare the entries of slices in a worker; yield rows of _BLOCK_SCHEMA."""
    entries = _open_shares(name)
    for batch in batches:
        for start, end in _iterate_rows(batch):
            common = compute_common_shares(entries, start, end, word_count)
            # A pair is numbered first * word_count + second. Each chunk has the pairs of about the
            # same number of first words.
            first_words = common.pairs // word_count
            chunks = first_words * chunk_count // word_count
            for chunk in np.unique(chunks).tolist():
                indices = np.flatnonzero(chunks == chunk)
                yield _make_batch(_BLOCK_SCHEMA, chunk, *(array[indices] for array in common))


def _sum_blocks(batches: Iterator[Any]) -> Iterator[Any]:
    """Sum the common shares of each word pair; the blocks must be sorted by chunk."""
    rows = (row for batch in batches for row in _iterate_rows(batch))
    for chunk, blocks in groupby(rows, itemgetter(0)):
        _, *blob_columns = zip(*blocks, strict=True)
        arrays = [
            np.frombuffer(b"".join(blobs), dtype)
            for blobs, dtype in zip(blob_columns, _BLOCK_TYPES, strict=True)
        ]
        order = np.argsort(arrays[1])
        common = CommonShares(*(array[order] for array in arrays))
        yield _make_batch(_SUMS_SCHEMA, chunk, *sum_by_pair(common))


def _iterate_rows(batch: Any) -> Iterator[tuple[Any, ...]]:
    return zip(*(column.to_pylist() for column in batch.columns), strict=True)


def _make_batch(schema: str, chunk: int, *arrays: Array) -> Any:
    """Return a batch of one row, with the index of a chunk and arrays as bytes."""
    import pyarrow as pa

    columns = [pa.array([chunk], pa.int64())]
    columns += [pa.array([array.tobytes()], pa.binary()) for array in arrays]
    return pa.RecordBatch.from_arrays(columns, [field.split()[0] for field in schema.split(", ")])


@lru_cache(maxsize=1)
def _open_shares(name: str) -> TranslationShares:
    sections = read_mapped(find_shipped(name), _FILE_KIND, _FILE_VERSION).arrays_by_name
    return TranslationShares([], *(sections[array] for array in _SHARE_ARRAYS))
