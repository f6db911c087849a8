"""Moves of constants: what rows of numbers ask for, within bounds."""

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

from tesla_metrics.resources.learning.constant_search import (
    ConstantTuning,
    RankingTuning,
    RegressionTuning,
    minimise_in_box,
)

OUTPUTS, COLUMNS = 600, 3
BOUNDS = np.array([[-2.0] * COLUMNS, [2.0] * COLUMNS])
TRUE = np.array([1.0, -0.5, 0.0])


def made(method: str, seed: int) -> tuple[ConstantTuning, NDArray[np.float64], NDArray[np.float64]]:
    """Scores and slopes, and what people say who would have moved the constants by TRUE."""
    generator = np.random.default_rng(seed)
    scores = generator.normal(0.5, 0.1, OUTPUTS)
    slopes = generator.normal(0.0, 0.05, (OUTPUTS, COLUMNS))
    human = scores + slopes @ TRUE + generator.normal(0.0, 0.02, OUTPUTS)
    segments = np.arange(OUTPUTS) // 4
    if method == "regression":
        tracks = (segments >= 70).astype(np.intp)
        # Tracks have scales of their own.
        return RegressionTuning(human * (1 + 9 * tracks) - tracks, tracks, segments), scores, slopes
    pairs = np.array([(a, a + d) for a in range(OUTPUTS) for d in range(1, 4 - a % 4)])
    turned = human[pairs[:, 0]] < human[pairs[:, 1]]
    better = np.where(turned, pairs[:, 1], pairs[:, 0])
    worse = np.where(turned, pairs[:, 0], pairs[:, 1])
    return RankingTuning(better, worse, segments[better]), scores, slopes


@pytest.mark.parametrize("method", ["ranking", "regression"])
def test_moves_go_where_people_are(method: str) -> None:
    tuning, scores, slopes = made(method, 1)
    rows = np.arange(len(tuning.groups))
    moves = tuning.best_steps(rows, scores, slopes, BOUNDS, 1.0)
    assert moves == pytest.approx(TRUE, abs=0.25)
    every = np.ones((1, tuning.groups.max() + 1))
    gain = tuning.agreement(scores + slopes @ moves, every) - tuning.agreement(scores, every)
    assert gain > 0.02


@pytest.mark.parametrize("method", ["ranking", "regression"])
def test_the_weaker_the_shorter(method: str) -> None:
    tuning, scores, slopes = made(method, 2)
    rows = np.arange(len(tuning.groups))
    lengths = [
        float(np.linalg.norm(tuning.best_steps(rows, scores, slopes, BOUNDS, c)))
        for c in (0.01, 0.1, 0.5, 1.0)
    ]
    assert lengths == sorted(lengths)
    assert lengths[0] < 0.1 * lengths[-1]
    few = np.linalg.norm(tuning.best_steps(rows[:40], scores, slopes, BOUNDS, 0.1))
    assert few < lengths[1]


@pytest.mark.parametrize("method", ["ranking", "regression"])
def test_bounds_hold(method: str) -> None:
    tuning, scores, slopes = made(method, 3)
    narrow = np.array([[-0.1, -0.2, 0.0], [0.3, 0.0, 0.0]])
    moves = tuning.best_steps(np.arange(len(tuning.groups)), scores, slopes, narrow, 10.0)
    assert moves.tolist() == [0.3, -0.2, 0.0]


def test_agreement_of_samples() -> None:
    tuning, scores, _ = made("ranking", 4)
    assert isinstance(tuning, RankingTuning)
    right = scores[tuning.better] > scores[tuning.worse]
    weights = np.zeros((2, 150))
    weights[0], weights[1, 7], weights[1, 9] = 1, 2, 1
    some = [np.flatnonzero(tuning.groups == n) for n in (7, 7, 9)]
    expected = [right.mean(), right[np.concatenate(some)].mean()]
    assert tuning.agreement(scores, weights) == pytest.approx(expected)


def test_correlation_of_samples_is_the_mean_of_tracks() -> None:
    tuning, scores, _ = made("regression", 5)
    assert isinstance(tuning, RegressionTuning)
    drawn = np.random.default_rng(6).integers(0, 3, (1, 150)).astype(np.float64)
    often = drawn[0, tuning.groups].astype(int)
    values = []
    for track in (0, 1):
        x, y = (
            np.repeat(v[tuning.tracks == track], often[tuning.tracks == track])
            for v in (scores, tuning.targets)
        )
        values.append(np.corrcoef(x, y)[0, 1])
    assert tuning.agreement(scores, drawn) == pytest.approx([np.mean(values)])
    assert tuning.agreement(np.ones(OUTPUTS), drawn).tolist() == [0.0]


def test_nothing_to_learn_from() -> None:
    tuning, scores, slopes = made("ranking", 7)
    rows = np.arange(len(tuning.groups))
    flat = tuning.best_steps(rows, np.ones(OUTPUTS), slopes, BOUNDS, 1.0)
    assert flat.tolist() == [0.0] * COLUMNS
    assert not tuning.best_steps(rows, scores, np.zeros_like(slopes), BOUNDS, 1.0).any()
    scored, scores, slopes = made("regression", 7)
    assert not scored.best_steps(rows[:OUTPUTS], np.ones(OUTPUTS), slopes, BOUNDS, 1.0).any()


def test_least_in_a_box() -> None:
    generator = np.random.default_rng(8)
    for _ in range(20):
        root = generator.normal(size=(2, 2))
        curvature, gradient = root @ root.T + 0.1 * np.eye(2), generator.normal(size=2)
        bounds = np.array([[-0.5, -1.0], [1.0, 0.25]])
        x = minimise_in_box(curvature, gradient, bounds)
        grid = np.array(list(product(np.linspace(-0.5, 1, 61), np.linspace(-1, 0.25, 51))))
        values = 0.5 * np.einsum("ni,ij,nj->n", grid, curvature, grid) + grid @ gradient
        assert (bounds[0] <= x).all()
        assert (x <= bounds[1]).all()
        assert 0.5 * x @ curvature @ x + gradient @ x <= values.min() + 1e-9
