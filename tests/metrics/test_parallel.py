"""Segments in chunks."""

from collections.abc import Sequence

import pytest

from tesla_metrics import TeslaM
from tesla_metrics.metrics.inputs import Segment
from tesla_metrics.metrics.parallel import in_chunks


def lengths(
    hypotheses: Sequence[Segment], references: Sequence[Sequence[Segment]], threads: int = 1
) -> list[float]:
    """Stands in for a metric: the length of the hypothesis and of all its references."""
    columns = zip(hypotheses, *references, strict=True)
    return [float(sum(len(str(segment)) for segment in column)) for column in columns]


@pytest.mark.parametrize("threaded", [False, True])
@pytest.mark.parametrize("count", [1, 199, 200, 201, 401])
def test_every_segment_once_and_in_order(count: int, threaded: bool) -> None:
    hypotheses = ["x" * (i % 50) for i in range(count)]
    heard: list[int] = []
    found = in_chunks(lengths, hypotheses, [hypotheses, hypotheses], 1, heard.append, threaded)
    assert found == [3.0 * (i % 50) for i in range(count)]
    assert sum(heard) == count
    assert threaded or max(heard) <= 200


def test_long_segments_make_chunks_of_their_own() -> None:
    heard: list[int] = []
    in_chunks(lengths, ["x" * 100_000, "y", "z"], [["", "", ""]], 1, heard.append, False)
    assert heard == [1, 2]


def test_processes_give_the_same_numbers() -> None:
    score = TeslaM(lang="und", synonyms="none").segment_scores
    hypotheses = [f"hen {i} cock {i % 3}" for i in range(250)]
    references = [[f"hen {i % 9} cock {i}" for i in range(250)]]
    one, two = (in_chunks(score, hypotheses, references, jobs, None, False) for jobs in (1, 2))
    assert one == two
    assert len(set(one)) > 3
