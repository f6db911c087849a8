"""Which segments are drawn where not all can be."""

from typing import Any

import numpy as np

from tesla_metrics import Bleu, TeslaCelab, TeslaM, TeslaX
from tesla_metrics.files.inputs.counterparts import Counterparts
from tesla_metrics.metrics.base import Metric
from tesla_metrics.reporting.report.report import (
    choose_segments,
    divide_pairs,
    find_aligning_metrics,
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


def test_all_metrics_with_alignments_are_found() -> None:
    assert find_aligning_metrics(study(Bleu(), TeslaM(lang="en"), TeslaX(lang="en"))) == [1, 2]
    assert find_aligning_metrics(study(Bleu())) == []


def test_the_lowest_and_those_that_differ_by_turns() -> None:
    own = study(TeslaM(lang="en"))
    assert choose_segments(own, 0, 2).tolist() == [1]
    assert choose_segments(own, 0, 5).tolist() == [1, 2]
    assert choose_segments(own, 0, 6).tolist() == [1, 2, 4]
    assert choose_segments(own, 0, 0).tolist() == []
    assert choose_segments(own, 0, 100).tolist() == [0, 1, 2, 3, 4]


def test_metrics_share_the_number_of_pairs() -> None:
    tesla_x, tesla_m, celab = TeslaX(lang="en"), TeslaM(lang="en"), TeslaCelab(lang="zh")
    assert divide_pairs([tesla_x], None) == [None]
    assert divide_pairs([tesla_m], None) == [1000]
    assert divide_pairs([tesla_m, tesla_x, celab], None) == [500, None, 500]
    assert divide_pairs([tesla_x], 7) == [7]
    assert divide_pairs([tesla_x, tesla_m], 7) == [4, 3]
    assert divide_pairs([tesla_x, tesla_m], 0) == [0, 0]
    assert divide_pairs([], 7) == []
