"""Between systems that are equally good, p-values are spread evenly; planted differences show."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.stats import kstest

from tesla_metrics import Metric, Ter, TeslaM
from tesla_metrics.evaluation.systems.evidence import (
    SystemStatistics,
    compute_bootstrap_p_value,
    resample,
    subtract,
)
from tesla_metrics.evaluation.systems.significance import compute_randomisation_p_values

Maker = Callable[
    [np.random.Generator, float], tuple[Metric[Any], SystemStatistics, SystemStatistics]
]
PAIRS, SEGMENTS, SAMPLES = 400, 120, 200


def of_means(
    random: np.random.Generator, shift: float
) -> tuple[Metric[Any], SystemStatistics, SystemStatistics]:
    """Scores of segments; a hard one is hard for both systems."""
    hard = random.uniform(0.2, 0.6, SEGMENTS)
    a, b = (np.clip(hard + random.normal(more, 0.1, SEGMENTS), 0, 1) for more in (shift, 0.0))
    ones = np.ones(SEGMENTS)
    first, second = (
        SystemStatistics(np.stack([s, ones], axis=1), s, float(s.mean())) for s in (a, b)
    )
    return TeslaM(lang="en"), first, second


def of_ratios(
    random: np.random.Generator, shift: float
) -> tuple[Metric[Any], SystemStatistics, SystemStatistics]:
    """Edits and lengths, whose sums are divided."""
    lengths = random.integers(5, 40, SEGMENTS).astype(float)
    return Ter(), _edits(random, lengths, 0.4 + shift), _edits(random, lengths, 0.4)


def _edits(
    random: np.random.Generator, lengths: NDArray[np.float64], rate: float
) -> SystemStatistics:
    edits = random.binomial(lengths.astype(int), rate).astype(float)
    value = 100 * float(edits.sum() / lengths.sum())
    return SystemStatistics(np.stack([edits, lengths], axis=1), 100 * edits / lengths, value)


def p_values(
    metric: Metric[Any], a: SystemStatistics, b: SystemStatistics, seed: int
) -> tuple[float, float]:
    left, right = resample([(metric, a), (metric, b)], SAMPLES, seed)
    both = {"a": a, "b": b}
    (swapped,) = compute_randomisation_p_values(metric, both, [("a", "b")], SAMPLES, seed)
    return compute_bootstrap_p_value(a, b, subtract(left, right)), swapped


@pytest.mark.parametrize("make", [of_means, of_ratios])
def test_even_spread_without_a_difference(make: Maker) -> None:
    random = np.random.default_rng(20)
    found = np.array([p_values(*make(random, 0.0), seed) for seed in range(PAIRS)])
    for values in found.T:
        assert kstest(values, "uniform").pvalue > 0.01
        # Three standard deviations of a share of 400.
        assert (values <= 0.05).mean() == pytest.approx(0.05, abs=0.033)
        assert (values <= 0.5).mean() == pytest.approx(0.5, abs=0.075)


@pytest.mark.parametrize("make", [of_means, of_ratios])
def test_a_planted_difference_is_found(make: Maker) -> None:
    random = np.random.default_rng(21)
    found = np.array([p_values(*make(random, 0.06), seed) for seed in range(30)])
    assert (found <= 0.05).mean() > 0.9


@pytest.mark.parametrize("make", [of_means, of_ratios])
def test_equal_systems_have_p_one(make: Maker) -> None:
    metric, a, _ = make(np.random.default_rng(22), 0.0)
    copy = SystemStatistics(
        a.statistics.copy(), a.segment_scores.copy(), a.system_score * (1 + 1e-15)
    )
    assert p_values(metric, a, copy, 1) == (1, 1)
