"""Prices against the dual problem and against what more weight really brings."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from tesla_metrics.arrays import Array, Floats
from tesla_metrics.matching.prices import prices_highest_x, prices_highest_y, worth_more

UNITS = 10  # of a profit of 1
STEP = 1e-3


def solve(profits: Array, supply: Floats, demand: Floats) -> tuple[float, Floats]:
    """By another solver: the optimum and its flows."""
    rows, columns = profits.shape
    sums = np.zeros((rows + columns, rows * columns))
    for x in range(rows):
        sums[x, x * columns : (x + 1) * columns] = 1
    for y in range(columns):
        sums[rows + y, y::columns] = 1
    limits = np.concatenate([supply, demand])
    found = linprog(-profits.ravel(), A_ub=sums, b_ub=limits, method="highs-ds")
    return -found.fun, found.x.reshape(rows, columns)


@st.composite
def problems(draw: st.DrawFn) -> tuple[Array, Floats, Floats]:
    rows, columns = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    profit = st.sampled_from([0, 2, 5, 8, UNITS])
    weight = st.sampled_from([0.5, 1.0, 2.0])
    cells = draw(st.lists(profit, min_size=rows * columns, max_size=rows * columns))
    supply = draw(st.lists(weight, min_size=rows, max_size=rows))
    demand = draw(st.lists(weight, min_size=columns, max_size=columns))
    return np.array(cells).reshape(rows, columns), np.array(supply), np.array(demand)


@given(problems())
def test_prices_solve_the_dual_problem(problem: tuple[Array, Floats, Floats]) -> None:
    profits, supply, demand = problem
    value, flows = solve(profits, supply, demand)
    flowing = flows > 1e-9
    left_x, left_y = supply - flows.sum(axis=1) > 1e-9, demand - flows.sum(axis=0) > 1e-9
    high = prices_highest_x(profits, flowing, left_x)
    low = prices_highest_y(profits, flowing, left_y)
    for x, y in (high, low):
        assert (x >= 0).all()
        assert (y >= 0).all()
        assert (x[:, None] + y >= profits).all()
        assert x @ supply + y @ demand == pytest.approx(value, abs=1e-9)
    assert (high.x >= low.x).all()
    assert (high.y <= low.y).all()


@given(problems(), st.data())
def test_the_highest_prices_tell_what_more_weight_brings(
    problem: tuple[Array, Floats, Floats], data: st.DataObject
) -> None:
    profits, supply, demand = problem
    own = st.sampled_from([0, 2, 5, 8, UNITS])
    fresh = np.array(data.draw(st.lists(own, min_size=len(supply), max_size=len(supply))))[:, None]
    value, flows = solve(profits, supply, demand)
    left = supply - flows.sum(axis=1) > 1e-9
    prices = prices_highest_x(profits, flows > 1e-9, left)
    more, _ = solve(np.hstack([profits, fresh]), supply, np.append(demand, STEP))
    assert worth_more(fresh, prices.x)[0] == pytest.approx((more - value) / STEP, abs=1e-6)


def test_flows_that_a_swap_would_better_are_refused() -> None:
    profits = np.array([[10, 9], [9, 0]])
    with pytest.raises(ValueError, match="optimum"):
        prices_highest_x(profits, np.eye(2, dtype=bool), np.zeros(2, dtype=bool))


def test_an_empty_side_has_no_prices() -> None:
    none = np.zeros((0, 2), dtype=np.int64)
    x, y = prices_highest_x(none, none.astype(bool), np.zeros(0, dtype=bool))
    assert x.tolist() == []
    assert y.tolist() == [0, 0]
