"""The ranking SVM of named features, and the curve from margins to chances."""

import numpy as np
import pytest

from tesla_metrics.resources.learning.ranking import (
    SparseRanking,
    find_frequent_features,
    fit_logistic_curve,
)

pytest.importorskip("sklearn")

TEXTS = [{"a": 0.9, "c": 0.1}, {"a": 0.2, "b": 0.8}, {"a": 0.7, "b": 0.2, "c": 0.1}, {"b": 1.0}]
PAIRS = np.array([0, 0, 2, 1]), np.array([1, 3, 3, 3])


def ranking(names: tuple[str, ...] = ("a", "b", "c")) -> SparseRanking:
    return SparseRanking(TEXTS, names, *PAIRS, groups=np.array([0, 0, 1, 1]))


def test_better_texts_get_higher_margins() -> None:
    problem = ranking()
    weights = problem.fit(np.arange(4), np.arange(3), 1.0)
    assert problem.agreement(np.arange(4), weights) == 1.0
    assert weights[0] > 0 > weights[1]
    margins = [sum(w * t.get(n, 0) for n, w in zip("abc", weights, strict=True)) for t in TEXTS]
    assert problem.compute_margins(weights) == pytest.approx(margins)


def test_features_without_a_column_do_not_count() -> None:
    weights = ranking(("a",)).fit(np.arange(4), np.arange(1), 1.0)
    assert weights.shape == (1,)


def test_one_pair_is_learnt_too() -> None:
    problem = ranking()
    assert problem.agreement(np.array([0]), problem.fit(np.array([0]), np.arange(3), 1.0)) == 1.0


def test_columns_that_are_left_out_weigh_nothing() -> None:
    assert ranking().fit(np.arange(4), np.array([1]), 1.0)[[0, 2]].tolist() == [0.0, 0.0]


def test_texts_that_do_not_differ_teach_nothing() -> None:
    pair = np.array([0]), np.array([1])
    same = SparseRanking([{"a": 1.0}, {"a": 1.0}], ("a",), *pair, groups=np.array([0]))
    weights = same.fit(np.array([0]), np.array([0]), 1.0)
    assert weights.tolist() == [0.0]
    assert same.agreement(np.array([0]), weights) == 0.0


def test_rare_features_are_left_out() -> None:
    assert find_frequent_features(TEXTS, 3) == ("a", "b")


def test_the_curve_is_half_way_between_what_is_mirrored() -> None:
    chance = np.random.default_rng(7)
    better = chance.normal(3.0, 1.0, 2000)
    curve = fit_logistic_curve(better, 2.0 - better)
    assert curve.centre == pytest.approx(1.0)
    # Two normal distributions of deviation 1 that are 4 apart: the odds grow by e^4 a unit.
    assert curve.slope == pytest.approx(4.0, rel=0.1)


def test_the_curve_is_measured_from_what_stands_beside() -> None:
    chance = np.random.default_rng(7)
    beside = chance.choice([0.1, 0.5], 4000)
    better = chance.normal(1.0, 1.0, 4000) + 20 * beside
    curve = fit_logistic_curve(better, better - 2.0, beside)
    assert curve.covariate_coefficient == pytest.approx(20.0, rel=0.05)
    assert curve.centre == pytest.approx(0.0, abs=0.2)
    assert fit_logistic_curve(better, better - 2.0, np.full(4000, 0.3)).covariate_coefficient == 0.0


def test_the_curve_is_flat_where_the_better_are_not_above() -> None:
    assert fit_logistic_curve(np.array([1.0, 2.0]), np.array([3.0, 4.0])).slope == 0.0
    assert fit_logistic_curve(np.array([1.0]), np.array([1.0])).slope == 0.0


def test_what_can_be_told_apart_makes_no_endless_slope() -> None:
    curve = fit_logistic_curve(np.full(50, 2.0), np.full(50, 1.0))
    assert curve.centre == pytest.approx(1.5)
    assert 1.0 < curve.slope < 100.0
