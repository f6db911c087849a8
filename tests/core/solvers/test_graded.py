"""The general transport problem, plain and native, against HiGHS."""

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from oracles.lp import lp_values

from tesla_metrics.core.solvers.graded_transport import solve_graded
from tesla_metrics.native import load_native

Problem = tuple[np.ndarray, list[float], list[float]]
Solution = tuple[float, Sequence[tuple[int, int, float]]]
Solve = Callable[[np.ndarray, list[float], list[float]], Solution]


def plain(similarity: np.ndarray, supply: list[float], demand: list[float]) -> Solution:
    solved = solve_graded(similarity.tolist(), supply, demand)
    total = max(sum(supply), sum(demand))  # which the grain of weights is a share of
    assert solved.total_supply == pytest.approx(sum(supply), rel=0, abs=1e-12 * total)
    assert solved.total_demand == pytest.approx(sum(demand), rel=0, abs=1e-12 * total)
    return solved.value, solved.flows


def native(similarity: np.ndarray, supply: list[float], demand: list[float]) -> Solution:
    module: Any = load_native()
    if module is None:
        pytest.skip("no native core is built, or TESLA_PURE is set")
    solution: Solution = module.transport(similarity, supply, demand)
    return solution


SOLVERS = [pytest.param(plain, id="plain"), pytest.param(native, id="native")]


def similarities(rng: random.Random, xs: int, ys: int) -> np.ndarray:
    kind = rng.randrange(4)
    density = rng.random()

    def one() -> float:
        if rng.random() > density:
            return 0.0
        if kind == 0:
            return rng.random()
        if kind == 1:  # ties, ones
            return rng.choice([0.25, 0.5, 0.5, 1.0])
        if kind == 2:  # alike, though not so much that HiGHS takes them for equal (1e-7)
            return 0.5 + rng.randrange(1000) / 1e5
        return rng.choice([1.0, rng.random(), 1 / 3, 1e-3])

    return np.array([[one() for _ in range(ys)] for _ in range(xs)]).reshape(xs, ys)


def weights(rng: random.Random, count: int) -> list[float]:
    kind = rng.randrange(4)
    if kind == 0:
        return [1.0] * count
    if kind == 1:
        return [rng.choice([1.0, 0.1, 0.01]) for _ in range(count)]
    if kind == 2:
        return [rng.random() + 1e-9 for _ in range(count)]
    return [10 ** rng.uniform(-7, 0) for _ in range(count)]


def random_problem(rng: random.Random) -> Problem:
    xs, ys = rng.randint(1, 9), rng.randint(1, 9)
    return similarities(rng, xs, ys), weights(rng, xs), weights(rng, ys)


def highs(problems: Sequence[Problem]) -> list[float]:
    # HiGHS lets constraints be missed by 1e-7, which is nothing beside weights of thousands.
    heavy = [(s, [w * 1e4 for w in x], [w * 1e4 for w in y]) for s, x, y in problems]
    return [value / 1e4 for value in lp_values(heavy)]


def check_flows(problem: Problem, solution: Solution) -> None:
    similarity, supply, demand = problem
    value, flows = solution
    out, into = [0.0] * len(supply), [0.0] * len(demand)
    for x, y, amount in flows:
        assert amount > 0
        out[x] += amount
        into[y] += amount
    scale = max(sum(supply), sum(demand))
    assert all(a <= b + 1e-9 * scale for a, b in zip(out, supply, strict=True))
    assert all(a <= b + 1e-9 * scale for a, b in zip(into, demand, strict=True))
    assert len({(x, y) for x, y, _ in flows}) == len(flows)
    total = math.fsum(float(similarity[x, y]) * amount for x, y, amount in flows)
    assert total == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize("solve", SOLVERS)
@pytest.mark.parametrize("seed", range(6))
def test_three_thousand_random_problems_equal_highs(seed: int, solve: Solve) -> None:
    rng = random.Random(seed)
    problems = [random_problem(rng) for _ in range(500)]
    expected = [value for i in range(0, 500, 50) for value in highs(problems[i : i + 50])]
    for problem, value in zip(problems, expected, strict=True):
        solution = solve(*problem)
        assert solution[0] == pytest.approx(value, rel=1e-9, abs=1e-9)
        check_flows(problem, solution)


@pytest.mark.parametrize("solve", SOLVERS)
def test_nearly_equal_similarities_are_told_apart(solve: Solve) -> None:
    # HiGHS does not, so it can only say what is to be reached at least.
    rng = random.Random(8)
    for _ in range(200):
        similarity, supply, demand = random_problem(rng)
        problem = (0.5 + similarity * 1e-7, supply, demand)
        (least,) = highs([problem])
        solution = solve(*problem)
        assert solution[0] >= least - 1e-9
        check_flows(problem, solution)
    assert solve(np.array([[0.5, 0.5 + 1e-11]]), [1.0], [1.0, 1.0])[1] == [(0, 1, 1.0)]


