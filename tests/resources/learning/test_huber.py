"""The modified Huber loss, against its definition and finite differences."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tesla_metrics.resources.learning.newton import (
    compute_first_derivatives,
    compute_losses,
    compute_second_derivatives,
)

MARGINS = st.floats(-50, 50)
SIGNS = st.sampled_from([-1.0, 1.0])
STEP = 1e-5


def naive(p: float, y: float) -> float:
    """As it is written."""
    if p * y < -1:
        return -4 * p * y
    return (1 - p * y) ** 2 if p * y < 1 else 0.0


def at(function: object, p: float, y: float) -> float:
    assert callable(function)
    return float(function(np.array([p]), np.array([y]))[0])


@given(MARGINS, SIGNS)
def test_losses_are_the_definition(p: float, y: float) -> None:
    assert at(compute_losses, p, y) == pytest.approx(naive(p, y), abs=1e-12)


@given(MARGINS, SIGNS)
def test_slopes_against_finite_differences(p: float, y: float) -> None:
    rise = (naive(p + STEP, y) - naive(p - STEP, y)) / (2 * STEP)
    assert at(compute_first_derivatives, p, y) == pytest.approx(rise, abs=1e-4)


@given(MARGINS, SIGNS)
def test_bends_against_finite_differences(p: float, y: float) -> None:
    assume(min(abs(p - 1), abs(p + 1)) > 2 * STEP)  # where it has none
    rise = (
        at(compute_first_derivatives, p + STEP, y) - at(compute_first_derivatives, p - STEP, y)
    ) / (2 * STEP)
    assert at(compute_second_derivatives, p, y) == pytest.approx(rise, abs=1e-5)


@pytest.mark.parametrize(
    ("margin", "loss", "slope", "bend"),
    [(-2, 8, -4, 0), (-1, 4, -4, 0), (0, 1, -2, 2), (0.5, 0.25, -1, 2), (1, 0, 0, 0), (3, 0, 0, 0)],
)
def test_by_hand(margin: float, loss: float, slope: float, bend: float) -> None:
    found = [
        at(function, margin, 1)
        for function in (compute_losses, compute_first_derivatives, compute_second_derivatives)
    ]
    assert found == [loss, slope, bend]
