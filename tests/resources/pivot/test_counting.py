"""Counting in runs on disk gives what a Counter gives."""

from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.resources.pivot.extraction import Spans
from tesla_metrics.resources.pivot.packed_table import hash_phrase, hash_rows
from tesla_metrics.resources.pivot.phrase_counts import (
    Pruning,
    count_rows,
    make_phrase_rows,
    merge_runs,
    prune,
    save_run,
)

Row = tuple[int, ...]
ROWS = st.lists(st.tuples(*[st.integers(0, 3)] * 6), min_size=1, max_size=60)


def as_array(rows: list[Row]) -> "np.typing.NDArray[np.int32]":
    return np.array(rows, np.int32).reshape(-1, 6)


@given(ROWS, st.integers(1, 5), st.integers(3, 50))
def test_as_a_counter(rows: list[Row], runs: int, stretch: int) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{run:02}.npy" for run in range(runs)]
        for run, path in enumerate(paths):
            save_run(path, count_rows(as_array(rows[run::runs])))
        merged = list(merge_runs(paths, stretch))
        found = Counter[Row]()
        hashes: list[int] = []
        for part in merged:
            assert part.hashes.tolist() == hash_rows(part.rows[:, :3]).tolist()
            hashes += part.hashes.tolist()
            for row, count in zip(part.rows.tolist(), part.counts.tolist(), strict=True):
                assert tuple(row) not in found
                found[tuple(row)] = count
        assert found == Counter(rows)
        assert hashes == sorted(hashes)


@given(ROWS, st.integers(1, 3), st.sampled_from([0.0, 0.2, 0.5, 1.0]), st.integers(0, 3))
def test_pruning(rows: list[Row], least: int, share: float, top: int) -> None:
    entries = prune(count_rows(as_array(rows)), Pruning(least, share, top))
    by_target: defaultdict[Row, Counter[Row]] = defaultdict(Counter)
    for row in rows:
        by_target[row[:3]][row[3:]] += 1
    expected = {}
    for target, pivots in by_target.items():
        total = pivots.total()
        kept = sorted((-count, pivot) for pivot, count in pivots.items())[: top or None]
        kept = [one for one in kept if -one[0] >= least and -one[0] >= share * total]
        if kept:
            expected[target] = total, [(pivot, -count) for count, pivot in kept]
    found = {}
    at = 0
    for target, total, pairs in zip(
        entries.phrases.tolist(), entries.counts.tolist(), entries.n_pairs.tolist(), strict=True
    ):
        part = slice(at, at + pairs)
        at += pairs
        pivots_found = [tuple(pivot) for pivot in entries.pivot_phrases[part].tolist()]
        found[tuple(target)] = (
            total,
            list(zip(pivots_found, entries.pair_counts[part].tolist(), strict=True)),
        )
    assert found == expected
    assert entries.n_extracted == len(rows)


def test_words_of_spans() -> None:
    spans = Spans(*(np.array(x) for x in ([0, 1], [1, 3], [2, 0], [2, 1])))
    rows = make_phrase_rows(spans, np.array([1, 2, 3, 4]), np.array([5, 6, 7, 8]), 3)
    assert rows.tolist() == [[1, 0, 0, 7, 8, 0], [2, 3, 4, 5, 0, 0]]


@given(st.lists(st.integers(0, 2**31 - 1), min_size=4, max_size=4))
def test_one_hash_for_rows_and_phrases(numbers: list[int]) -> None:
    assert hash_rows(np.array([numbers]))[0] == hash_phrase(numbers)