@pytest.mark.parametrize("seed", range(3))
def test_both_are_equal(seed: int) -> None:
    rng = random.Random(100 + seed)
    for _ in range(400):
        problem = random_problem(rng)
        scale = 10.0 ** rng.randint(-12, 12)
        similarity, supply, demand = problem
        scaled = (similarity, [w * scale for w in supply], [w * scale for w in demand])
        one, two = plain(*scaled), native(*scaled)
        assert one[0] == pytest.approx(two[0], rel=1e-12, abs=1e-12 * scale)
        # What is optimal does not depend on the unit of weight.
        assert two[0] / scale == pytest.approx(native(*problem)[0], rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("seed", range(2))
def test_sentences_of_sixty_words(seed: int) -> None:
    rng = random.Random(seed)
    vectors = np.random.default_rng(seed).normal(size=(2, 60, 8))
    vectors /= np.linalg.norm(vectors, axis=2, keepdims=True)
    similarity = np.clip(vectors[0] @ vectors[1].T, 0, 1)
    problem = (similarity, weights(rng, 60), weights(rng, 60))
    (value,) = highs([problem])
    one, two = plain(*problem), native(*problem)
    assert one[0] == pytest.approx(value, rel=1e-9)
    assert two[0] == pytest.approx(one[0], rel=1e-12)
    check_flows(problem, two)


@pytest.mark.parametrize("solve", SOLVERS)
@pytest.mark.parametrize(
    ("similarity", "supply", "demand", "value"),
    [
        pytest.param(np.zeros((3, 2)), [1.0] * 3, [1.0] * 2, 0.0, id="zeros"),
        pytest.param(np.ones((3, 2)), [1.0, 0.1, 2.0], [1.0, 0.5], 1.5, id="ones"),
        pytest.param(np.ones((2, 3)), [0.1, 0.2], [1.0, 2.0, 0.1], 0.3, id="more-demand"),
        pytest.param(np.array([[0.2, 0.9, 0.5]]), [1.0], [0.3, 0.5, 0.9], 0.7, id="one-row"),
        pytest.param(np.array([[0.2], [0.9]]), [1.0, 0.5], [1.0], 0.55, id="one-column"),
        pytest.param(np.array([[0.7]]), [1e-9], [1e9], 7e-10, id="one-pair"),
        pytest.param(np.array([[1.0]]), [1e300], [1e300], 1e300, id="huge"),
        pytest.param(np.array([[1.0]]), [1e-250], [1e-250], 1e-250, id="tiny"),
        pytest.param(np.eye(4), [1.0] * 4, [1.0] * 4, 4.0, id="identical"),
        pytest.param(
            np.array([[0.9, 0.8], [0.7, 0.0]]), [1.0] * 2, [1.0] * 2, 1.5, id="not-greedy"
        ),
        pytest.param(np.zeros((0, 3)), [], [1.0] * 3, 0.0, id="no-rows"),
        pytest.param(np.zeros((3, 0)), [1.0] * 3, [], 0.0, id="no-columns"),
        pytest.param(np.zeros((0, 0)), [], [], 0.0, id="nothing"),
        pytest.param(np.ones((1, 2)), [0.0], [0.0] * 2, 0.0, id="no-weights"),
        pytest.param(np.ones((2, 2)), [0.0, 0.0], [1.0, 1.0], 0.0, id="no-weight"),
    ],
)
def test_degenerate(
    similarity: np.ndarray, supply: list[float], demand: list[float], value: float, solve: Solve
) -> None:
    solution = solve(similarity, supply, demand)
    total = max(sum(supply), sum(demand), 0.0)
    assert solution[0] == pytest.approx(value, rel=1e-9, abs=2**-50 * total)
    check_flows((similarity, supply, demand), solution)


def test_weights_too_small_for_units_are_none() -> None:
    assert solve_graded([[1.0, 1.0]], [1e-310], [1e-310, 0.0]) == (0.0, [], 0.0, 0.0)


def test_weights_that_do_not_fit_are_refused() -> None:
    for supply, demand in (([1.0], [1.0]), ([1.0] * 2, [1.0] * 2), ([], [1.0] * 3)):
        with pytest.raises(ValueError, match="do not fit"):
            native(np.ones((2, 3)), supply, demand)


def test_arrays_of_any_layout() -> None:
    similarity = np.random.default_rng(1).random((4, 6))
    supply, demand = [1.0, 0.5, 0.2, 2.0], [0.5] * 6
    expected = plain(similarity, supply, demand)[0]
    for same in (np.asfortranarray(similarity), np.repeat(similarity, 2, axis=1)[:, ::2]):
        assert native(same, supply, demand)[0] == pytest.approx(expected, rel=1e-12)
