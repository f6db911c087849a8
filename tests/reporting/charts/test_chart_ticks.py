"""Marks of axes."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.reporting.charts.axes import (
    MIN_INTERVALS,
    Axis,
    compute_padded_range,
    compute_range_from_zero,
    compute_ticks,
    format_exact,
    format_same_decimals,
    format_values,
    is_drawable,
)

NUMBERS = st.floats(allow_nan=False, allow_infinity=False).filter(is_drawable)
SOME = st.lists(NUMBERS, min_size=1, max_size=5)


def test_steps_are_1_2_5() -> None:
    assert compute_ticks(0, 1, 5).values == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert compute_ticks(0, 10, 4).values == [0, 5, 10]
    assert compute_ticks(-7, 42, 5).values == [0, 10, 20, 30, 40]


def test_labels_have_the_same_decimals() -> None:
    assert compute_ticks(0, 1, 4).labels == ["0.0", "0.5", "1.0"]
    assert compute_ticks(-0.3, 0.1, 4).labels == ["−0.3", "−0.2", "−0.1", "0.0", "0.1"]
    assert compute_ticks(0, 4e9, 4).labels == ["0", "1e9", "2e9", "3e9", "4e9"]
    assert compute_ticks(0, 2e-9, 4).labels == ["0", "0.5e−9", "1.0e−9", "1.5e−9", "2.0e−9"]
    assert compute_ticks(1e9, 1e9 + 4, 4).labels[1] == "1000000001"


@given(
    SOME,
    st.integers(MIN_INTERVALS, 10),
    st.sampled_from([compute_padded_range, compute_range_from_zero]),
)
def test_ticks_of_any_range(values: list[float], intervals: int, span: object) -> None:
    low, high = (
        compute_padded_range(values)
        if span is compute_padded_range
        else compute_range_from_zero(values)
    )
    ticks = compute_ticks(low, high, intervals)
    assert 2 <= len(ticks.values) <= intervals + 1
    assert low <= ticks.values[0]
    assert ticks.values[-1] <= high
    steps = {b - a for a, b in zip(ticks.multiples, ticks.multiples[1:], strict=False)}
    assert len(steps) == 1
    assert steps <= {1, 2, 5}
    assert ticks.values == sorted(set(ticks.values))
    assert len(set(ticks.labels)) == len(ticks.labels)
    assert max(map(len, ticks.labels)) <= 18


@given(SOME)
def test_values_lie_on_the_axis(values: list[float]) -> None:
    for low, high in (compute_padded_range(values), compute_range_from_zero(values)):
        axis = Axis(low, high, 10, 110)
        assert all(10 - 1e-6 <= axis.get_position(value) <= 110 + 1e-6 for value in values)


@given(SOME)
def test_figures_of_any_values(values: list[float]) -> None:
    figures = format_values(values)
    assert len(figures) == len(values)
    assert max(map(len, figures)) <= 16


def test_equal_values_are_in_the_middle() -> None:
    assert compute_padded_range([0.0, 0.0]) == (-1, 1)
    low, high = compute_padded_range([5.0])
    assert (low + high) / 2 == pytest.approx(5)
    assert compute_range_from_zero([0.0]) == (0, 1)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf, 1e305])
def test_some_values_have_no_place(value: float) -> None:
    assert not is_drawable(value)


def test_value_figures() -> None:
    assert format_values([0.93, 0.1]) == ["0.930", "0.100"]
    assert format_values([34.5612, 34.5698]) == ["34.5612", "34.5698"]
    assert format_values([-0.0012, 0.01]) == ["−0.0012", "0.0100"]
    assert format_values([1.5e9, -2e9]) == ["1.50e9", "−2.00e9"]
    assert format_values([0.0, -0.0]) == ["0", "0"]
    assert format_values([]) == []


def test_nothing_is_minus_nothing() -> None:
    assert format_same_decimals([-0.0001, 1.0], 2) == ["0.00", "1.00"]


def test_exact_figures() -> None:
    assert format_exact(0.1) == "0.1"
    assert format_exact(1) == "1.0"
    assert format_exact(None) == ""
