"""MERT: never below its start, within bounds, the same for the same seed."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import Bleu
from tesla_metrics.arrays import Floats
from tesla_metrics.decoding.tuning.mert import Optimum, TuningProblem, WeightSpace, optimise
from tesla_metrics.decoding.tuning.moses_mert import convert_to_bleu_rows, read_moses


def ratio(totals: Floats) -> Floats:
    found: Floats = totals[:, 0] / totals[:, 1]
    return found


class Toy:
    """Lists of different lengths, of which some have one candidate only."""

    def __init__(self, seed: int = 0, lists: int = 12, features: int = 4) -> None:
        random = np.random.default_rng(seed)
        self.starts = np.cumsum([0, *random.integers(1, 9, lists)])
        count = int(self.starts[-1])
        self.features = random.normal(size=(count, features)).round(2)
        self.statistics = np.column_stack([random.integers(0, 9, count), np.full(count, 9.0)])
        self.start = random.normal(size=features)

    def problem(self, sign: float = 1.0, core: str = "auto") -> TuningProblem:
        columns = self.features.T.copy()
        return TuningProblem(self.starts, columns, self.statistics, ratio, sign, core)

    def optimise(self, higher: bool = True, core: str = "auto", **facts: Any) -> Optimum:
        start = facts.pop("start", self.start)
        return optimise(self.problem(1.0 if higher else -1.0, core), start, **facts)

    def value(self, weights: Floats) -> float:
        problem = self.problem()
        return problem.evaluate(problem.choose(problem.compute_scores(weights)))


@settings(max_examples=20)
@given(seed=st.integers(0, 10_000), higher=st.booleans())
def test_it_never_ends_below_its_start(seed: int, higher: bool) -> None:
    toy = Toy(seed)
    found = toy.optimise(higher, restarts=1, seed=seed)
    assert found.start_value == pytest.approx(toy.value(toy.start), abs=1e-9)
    assert found.value == pytest.approx(toy.value(found.weights), abs=1e-9)
    assert found.value >= found.start_value if higher else found.value <= found.start_value


def test_lower_is_better_where_the_metric_says_so() -> None:
    toy = Toy()
    assert toy.optimise(higher=False).value < toy.value(toy.start) < toy.optimise().value


def test_both_cores_find_the_same() -> None:
    toy = Toy(3)
    one, other = (toy.optimise(core=core, seed=5) for core in ("python", "auto"))
    assert one.weights.tolist() == other.weights.tolist()


def test_the_seed_decides() -> None:
    toy = Toy(4, lists=40)
    first, again, other = (toy.optimise(seed=seed).weights.tolist() for seed in (1, 1, 2))
    assert first == again != other


def test_bounds_are_never_left_and_fixed_weights_stay() -> None:
    toy = Toy(5)
    low, high = np.array([0.0, -np.inf, -0.25, 0.5]), np.array([1.0, 0.0, np.inf, 0.5])
    start = np.array([0.5, -1.0, 0.0, 0.5])
    found = toy.optimise(start=start, space=WeightSpace(low, high, np.tile([-1.0, 1.0], (4, 1))))
    assert (low <= found.weights).all()
    assert (found.weights <= high).all()
    assert found.value > toy.value(start)


def test_a_feature_that_never_differs_is_left_alone() -> None:
    toy = Toy(6)
    toy.features[:, 1] = 7.0
    assert toy.optimise(restarts=0).weights[1] == toy.start[1]


def test_single_candidates_leave_nothing_to_do() -> None:
    toy = Toy(7)
    toy.starts = np.arange(len(toy.features) + 1)
    found = toy.optimise()
    assert found.weights.tolist() == toy.start.tolist()
    assert found.n_searches == 0


def test_huge_and_tiny_features_are_tuned_as_others() -> None:
    toy = Toy(8)
    toy.features *= [1e90, 1e-90, 1.0, 1.0]
    found = toy.optimise(start=np.array([1e-90, 1e90, 1.0, 1.0]))
    assert found.value > found.start_value


def test_every_start_is_told() -> None:
    told: list[int] = []
    Toy().optimise(restarts=3, progress=told.append)
    assert told == [1] * 4


@pytest.mark.data
def test_moses_lists_reach_what_moses_reaches(shared: Path) -> None:
    folder = shared / "nbest" / "moses-basic"
    data = read_moses(str(folder / "FEATSTAT.txt"), str(folder / "SCORESTAT.txt"))
    lines = (folder / "INIT").read_text("utf-8").splitlines()
    start, *ranges = (np.array(line.split(), dtype=np.float64) for line in lines)
    problem = TuningProblem(
        data.starts,
        data.features.T.copy(),
        convert_to_bleu_rows(data.statistics),
        Bleu(smooth_method="none").system_values,
    )
    unbound = np.full(len(start), np.inf)
    space = WeightSpace(-unbound, unbound, np.stack(ranges, axis=1))
    found = optimise(problem, start, space, seed=1000)
    assert found.value / 100 > 0.304339 - 1e-6
