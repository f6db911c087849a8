"""The exact solver against HiGHS, and the flows against the constraints."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.lp import lp_values

from tesla_metrics.core.solvers.transport import (
    Presolve,
    TransportSolution,
    solve_primal_dual,
    solve_transport,
)

Problem = tuple[np.ndarray, list[int], list[int]]


def masks(matrix: np.ndarray, profits: Sequence[int]) -> list[list[int]]:
    return [
        [sum(1 << y for y, k in enumerate(row) if k == profit) for row in matrix]
        for profit in profits
    ]


def solve_matrix(problem: Problem) -> TransportSolution:
    matrix, supply, demand = problem
    profits = sorted(set(matrix.ravel().tolist()) - {0})
    return solve_transport(
        masks(matrix, profits), masks(matrix.T, profits), profits, supply, demand
    )


def check_flows(problem: Problem, solution: TransportSolution) -> None:
    matrix, supply, demand = problem
    out, into = [0] * len(supply), [0] * len(demand)
    for x, y, amount in solution.flows:
        assert amount > 0
        out[x] += amount
        into[y] += amount
    assert all(a <= b for a, b in zip(out, supply, strict=True))
    assert all(a <= b for a, b in zip(into, demand, strict=True))
    assert sum(int(matrix[x, y]) * a for x, y, a in solution.flows) == solution.value


def random_problem(rng: random.Random) -> Problem:
    xs, ys = rng.randint(1, 9), rng.randint(1, 9)
    levels = sorted(rng.sample(range(1, 7), rng.randint(1, 4)))
    density = rng.random()
    matrix = np.array(
        [
            [rng.choice(levels) if rng.random() < density else 0 for _ in range(ys)]
            for _ in range(xs)
        ]
    )
    weights = rng.choice([[1], [1, 10], [1, 10, 100, 1000], [1, 2, 3, 5, 8]])
    return matrix, rng.choices(weights, k=xs), rng.choices(weights, k=ys)


def test_worked_example() -> None:
    matrix = np.array([[1, 0, 0], [0, 1, 0], [0, 2, 0], [0, 0, 2]])
    problem = (matrix, [10, 8, 2, 1], [10, 8, 1])
    solution = solve_matrix(problem)
    assert solution.value / 2 / 10 == pytest.approx(1.1, abs=1e-12)
    assert sorted(solution.flows) == [(0, 0, 10), (1, 1, 6), (2, 1, 2), (3, 2, 1)]


@pytest.mark.parametrize("seed", range(10))
def test_ten_thousand_random_problems_equal_highs(seed: int) -> None:
    rng = random.Random(seed)
    problems = [random_problem(rng) for _ in range(1000)]
    expected = [value for i in range(0, 1000, 50) for value in lp_values(problems[i : i + 50])]
    for problem, value in zip(problems, expected, strict=True):
        solution = solve_matrix(problem)
        assert solution.value == pytest.approx(value, rel=1e-9, abs=1e-9)
        check_flows(problem, solution)


def test_primal_dual_alone_is_exact_too() -> None:
    rng = random.Random(99)
    problems = [random_problem(rng) for _ in range(300)]
    for problem, value in zip(problems, lp_values(problems), strict=True):
        matrix, supply, demand = problem
        profits = sorted(set(matrix.ravel().tolist()) - {0})
        flows = solve_primal_dual(masks(matrix, profits), profits, supply, demand)
        assert sum(k * amount for k, _, _, amount in flows) == pytest.approx(value, rel=1e-9)


def test_presolve_keeps_the_optimum() -> None:
    rng = random.Random(7)
    problems = [random_problem(rng) for _ in range(300)]
    solved = 0
    for problem, value in zip(problems, lp_values(problems), strict=True):
        matrix, supply, demand = problem
        profits = sorted(set(matrix.ravel().tolist()) - {0})
        left_x, left_y = list(supply), list(demand)
        presolve = Presolve(
            masks(matrix, profits), masks(matrix.T, profits), profits, left_x, left_y
        )
        complete = presolve.run()
        (rest,) = lp_values([(matrix, left_x, left_y)])
        if complete:
            solved += 1
            assert rest == 0
        assert presolve.value + rest == pytest.approx(value, rel=1e-9, abs=1e-9)
    assert solved > 100


@given(st.data())
def test_symmetric(data: st.DataObject) -> None:
    problem = random_problem(random.Random(data.draw(st.integers(0, 10**6))))
    matrix, supply, demand = problem
    assert solve_matrix(problem).value == solve_matrix((matrix.T, demand, supply)).value


@pytest.mark.parametrize(
    ("matrix", "supply", "demand", "value"),
    [
        pytest.param(np.zeros((3, 2), int), [1, 1, 1], [1, 1], 0, id="disjoint"),
        pytest.param(np.full((4, 4), 2), [1] * 4, [1] * 4, 8, id="all-equal"),
        pytest.param(2 * np.eye(5, dtype=int), [1000] * 5, [1000] * 5, 10_000, id="identical"),
        pytest.param(np.array([[2]]), [1], [1000], 2, id="thousandths"),
        pytest.param(np.zeros((0, 3), int), [], [1, 1, 1], 0, id="empty"),
    ],
)
def test_degenerate(matrix: np.ndarray, supply: list[int], demand: list[int], value: int) -> None:
    solution = solve_matrix((matrix, supply, demand))
    assert solution.value == value
    check_flows((matrix, supply, demand), solution)


def test_greedy_would_be_wrong_here() -> None:
    # Taking the 6 first leaves 0 for the others; 5 + 4 is better.
    problem = (np.array([[6, 5], [4, 0]]), [1, 1], [1, 1])
    assert solve_matrix(problem).value == 9


def test_long_augmenting_paths_need_no_recursion() -> None:
    size = 3000
    rows = [[3 << i for i in range(size)]]  # x_i is joined to y_i and y_(i+1)
    columns = [[3 << i >> 1 & (1 << size) - 1 for i in range(size + 1)]]
    solution = solve_transport(rows, columns, [1], [1] * size, [0] + [1] * size)
    assert solution.value == size
