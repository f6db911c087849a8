"""Agreement of judges."""

import numpy as np
import pytest
from judged.tracks import make_rankings

from tesla_metrics.evaluation.metric_comparison import (
    Agreement,
    compute_expected_agreement,
    compute_inter_judge_agreement,
    compute_intra_judge_agreement,
)


def test_worked_example() -> None:
    assert Agreement(10_000, 0.6846).kappa == pytest.approx(0.5269, abs=5e-5)


def test_three_judges() -> None:
    # Of the first two outputs x and y say better, z worse; of the others all say tie.
    rows = [(0, 0, 1, 1), (0, 0, 1, 1), (0, 0, 1, -1), (1, 0, 1, 0), (1, 0, 1, 0), (1, 0, 1, 0)]
    found = compute_inter_judge_agreement(make_rankings(rows, ["x", "y", "z"] * 2))
    assert found == Agreement(6, 4 / 6)
    assert found.kappa == pytest.approx((4 / 6 - 1 / 3) / (2 / 3))


def test_sides_may_be_swapped() -> None:
    same = make_rankings([(0, 0, 1, 1), (0, 1, 0, -1)], ["x", "y"])
    opposite = make_rankings([(0, 0, 1, 1), (0, 1, 0, 1)], ["x", "y"])
    assert compute_inter_judge_agreement(same) == Agreement(1, 1.0)
    assert compute_inter_judge_agreement(opposite) == Agreement(1, 0.0)


def test_a_judge_asked_twice() -> None:
    rows = [(0, 0, 1, 1), (0, 1, 0, -1), (0, 0, 1, 0), (0, 0, 1, 1)]
    rankings = make_rankings(rows, ["x", "x", "x", "y"])
    assert compute_intra_judge_agreement(rankings) == Agreement(3, 1 / 3)
    assert compute_inter_judge_agreement(rankings) == Agreement(3, 2 / 3)


def test_other_outputs_are_other_questions() -> None:
    rankings = make_rankings([(0, 0, 1, 1), (1, 0, 1, 1), (0, 0, 2, 1)], ["x", "y", "y"])
    assert compute_inter_judge_agreement(rankings) is None
    assert compute_intra_judge_agreement(rankings) is None


@pytest.mark.parametrize(
    ("preferences", "expected"),
    [([1, -1, 0], 1 / 3), ([1, 1, -1], 1 / 2), ([0, 0], 1.0), ([1, 0, 0, 0], 0.75**2 + 2 / 64)],
)
def test_chance_from_counts(preferences: list[int], expected: float) -> None:
    rankings = make_rankings([(0, 0, 1, p) for p in preferences], ["x"] * len(preferences))
    assert compute_expected_agreement(rankings) == pytest.approx(expected)


def test_judges_that_guess() -> None:
    generator = np.random.default_rng(4)
    rows = [(n % 2000, 0, 1, int(generator.integers(-1, 2))) for n in range(4000)]
    found = compute_inter_judge_agreement(make_rankings(rows, ["x"] * 2000 + ["y"] * 2000))
    assert found is not None
    assert found.pairs == 2000
    assert abs(found.kappa) < 0.05
