"""Which segments are drawn where not all can be."""

from typing import Any

import numpy as np

from tesla_metrics import Bleu, TeslaM, TeslaX
from tesla_metrics.intake.beside import Beside
from tesla_metrics.metrics.base import Metric
from tesla_metrics.reports.page.chosen import asked_pairs, chosen_segments, explained_metric
from tesla_metrics.reports.page.study import NO_LABELS, Study

SCORES = np.array([[0.9, 0.1, 0.5, 0.8, 0.2], [0.8, 0.2, 0.9, 0.8, 0.2]])


def study(*metrics: Metric[Any]) -> Study:
    texts = ["a"] * 5
    outputs = {"x": texts, "y": texts}
    scores = [SCORES] * len(metrics)
    return Study(outputs, Beside([texts]), metrics, scores, (), (), {}, "", 0.95, NO_LABELS)


def test_the_first_that_explains() -> None:
    found = explained_metric(study(Bleu(), TeslaM(lang="en"), TeslaX(lang="en")))
    assert found is not None
    assert (found[0], found[1].name) == (1, "tesla-m")
    assert explained_metric(study(Bleu())) is None


def test_the_lowest_and_those_that_differ_by_turns() -> None:
    own = study(TeslaM(lang="en"))
    assert chosen_segments(own, 0, 2).tolist() == [1]
    assert chosen_segments(own, 0, 5).tolist() == [1, 2]
    assert chosen_segments(own, 0, 6).tolist() == [1, 2, 4]
    assert chosen_segments(own, 0, 0).tolist() == []
    assert chosen_segments(own, 0, 100).tolist() == [0, 1, 2, 3, 4]


def test_how_many() -> None:
    assert asked_pairs(TeslaX(lang="en"), None) is None
    assert asked_pairs(TeslaM(lang="en"), None) == 1000
    assert asked_pairs(TeslaX(lang="en"), 7) == 7
