"""Scores with what tesla-x sees: raised, capped, and as before where there is nothing to see."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.resources.contextual.adapter_file import (
    CHANGE_PENALTIES,
    SHARPNESS,
    TRUST_THRESHOLD,
    apply_checks,
    cap_by_changes,
    raise_to_tesla_x,
)

SHARES = st.floats(0, 1)
COLUMNS = st.lists(SHARES, min_size=len(CHANGE_PENALTIES), max_size=len(CHANGE_PENALTIES))


def one(value: float) -> np.ndarray:
    return np.array([value])


def none() -> list[np.ndarray]:
    return [one(0.0) for _ in CHANGE_PENALTIES]


def test_raised() -> None:
    assert raise_to_tesla_x(one(0.6), one(1.0)) == one(1.0)
    half = (1 + TRUST_THRESHOLD) / 2
    assert raise_to_tesla_x(one(0.6), one(half))[0] == pytest.approx((0.6 + half) / 2)
    assert raise_to_tesla_x(one(0.6), one(TRUST_THRESHOLD)) == one(0.6)
    assert raise_to_tesla_x(one(0.97), one(0.96)) == one(0.97)


@given(SHARES, SHARES)
def test_nothing_has_changed(head: float, graded: float) -> None:
    assert cap_by_changes(one(head), none())[0] == pytest.approx(head)
    assert head <= raise_to_tesla_x(one(head), one(graded))[0] <= max(head, graded) + 1e-12


def test_equal_texts_have_one() -> None:
    assert apply_checks(one(1.0), one(1.0), none())[0] == 1.0
    assert apply_checks(one(0.0), one(0.0), [one(1.0) for _ in CHANGE_PENALTIES])[0] == 0.0


@given(st.floats(0.01, 1), COLUMNS)
def test_capped_as_written(score: float, changed: list[float]) -> None:
    most = float(
        np.prod([1 - p * c for p, c in zip(CHANGE_PENALTIES.values(), changed, strict=True)])
    )
    wanted = (score**-SHARPNESS + most**-SHARPNESS - 1) ** (-1 / SHARPNESS)
    found = cap_by_changes(one(score), [one(column) for column in changed])[0]
    assert found == pytest.approx(wanted)
    assert found <= min(score, most) + 1e-9


@given(SHARES, SHARES, SHARES, COLUMNS)
def test_a_better_head_is_no_worse(a: float, b: float, graded: float, changed: list[float]) -> None:
    columns = [np.repeat(column, 2) for column in changed]
    low, high = apply_checks(np.array(sorted((a, b))), np.repeat(graded, 2), columns)
    assert low <= high + 1e-12


def test_what_is_bad_is_not_punished_again() -> None:
    changed = [one(1.0), *none()[1:]]
    assert cap_by_changes(one(1.0), changed)[0] == pytest.approx(1 - CHANGE_PENALTIES["numbers"])
    assert cap_by_changes(one(0.5), changed)[0] == pytest.approx(0.5, abs=0.001)
