"""Logistic regression on named features."""

import pytest

from tesla_metrics.resources.learning.maximum_entropy import MAX_WEIGHT, fit_logistic

pytest.importorskip("sklearn")

ROWS = [["a", "b"], ["a"], ["b", "c"], ["c", "d"]] * 6


def test_two_labels_weigh_the_second() -> None:
    found = fit_logistic(ROWS, ["x", "x", "y", "y"] * 6)
    assert found.labels == ("x", "y")
    assert {weights[0] for weights in found.weights.values()} == {0}
    assert found.weights["a"][1] < 0 < found.weights["c"][1]


def test_more_labels_have_a_weight_each() -> None:
    found = fit_logistic(ROWS, ["x", "x", "y", "z"] * 6, scale=0.001)
    assert found.labels == ("x", "y", "z")
    assert found.scale == 0.001
    assert max(found.weights["d"]) == found.weights["d"][2]
    assert all(abs(one) <= MAX_WEIGHT for row in found.weights.values() for one in row)


def test_rare_features_are_left_out() -> None:
    rows = [*ROWS, ["rare", "a"]]
    assert "rare" not in fit_logistic(rows, ["x", "x", "y", "y"] * 6 + ["x"]).weights
    counted = fit_logistic(rows, ["x", "x", "y", "y"] * 6 + ["x"], min_count=1)
    assert "rare" in counted.weights


def test_a_feature_that_is_named_twice_is_held_back_less() -> None:
    labels = ["x", "y"] * 10
    once = fit_logistic([["a"], ["b"]] * 10, labels).weights["b"][1]
    twice = fit_logistic([["a"], ["b", "b"]] * 10, labels).weights["b"][1]
    assert 2 * twice > once
