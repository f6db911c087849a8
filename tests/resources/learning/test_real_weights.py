"""Weights before and after rounding."""

import numpy as np

from tesla_metrics.resources.learning.maximum_entropy import MAX_WEIGHT, LabelWeights

NAMES = ("a", "b", "c")


def test_two_labels_weigh_the_second() -> None:
    found = LabelWeights(("n", "y"), NAMES, np.array([[0.5], [-0.26], [0.001]])).to_classifier(0.1)
    assert found.labels == ("n", "y")
    assert found.scale == 0.1
    assert found.weights == {"a": (0, 5), "b": (0, -3)}


def test_more_labels_have_a_weight_each() -> None:
    values = np.array([[0.5, -0.2, 0], [0, 0, 0], [0, 0, 1e9]])
    found = LabelWeights(("x", "y", "z"), NAMES, values).to_classifier(0.1)
    assert found.weights == {"a": (5, -2, 0), "c": (0, 0, MAX_WEIGHT)}
    assert all(type(one) is int for row in found.weights.values() for one in row)


def test_of_equals_the_first() -> None:
    rows = np.array([[1.0, 0, 0], [0, 1, 0]])
    assert LabelWeights(("n", "y"), NAMES, np.array([[0.0], [1], [0]])).predict(rows) == ["n", "y"]
    three = LabelWeights(("x", "y", "z"), NAMES, np.array([[0.0, 2, 2], [0, 0, 0], [0, 0, 0]]))
    assert three.predict(rows) == ["y", "x"]
