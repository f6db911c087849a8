"""Prices of a transport problem: of all optimal ones those that were asked for."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from tesla_metrics.core.solvers.transport import solve_transport
from tesla_metrics.core.solvers.transport_prices import (
    compute_marginal_values,
    find_highest_x_prices,
    find_highest_y_prices,
)

Problem = tuple[np.ndarray, list[int], list[int]]


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    shape = draw(st.integers(0, 4)), draw(st.integers(0, 4))
    entries = st.lists(
        st.integers(0, 3), min_size=shape[0] * shape[1], max_size=shape[0] * shape[1]
    )
    profits = np.array(draw(entries), np.int64).reshape(shape)
    x, y = (draw(st.lists(st.integers(0, 3), min_size=n, max_size=n)) for n in shape)
    return profits, x, y


def solved(problem: Problem) -> tuple[int, np.ndarray, np.ndarray, np.ndarray]:
    """The optimum, where weight flows, and who has some left."""
    profits, supply, demand = problem
    levels = range(1, 4)
    rows = [
        [sum(1 << j for j in np.flatnonzero(row == k).tolist()) for row in profits] for k in levels
    ]
    turned = [
        [sum(1 << i for i in np.flatnonzero(row == k).tolist()) for row in profits.T]
        for k in levels
    ]
    found = solve_transport(rows, turned, levels, supply, demand)
    moved = np.zeros(profits.shape, np.int64)
    for i, j, amount in found.flows:
        moved[i, j] += amount
    left_x, left_y = np.array(supply) - moved.sum(axis=1), np.array(demand) - moved.sum(axis=0)
    return found.value, moved > 0, left_x > 0, left_y > 0


def highest(problem: Problem, value: int, number: int) -> float:
    """What one price can be at most, of all that are optimal; no more than the highest profit."""
    profits, supply, demand = problem
    xs, ys = profits.shape
    rows = [
        [-float(k in (i, xs + j)) for k in range(xs + ys)] for i in range(xs) for j in range(ys)
    ]
    costs = np.array([float(k == number) for k in range(xs + ys)])
    most = max(profits.max(initial=0), 0)
    found = linprog(
        -costs,
        A_ub=np.array(rows) if rows else None,
        b_ub=-profits.ravel() if rows else None,
        A_eq=np.array([[*supply, *demand]]),
        b_eq=[value],
        bounds=(0, most),
    )
    return float(costs @ found.x)


@given(problems())
@settings(max_examples=30, deadline=None)
def test_the_highest_of_all_optimal_prices(problem: Problem) -> None:
    profits, supply, demand = problem
    value, flowing, left_x, left_y = solved(problem)
    xs, ys = profits.shape
    for prices in (
        find_highest_x_prices(profits, flowing, left_x),
        find_highest_y_prices(profits, flowing, left_y),
    ):
        assert (prices.x >= 0).all()
        assert (prices.y >= 0).all()
        assert (prices.x[:, None] + prices.y >= profits).all()
        assert prices.x @ np.array(supply, int) + prices.y @ np.array(demand, int) == value
    if xs + ys:
        x = find_highest_x_prices(profits, flowing, left_x).x.tolist()
        y = find_highest_y_prices(profits, flowing, left_y).y.tolist()
        best = [highest(problem, value, number) for number in range(xs + ys)]
        assert x + y == pytest.approx(best, abs=1e-6)


def test_flows_that_are_no_optimum() -> None:
    profits = np.array([[1, 2], [2, 1]])
    with pytest.raises(ValueError, match="not an optimum"):
        find_highest_x_prices(profits, np.eye(2, dtype=bool), np.array([False, False]))


def test_what_more_would_be_worth() -> None:
    profits, x = np.array([[3, 1], [2, 2]]), np.array([2, 0])
    assert compute_marginal_values(profits, x).tolist() == [2, 2]
    assert compute_marginal_values(np.zeros((0, 2), int), np.zeros(0, int)).tolist() == [0, 0]
