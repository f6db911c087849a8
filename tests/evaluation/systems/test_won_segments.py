"""Two systems segment by segment."""

import numpy as np
import pytest

from tesla_metrics.evaluation.systems.significance import (
    compute_effect_size,
    count_best,
    count_wins,
    find_most_different,
)

A = np.array([0.5, 0.25, 0.75, 0.1 + 0.2, 0.0])
B = np.array([0.25, 0.5, 0.25, 0.3, 0.0])


def test_wins_losses_ties() -> None:
    # 0.1 + 0.2 and 0.3 differ in the last digit only.
    assert count_wins(A, B, higher_is_better=True) == (2, 1, 2)
    assert count_wins(A, B, higher_is_better=False) == (1, 2, 2)


def test_effect_size() -> None:
    differences = np.array([0.25, -0.25, 0.5, 0.0, 0.0])
    assert compute_effect_size(A, B) == pytest.approx(differences.mean() / differences.std(ddof=1))
    assert compute_effect_size(B, A) == pytest.approx(-differences.mean() / differences.std(ddof=1))


def test_effect_size_without_spread() -> None:
    assert compute_effect_size(A, A) == 0
    assert compute_effect_size(A[:1], A[:1]) == 0
    assert compute_effect_size(A[:1], B[:1]) is None
    assert compute_effect_size(B + 0.1, B) is None


def test_most_different() -> None:
    assert find_most_different(A, B, 10) == [2, 0, 1]
    assert find_most_different(A, B, 1) == [2]
    assert find_most_different(A, B, 0) == []


def test_best_alone() -> None:
    scores = np.array([[3.0, 1.0, 2.0, 5.0], [1.0, 1.0, 3.0, 5.0], [2.0, 0.0, 1.0, 6.0]])
    assert count_best(scores, higher_is_better=True) == [1, 1, 1]
    assert count_best(scores, higher_is_better=False) == [0, 1, 2]
