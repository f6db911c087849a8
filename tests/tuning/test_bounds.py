"""Bounds of weights: what random starts are drawn from."""

import numpy as np
import pytest

from tesla_metrics.tuning.bounds import ranges_within

INF = np.inf


@pytest.mark.parametrize(
    ("bounds", "wanted"),
    [
        ((5, INF), [5, 10]),
        ((-INF, -5), [-10, -5]),
        ((0, INF), [0, 5]),
        ((-INF, 0), [-5, 0]),
        ((-2, INF), [-2, 5]),
        ((-INF, 2), [-5, 2]),
        ((-INF, INF), [-5, 5]),
        ((1, 2), [1, 2]),
    ],
)
def test_an_open_end_leaves_room(bounds: tuple[float, float], wanted: list[float]) -> None:
    found = ranges_within(["a", "b"], np.array([1.0, 5.0]), {"a": bounds}, {})
    assert found.tolist() == [wanted, [-5, 5]]


def test_what_is_given_goes_before() -> None:
    found = ranges_within(["a"], np.array([1.0]), {"a": (0, INF)}, {"a": (2, 3)})
    assert found.tolist() == [[2, 3]]
