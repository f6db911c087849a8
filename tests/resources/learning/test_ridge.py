"""Ridge regression against the formula's properties."""

import numpy as np
import pytest

from tesla_metrics.resources.learning.regression import Regression, fit_ridge


def problem(rows: int = 500) -> Regression:
    generator = np.random.default_rng(3)
    features = generator.normal(size=(rows, 3)) * [1.0, 10.0, 0.1] + [5.0, 0.0, -3.0]
    targets = features @ [1.0, -0.2, 0.0] + 0.01 * generator.normal(size=rows)
    return Regression(features, targets, np.arange(rows) // 2)


def test_recovers_planted_weights() -> None:
    own = problem()
    weights = fit_ridge(own.features, own.targets, 1.0)
    assert weights == pytest.approx([1.0, -0.2, 0.0], abs=0.02)
    assert own.agreement(np.arange(500), weights) > 0.999


def test_weak_fits_shrink() -> None:
    own = problem()
    sizes = [np.abs(fit_ridge(own.features, own.targets, c)[:2]).sum() for c in own.c_values]
    assert sizes == sorted(sizes)


def test_columns_that_are_left_out_weigh_nothing() -> None:
    own = problem()
    weights = own.fit(np.arange(500), np.array([1]), 1.0)
    assert weights[0] == weights[2] == 0.0
    assert weights[1] < 0


def test_a_constant_agrees_with_nobody() -> None:
    own = problem()
    assert own.agreement(np.arange(500), np.zeros(3)) == 0.0
    flat = Regression(np.ones((6, 1)), np.arange(6.0), np.arange(6))
    assert flat.fit(np.arange(6), np.array([0]), 1.0).tolist() == [0.0]
