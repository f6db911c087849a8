"""Which segments are drawn where not all can be."""

from typing import Any

import numpy as np

from tesla_metrics import Bleu, TeslaM, TeslaX
from tesla_metrics.files.inputs.counterparts import Counterparts
from tesla_metrics.metrics.base import Metric
from tesla_metrics.reporting.report.report import (
    choose_segments,
    find_explaining_metric,
    get_max_pairs,
)
from tesla_metrics.reporting.report.study import NO_LABELS, ReportData

SCORES = np.array([[0.9, 0.1, 0.5, 0.8, 0.2], [0.8, 0.2, 0.9, 0.8, 0.2]])


def study(*metrics: Metric[Any]) -> ReportData:
    texts = ["a"] * 5
    outputs = {"x": texts, "y": texts}
    scores = [SCORES] * len(metrics)
    return ReportData(
        outputs, Counterparts([texts]), metrics, scores, (), (), {}, "", 0.95, NO_LABELS
    )


def test_the_first_that_explains() -> None:
    found = find_explaining_metric(study(Bleu(), TeslaM(lang="en"), TeslaX(lang="en")))
    assert found is not None
    assert (found[0], found[1].name) == (1, "tesla-m")
    assert find_explaining_metric(study(Bleu())) is None


def test_the_lowest_and_those_that_differ_by_turns() -> None:
    own = study(TeslaM(lang="en"))
    assert choose_segments(own, 0, 2).tolist() == [1]
    assert choose_segments(own, 0, 5).tolist() == [1, 2]
    assert choose_segments(own, 0, 6).tolist() == [1, 2, 4]
    assert choose_segments(own, 0, 0).tolist() == []
    assert choose_segments(own, 0, 100).tolist() == [0, 1, 2, 3, 4]


def test_how_many() -> None:
    assert get_max_pairs(TeslaX(lang="en"), None) is None
    assert get_max_pairs(TeslaM(lang="en"), None) == 1000
    assert get_max_pairs(TeslaX(lang="en"), 7) == 7
