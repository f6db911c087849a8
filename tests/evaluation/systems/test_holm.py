"""Holm's correction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.evaluation.systems.significance import correct_by_holm

ALPHA = 0.05


def test_by_hand() -> None:
    assert correct_by_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_one_test_needs_no_correction() -> None:
    assert correct_by_holm([0.3]) == [0.3]
    assert correct_by_holm([]) == []


def test_never_above_one() -> None:
    assert correct_by_holm([1.0, 1.0, 0.9]) == [1.0, 1.0, 1.0]


@given(st.lists(st.floats(0, 1), max_size=8))
def test_rejects_as_the_definition_does(p_values: list[float]) -> None:
    # The definition: from the smallest on, reject while p <= alpha / (tests left).
    rejected = set()
    for place, index in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        if (len(p_values) - place) * p_values[index] > ALPHA:
            break
        rejected.add(index)
    corrected = correct_by_holm(p_values)
    assert {index for index, p in enumerate(corrected) if p <= ALPHA} == rejected
    assert all(after >= before for before, after in zip(p_values, corrected, strict=True))
