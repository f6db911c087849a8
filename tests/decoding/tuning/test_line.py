"""A line search finds the best there is on the line, as trying all intervals does."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.line_search import best_value

from tesla_metrics.arrays import Floats
from tesla_metrics.decoding.tuning.mert import LineStep, StepBounds, TuningProblem, find_best_step

# Height, slope, and what the candidate adds to two sums.
CANDIDATE = st.tuples(*[st.integers(-9, 9)] * 2, *[st.integers(0, 9)] * 2)
LISTS = st.lists(st.lists(CANDIDATE, min_size=1, max_size=7), min_size=1, max_size=5)
ANYWHERE = StepBounds(-np.inf, np.inf, 1.0)


def ratio(totals: Floats) -> Floats:
    """No mean of candidates: a share of sums, as BLEU and TER have them."""
    found: Floats = totals[:, 0] / (totals[:, 1] + 1)
    return found


def problem_of(lists: Sequence[Sequence[tuple[int, ...]]], sign: float = 1.0) -> TuningProblem:
    rows = np.array([one for own in lists for one in own], dtype=np.float64)
    starts = np.cumsum([0, *map(len, lists)])
    return TuningProblem(starts, rows.T[:2].copy(), rows[:, 2:], ratio, sign)


def step_of(problem: TuningProblem, window: StepBounds) -> LineStep | None:
    heights, slopes = problem.features
    return find_best_step(problem, heights, slopes, window)


@pytest.mark.parametrize("sign", [1.0, -1.0], ids=["higher", "lower"])
@given(lists=LISTS)
def test_it_is_as_good_as_trying_all_intervals(
    sign: float, lists: Sequence[Sequence[tuple[int, ...]]]
) -> None:
    problem = problem_of(lists, sign)
    step = step_of(problem, ANYWHERE)
    assert step is not None

    def value(places: tuple[int, ...]) -> float:
        chosen = np.array(places) + problem.starts[:-1]
        return problem.evaluate(chosen)

    exact = [[(Fraction(a), Fraction(b)) for a, b, *_ in own] for own in lists]
    assert step.value == pytest.approx(best_value(exact, value), rel=1e-12)
    heights, slopes = problem.features
    there = problem.choose(heights + step.length * slopes)
    assert problem.evaluate(there) == pytest.approx(step.value, rel=1e-12)


def test_it_goes_to_the_middle_of_the_widest_of_equal_intervals() -> None:
    # Best from 0 to 1 and from 2 to 5.
    best, other = (0, 1), (1, 1)
    lists = [[(0, 0, *other), (0, 1, *best), (-1, 2, *other), (-3, 3, *best), (-8, 4, *other)]]
    problem = problem_of(lists, -1.0)
    step = step_of(problem, ANYWHERE)
    assert step is not None
    assert step.length == 3.5


def test_it_stays_in_its_window() -> None:
    lists = [[(0, 0, 0, 1), (-4, 1, 5, 1)]]  # the better one beyond 4
    problem = problem_of(lists)
    for window, best in [((-9.0, 3.0), 0.0), ((-9.0, 5.0), 2.5), ((5.0, 6.0), 2.5)]:
        step = step_of(problem, StepBounds(*window, 1.0))
        assert step is not None
        assert step.value == best
        assert window[0] <= step.length <= window[1]
    assert step_of(problem, StepBounds(2.0, 2.0, 1.0)) is None


def test_nothing_that_moves_is_one_interval() -> None:
    problem = problem_of([[(3, 0, 1, 1), (2, 0, 5, 1)], [(1, 1, 0, 1)]])
    step = step_of(problem, ANYWHERE)
    assert step is not None
    assert (step.length, step.value) == (0.0, 1 / 3)


def test_what_lies_beyond_the_last_change_is_found_however_far_out_that_is() -> None:
    for slope in (1e-16, -1e-16):
        problem = problem_of([[(0, 0, 1, 1), (-4, 0, 5, 1)]])
        step = find_best_step(problem, problem.features[0], np.array([0.0, slope]), ANYWHERE)
        assert step is not None
        assert step.value == 2.5


def test_rounding_makes_no_intervals_where_all_choices_change_at_one_point() -> None:
    # A single weight matters by its sign only: everything changes where it is 0.
    for seed in range(300):
        random = np.random.default_rng(seed)
        values = random.normal(size=(1, 24))
        rows = random.integers(0, 9, (24, 2)).astype(np.float64)
        problem = TuningProblem(np.array([0, 8, 16, 24]), values, rows, ratio)
        step = find_best_step(problem, values[0] * random.normal(), values[0], ANYWHERE)
        assert step is not None
        sides = [problem.evaluate(problem.choose(sign * values[0])) for sign in (1, -1)]
        assert step.value == pytest.approx(max(sides), rel=1e-12)
