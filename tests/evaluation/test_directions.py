"""A test that contradicts the ranking opens no cluster."""

import pytest

from tesla_metrics import Chrf
from tesla_metrics.evaluation.meta import _number_clusters
from tesla_metrics.evaluation.metric_comparison import MetricDifference
from tesla_metrics.evaluation.systems.comparison import compare


@pytest.mark.filterwarnings("ignore:.*25 of 60 lines are")
def test_systems_whose_wins_contradict_their_scores() -> None:
    # a is far better in a few segments, b a little better in all others.
    reference = [f"the tall tower number {n} fell down yesterday evening" for n in range(60)]
    a = [text if n < 25 else text.replace("evening", "night") for n, text in enumerate(reference)]
    b = ["nothing" if n < 25 else text for n, text in enumerate(reference)]
    found = compare({"a": a, "b": b}, reference, [Chrf()], tests=["sign"], samples=100)
    by_name = {standing.system: standing for standing in found.standings}
    assert by_name["a"].rank == 1
    assert {standing.cluster for standing in found.standings} == {1}


def test_metrics_ranked_otherwise_than_tested() -> None:
    assert _number_clusters(
        ["a", "b"], [MetricDifference("a", "b", "permutation", -0.1, 0.001)]
    ) == {
        "a": 1,
        "b": 1,
    }
    assert _number_clusters(
        ["a", "b"], [MetricDifference("a", "b", "permutation", 0.1, 0.001)]
    ) == {
        "a": 1,
        "b": 2,
    }
