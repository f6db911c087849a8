"""The texts that the driver keeps for input checks."""

import random

from tesla_metrics.files.inputs.counterparts import Counterparts
from tesla_metrics.scale.frames.texts import BatchTexts
from tesla_metrics.scale.spark.workers import TaskResults


def make_texts(n_rows: int, length: int = 5) -> BatchTexts:
    lines = [f"{row:05}"[:length].ljust(length, "x") for row in range(n_rows)]
    return BatchTexts(list(range(n_rows)), lines, Counterparts([lines, lines], [lines]), {3: "bad"})


def merge_partitions(partitions: list[int]) -> TaskResults:
    merged = TaskResults(1)
    for partition in partitions:
        results = TaskResults(1)
        results.sampled_texts[partition] = make_texts(1)
        merged.merge(results)
    return merged


def test_the_sample_does_not_depend_on_the_order_of_tasks() -> None:
    partitions = list(range(200))
    expected = sorted(merge_partitions(partitions).sampled_texts)
    assert expected == list(range(0, 200, 8))
    for order in (partitions[::-1], random.Random(1).sample(partitions, 200)):
        assert sorted(merge_partitions(order).sampled_texts) == expected
    assert sorted(merge_partitions([5, 1, 3]).sampled_texts) == [1, 3, 5]


def test_the_first_rows_are_bounded() -> None:
    first = make_texts(100).get_first(10, 1000)
    assert len(first.hypotheses) == 10
    assert [len(column) for column in first.counterparts.references] == [10]  # the first reference
    assert [len(column) for column in first.counterparts.sources] == [10]
    assert first.faults == {}
    assert len(make_texts(100, length=50).get_first(10, 120).hypotheses) == 2
