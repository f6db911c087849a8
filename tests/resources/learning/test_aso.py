"""Θ, against the decomposition written out."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.arrays import Floats
from tesla_metrics.resources.learning.learners import compute_theta


def naive_theta(weights: Floats, most: int) -> Floats:
    """Eigenvectors of U Uᵀ, the largest first."""
    sizes, vectors = np.linalg.eigh(weights @ weights.T)
    rows: Floats = vectors.T[np.argsort(-sizes)][:most]
    return rows


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.integers(4, 12), st.integers(1, 4))
def test_against_the_dense_one(seed: int, features: int, problems: int) -> None:
    rng = np.random.default_rng(seed)
    # Far apart, so that each direction is one.
    weights = rng.normal(size=(features, problems)) * 10.0 ** np.arange(problems)
    found = compute_theta(weights, problems)
    naive = naive_theta(weights, problems)
    # Directions, whichever way they are turned.
    assert np.abs(np.einsum("ij,ij->i", found, naive)) == pytest.approx(np.ones(problems), abs=1e-6)
    assert found @ found.T == pytest.approx(np.eye(problems), abs=1e-12)
    assert (found.max(axis=1) >= -found.min(axis=1)).all()


def test_the_first_ones_only() -> None:
    weights = np.random.default_rng(3).normal(size=(9, 5))
    whole = compute_theta(weights, 5)
    assert compute_theta(weights, 2) == pytest.approx(whole[:2])
    assert compute_theta(weights, 99).shape == (5, 9)


def test_a_problem_that_says_nothing_new_adds_no_row() -> None:
    one, other = np.random.default_rng(4).normal(size=(2, 7))
    theta = compute_theta(np.column_stack([one, other, one - other, np.zeros(7)]), 4)
    assert theta.shape == (2, 7)
    for own in (one, other):
        assert theta.T @ (theta @ own) == pytest.approx(own)


def test_problems_without_weights_share_nothing() -> None:
    assert compute_theta(np.zeros((4, 3)), 3).shape == (0, 4)
    assert compute_theta(np.zeros((0, 3)), 3).shape == (0, 0)


def test_turned_round_it_is_the_same() -> None:
    weights = np.random.default_rng(5).normal(size=(6, 3))
    assert compute_theta(-weights, 3) == pytest.approx(compute_theta(weights, 3))
