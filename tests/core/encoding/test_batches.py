"""Pairs in batches: every pair once and in order, whoever does the work."""

import numpy as np
import pytest

from tesla_metrics import TeslaM
from tesla_metrics.core.comparing.comparer import Rows
from tesla_metrics.core.encoding.pairs import Pairs, compare_in_batches
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.files.item import get_text


def lengths(pairs: Pairs, threads: int = 1) -> Rows:
    """Stands in for a metric: the lengths of candidate and reference."""
    ours, theirs = (
        np.array([len(get_text(segment)) for segment in side])
        for side in (pairs.candidates, pairs.references)
    )
    both: Rows = (1000.0 * ours[pairs.candidate_indices] + theirs[pairs.reference_indices])[:, None]
    return both


@pytest.mark.parametrize("threaded", [False, True])
@pytest.mark.parametrize("count", [1, 199, 200, 201, 401])
def test_every_segment_once_and_in_order(count: int, threaded: bool) -> None:
    hypotheses = ["x" * (i % 50) for i in range(count)]
    heard: list[int] = []
    pairs = Pairs.from_lines(hypotheses, hypotheses)
    found = compare_in_batches(lengths, pairs, 1, heard.append, use_threads=threaded)
    assert found[:, 0].tolist() == [1001 * (i % 50) for i in range(count)]
    assert sum(heard) == count
    assert threaded or max(heard) <= 200


def test_long_segments_make_batches_of_their_own() -> None:
    heard: list[int] = []
    pairs = Pairs.from_lines(["x" * 100_000, "y", "z"], ["", "", ""])
    compare_in_batches(lengths, pairs, 1, heard.append, use_threads=False)
    assert heard == [1, 2]


def test_processes_give_the_same_numbers() -> None:
    scorer = TeslaM(lang="und", synonyms="none").open(Session(core="python"))
    hypotheses = [f"hen {i} cock {i % 3}" for i in range(250)]
    references = [f"hen {i % 9} cock {i}" for i in range(250)]
    pairs = Pairs.from_lines(hypotheses, references)
    one, two = (scorer.scores(pairs, jobs).tolist() for jobs in (1, 2))
    assert one == two
    assert len(set(one)) > 3
