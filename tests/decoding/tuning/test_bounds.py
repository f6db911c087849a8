"""Bounds of weights: what random starts are drawn from, and the scale that bounds give."""

import numpy as np
import pytest

from tesla_metrics.decoding.tuning.weight_bounds import build_start_ranges, replace_infinite_bounds

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
    found = build_start_ranges(["a", "b"], np.array([1.0, 5.0]), {"a": bounds}, {})
    assert found.tolist() == [wanted, [-5, 5]]


def test_what_is_given_goes_before() -> None:
    found = build_start_ranges(["a"], np.array([1.0]), {"a": (0, INF)}, {"a": (2, 3)})
    assert found.tolist() == [[2, 3]]


@pytest.mark.parametrize(
    ("ends", "start", "far"),
    [
        ([(0, 1), (-INF, INF), (0, INF)], [0.5, 2, 3], 10),
        ([(0, 1), (-INF, INF), (0, INF)], [0.5, 2, 30], 30),
        ([(-INF, -2), (-INF, INF), (0, INF)], [-3, 2, 3], 20),
        ([(0, 1e200), (-INF, INF), (3, 3)], [0.5, 2, 3], 30),
        ([(0, 1e200), (-INF, INF), (0, INF)], [0.5, 2, 3], INF),
        ([(0, INF), (-INF, INF), (0, 0)], [0.5, 2, 0], INF),
    ],
)
def test_open_ends_lie_on_the_scale_of_the_others(
    ends: list[tuple[float, float]], start: list[float], far: float
) -> None:
    low, high = np.array(ends, dtype=float).T
    found = replace_infinite_bounds(low, high, np.array(start))
    # Where any scale will do, nothing is cut.
    wanted = (low, high) if far == INF else (low.clip(-far), high.clip(max=far))
    assert [one.tolist() for one in found] == [one.tolist() for one in wanted]
