"""Phrase pairs counted in bounded memory: sorted runs on disk, merged a stretch at a time.

A row has the numbers of the target phrase's words and of the pivot phrase's, each filled up with
zeros. Runs are sorted by the hash of the target phrase and then by the words, so that stretches
of hashes can be merged one after another, each in memory.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from .extract import Spans
from .hashing import hash_rows
from .saving import save_array

# Rows that are merged at a time: about 100 bytes each.
_STRETCH = 4_000_000


class Counts(NamedTuple):
    """Distinct rows in order, with their target phrases' hashes, and how often each came."""

    hashes: Array
    rows: Array
    counts: Array


def phrase_rows(spans: Spans, target: Array, pivot: Array, longest: int) -> Array:
    """The words of the phrase pairs; `target` and `pivot` are the words that spans count."""
    rows = np.zeros((len(spans.target), 2 * longest), np.int32)
    for place in range(longest):
        for words, start, length, column in (
            (target, spans.target, spans.target_length, place),
            (pivot, spans.pivot, spans.pivot_length, longest + place),
        ):
            there = np.flatnonzero(length > place)
            rows[there, column] = words[start[there] + place]
    return rows


def count_rows(rows: Array, counts: Array | None = None) -> Counts:
    """Sort rows and add up those that are equal."""
    longest = rows.shape[1] // 2
    hashes = hash_rows(rows[:, :longest])
    # Two numbers make one sort key.
    padded = rows if rows.shape[1] % 4 == 0 else np.pad(rows, ((0, 0), (0, 2)))
    keys = [
        padded[:, at].astype(np.int64) << 32 | padded[:, at + 1]
        for at in range(0, padded.shape[1], 2)
    ]
    order = np.lexsort([*reversed(keys), hashes])
    rows, hashes = rows[order], hashes[order]
    new = np.ones(len(rows), bool)
    new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    firsts = np.flatnonzero(new)
    ones = np.ones(len(rows), np.int64) if counts is None else counts[order]
    sums = np.add.reduceat(ones, firsts) if len(firsts) else ones
    return Counts(hashes[firsts], rows[firsts], sums)


def save_run(path: Path, counted: Counts) -> None:
    """Three files; the one that names the run comes last, so that a run there is whole."""
    save_array(path.with_suffix(".hashes.npy"), counted.hashes)
    save_array(path.with_suffix(".rows.npy"), counted.rows)
    save_array(path, counted.counts.astype(np.int32))


def merge_runs(paths: Sequence[Path], stretch: int = _STRETCH) -> Iterator[Counts]:
    """The counts of all runs together, in order; a target phrase is never torn apart."""
    runs = [_open_run(path) for path in paths]
    total = sum(len(run.rows) for run in runs)
    pieces = max(1, -(-total // stretch))
    cuts = [cut_stretches(run, pieces) for run in runs]
    for piece in range(pieces):
        parts = [cut[piece] for cut in cuts]
        if any(len(part.rows) for part in parts):
            yield merge_counts(parts)


def cut_stretches(counted: Counts, pieces: int) -> list[Counts]:
    """The same in stretches of hashes, which are spread evenly."""
    bounds = [int(piece * 2**64 / pieces) for piece in range(1, pieces)]
    cuts = np.searchsorted(counted.hashes, np.array(bounds, np.uint64)).tolist()
    return [
        Counts(*(array[start:end] for array in counted))
        for start, end in pairwise([0, *cuts, len(counted.rows)])
    ]


def merge_counts(parts: Sequence[Counts]) -> Counts:
    """What several have counted, together."""
    return count_rows(
        np.concatenate([part.rows for part in parts]),
        np.concatenate([part.counts for part in parts]).astype(np.int64),
    )


def _open_run(path: Path) -> Counts:
    files = (path.with_suffix(".hashes.npy"), path.with_suffix(".rows.npy"), path)
    return Counts(*(np.asarray(np.load(file, mmap_mode="r")) for file in files))
