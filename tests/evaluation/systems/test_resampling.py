"""Resampled statistics are what scoring the drawn segments over again gives."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tesla_metrics import Metric, make_metric, resampling
from tesla_metrics.evaluation.systems.evidence import collect_statistics, resample
from tesla_metrics.evaluation.systems.significance import randomise_differences
from tesla_metrics.resampling import draw_bootstrap_counts, draw_randomisation_masks

REFERENCE = [
    "The tram stops beside the old brewery.",
    "Two swans crossed the pond at noon.",
    "Her uncle repairs clocks and radios.",
    "It snowed on the first day of May.",
    "The bridge was painted green last year.",
]
FIRST = [
    "The tram stops next to the brewery.",
    "Two swans swam across the pond at noon.",
    "Her uncle mends clocks.",
    "It snowed on the first day of May.",
    "Last year they painted the bridge green.",
]
SECOND = [
    "The tramway holds by the old brewery.",
    "At noon two swans crossed a lake.",
    "The uncle repairs clocks and radios for her.",
    "On the first of May fell snow.",
    "The bridge was green.",
]
Kind = Callable[[int, int, int], Iterator[NDArray[np.float64]]]
SAMPLES, SEED = 60, 7
METRICS = ["tesla-m", "maxsim", "bleu", "chrf", "chrf++", "ter"]


@pytest.fixture(params=METRICS)
def metric(request: pytest.FixtureRequest) -> Metric[Any]:
    return make_metric(request.param, lang="en")


def test_bootstrap(metric: Metric[Any]) -> None:
    evidence = [
        (metric, collect_statistics(metric.open(), system, [REFERENCE], 1, None))
        for system in (FIRST, SECOND)
    ]
    found = resample(evidence, SAMPLES, SEED)
    counts = np.concatenate(list(draw_bootstrap_counts(len(REFERENCE), SAMPLES, SEED)))
    for system, values in zip((FIRST, SECOND), found, strict=True):
        for count, value in zip(counts, values, strict=True):
            drawn = [i for i, times in enumerate(count) for _ in range(int(times))]
            again = metric.score([system[i] for i in drawn], [REFERENCE[i] for i in drawn])
            assert value == pytest.approx(again.score, abs=1e-9)


def test_randomisation(metric: Metric[Any]) -> None:
    systems = {
        name: collect_statistics(metric.open(), system, [REFERENCE], 1, None)
        for name, system in {"a": FIRST, "b": SECOND}.items()
    }
    ((found,),) = randomise_differences(metric, systems, [("a", "b")], SAMPLES, SEED)
    kept = np.concatenate(list(draw_randomisation_masks(len(REFERENCE), SAMPLES, SEED)))
    for keep, value in zip(kept, found, strict=True):
        left = [FIRST[i] if stays else SECOND[i] for i, stays in enumerate(keep)]
        right = [SECOND[i] if stays else FIRST[i] for i, stays in enumerate(keep)]
        again = metric.score(left, REFERENCE).score - metric.score(right, REFERENCE).score
        assert value == pytest.approx(again, abs=1e-9)


def test_samples_have_the_right_size() -> None:
    counts = np.concatenate(list(draw_bootstrap_counts(9, 500, 1)))
    assert counts.shape == (500, 9)
    assert (counts.sum(axis=1) == 9).all()
    assert counts.mean(axis=0) == pytest.approx(np.ones(9), abs=0.2)
    kept = np.concatenate(list(draw_randomisation_masks(9, 500, 1)))
    assert set(np.unique(kept)) == {0, 1}
    assert kept.mean() == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("kind", [draw_bootstrap_counts, draw_randomisation_masks])
def test_blocks_make_no_difference(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = np.concatenate(list(kind(7, 50, 3)))
    monkeypatch.setattr(resampling, "_BLOCK_SIZE", 40)
    parts = list(kind(7, 50, 3))
    assert len(parts) == 10
    assert (np.concatenate(parts) == whole).all()
