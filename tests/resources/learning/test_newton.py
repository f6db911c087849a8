"""Linear problems: what is found is the least there is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.arrays import Floats
from tesla_metrics.resources.learning.newton import (
    DesignMatrix,
    compute_first_derivatives,
    compute_losses,
    minimise,
)

pytest.importorskip("scipy")


def design_of(matrix: Floats, strength: float, beside: Floats | None = None) -> DesignMatrix:
    from scipy.sparse import csr_array

    plain = DesignMatrix.from_sparse(csr_array(matrix), strength)
    return plain if beside is None else DesignMatrix(plain.matrix, beside, strength)


def risk(design: DesignMatrix, signs: Floats, weights: Floats) -> float:
    whole = np.hstack([design.matrix.toarray(), design.dense])
    return float(
        compute_losses(whole @ weights, signs).mean() + (design.penalties * weights**2).sum()
    )


def slope(design: DesignMatrix, signs: Floats, weights: Floats) -> Floats:
    whole = np.hstack([design.matrix.toarray(), design.dense])
    found: Floats = whole.T @ compute_first_derivatives(whole @ weights, signs) / len(signs)
    return found + 2 * design.penalties * weights


def walked_down(design: DesignMatrix, signs: Floats) -> Floats:
    """The obvious way: small steps down the slope, very many of them."""
    whole = np.hstack([design.matrix.toarray(), design.dense])
    step = 1 / (2 * np.linalg.norm(whole, 2) ** 2 / len(signs) + 2 * design.penalty)
    weights = np.zeros(whole.shape[1])
    for _ in range(20_000):
        down = slope(design, signs, weights)
        weights = weights - step * down
        if np.abs(down).max() < 1e-11:
            break
    return weights


def some(seed: int, rows: int, columns: int, beside: int = 0) -> tuple[Floats, Floats, Floats]:
    rng = np.random.default_rng(seed)
    matrix = rng.integers(0, 3, (rows, columns)) * (rng.random((rows, columns)) < 0.4)
    signs = np.where(rng.random(rows) < 0.3, 1.0, -1.0)
    return matrix.astype(float), signs, rng.normal(size=(rows, beside))


@pytest.mark.parametrize("beside", [0, 2])
@pytest.mark.parametrize("strength", [1.0, 0.05])
def test_against_the_obvious_way(strength: float, beside: int) -> None:
    matrix, signs, dense = some(7, 30, 6, beside)
    design = design_of(matrix, strength, dense)
    found = minimise(design, signs, 1e-11)
    assert found == pytest.approx(walked_down(design, signs), abs=1e-8)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.integers(1, 25), st.integers(1, 30), st.integers(0, 3))
def test_nothing_near_is_lower(seed: int, rows: int, columns: int, beside: int) -> None:
    matrix, signs, dense = some(seed, rows, columns, beside)
    design = design_of(matrix, 1e-3, dense)
    found = minimise(design, signs, 1e-9)
    first = np.abs(slope(design, signs, np.zeros(len(found)))).max()
    assert np.abs(slope(design, signs, found)).max() <= 1e-7 * max(first, 1e-300)


@settings(max_examples=30)
@given(st.integers(0, 10**6))
def test_the_slope_is_that_of_the_risk(seed: int) -> None:
    matrix, signs, dense = some(seed, 12, 4, 1)
    design = design_of(matrix, 0.01, dense)
    at = np.random.default_rng(seed).normal(size=5)
    rises = [
        (risk(design, signs, at + 1e-6 * unit) - risk(design, signs, at - 1e-6 * unit)) / 2e-6
        for unit in np.eye(5)
    ]
    assert slope(design, signs, at) == pytest.approx(np.array(rises), abs=1e-5)
    own = (
        design.sum_weighted_rows(compute_first_derivatives(design.compute_margins(at), signs)) / 12
        + 2 * design.penalties * at
    )
    assert own == pytest.approx(slope(design, signs, at), abs=1e-12)


def test_one_sign_alone() -> None:
    found = minimise(design_of(np.ones((4, 1)), 1e-3), np.ones(4))
    assert found == pytest.approx([1 / 1.001], abs=1e-4)


def test_what_is_free_and_settles_all_is_enough() -> None:
    signs = np.array([1.0, -1.0, 1.0, -1.0])
    found = minimise(design_of(np.eye(4), 1e-2, signs[:, None]), signs, 1e-9)
    assert found == pytest.approx([0, 0, 0, 0, 1], abs=1e-6)


def test_empty_columns_weigh_nothing() -> None:
    matrix, signs, _ = some(3, 20, 5)
    matrix[:, 2] = 0
    assert minimise(design_of(matrix, 1e-3), signs)[2] == 0


def test_rows_that_say_nothing() -> None:
    assert minimise(design_of(np.zeros((3, 2)), 1e-3), np.array([1.0, -1.0, 1.0])).tolist() == [
        0,
        0,
    ]


def test_a_part_has_the_columns_of_its_rows() -> None:
    matrix = np.array([[1.0, 0, 2, 0], [0, 3, 0, 0], [4, 0, 0, 0]])
    dense = np.array([[5.0], [6], [7]])
    part, places = design_of(matrix, 1.0, dense).select_rows(np.array([0, 2]))
    assert places.tolist() == [0, 2, 4]
    assert part.matrix.toarray().tolist() == [[1, 2], [4, 0]]
    assert part.dense.tolist() == [[5], [7]]
    assert part.sum_column_squares().tolist() == [17, 4, 74]
