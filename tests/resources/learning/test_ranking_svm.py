"""The ranking SVM finds what was planted."""

import re
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from tesla_metrics import ResourceError
from tesla_metrics.optional import get_install_command
from tesla_metrics.resources.learning.ranking import Ranking, fit_ranking_svm
from tesla_metrics.resources.learning.regression import (
    AGREEMENT_TOLERANCE,
    choose_c,
    cross_validate,
)

Matrix = NDArray[np.float64]
PLANTED = np.array([2.0, -1.0, 0.5, 0.0])


def planted(pairs: int, noise: float = 0.0, seed: int = 1) -> Ranking:
    """Differences on very different scales, ordered by PLANTED and some noise."""
    generator = np.random.default_rng(seed)
    rows = generator.normal(size=(pairs, 4))
    side = np.sign(rows @ PLANTED + noise * generator.normal(size=pairs))
    scales = np.array([1.0, 100.0, 0.01, 1.0])
    return Ranking(rows * side[:, None] * scales, np.arange(pairs) // 5)


def test_recovers_planted_weights() -> None:
    problem = planted(4000)
    weights = fit_ranking_svm(problem.differences, 1.0)
    expected = PLANTED / [1.0, 100.0, 0.01, 1.0]
    scaled = weights * [1.0, 100.0, 0.01, 1.0]
    assert scaled / np.linalg.norm(scaled) == pytest.approx(
        PLANTED / np.linalg.norm(PLANTED), abs=0.02
    )
    assert np.sign(weights[:3]).tolist() == np.sign(expected[:3]).tolist()
    assert problem.agreement(np.arange(4000), weights) > 0.99


def test_the_same_every_time_and_in_any_direction() -> None:
    rows = planted(300, noise=1.0).differences
    first = fit_ranking_svm(rows, 0.01)
    assert fit_ranking_svm(rows, 0.01).tolist() == first.tolist()
    assert fit_ranking_svm(rows[::-1], 0.01) == pytest.approx(first, rel=1e-3)


def test_a_planted_feature_beats_the_others() -> None:
    problem = planted(2000, noise=0.5)
    alone = [cross_validate(problem, [column], 0.1) for column in range(4)]
    assert int(np.argmax(alone)) == 0
    assert alone[3] == pytest.approx(0.5, abs=0.06)
    everything = cross_validate(problem, [0, 1, 2, 3], 0.1)
    assert everything > max(alone)
    assert cross_validate(problem, [1, 2, 3], 0.1) < everything


def test_strength_is_chosen_on_held_out_pairs() -> None:
    validated = choose_c(planted(400, noise=2.0))
    assert [c for c, _ in validated.curve] == list(Ranking.c_values)
    assert (validated.c, validated.agreement) in validated.curve
    best = max(value for _, value in validated.curve)
    assert best - AGREEMENT_TOLERANCE <= validated.agreement <= best
    weaker = [value for c, value in validated.curve if c < validated.c]
    assert all(value < best - AGREEMENT_TOLERANCE for value in weaker)


def test_the_weakest_of_equal_fits_is_chosen() -> None:
    one = planted(200).differences[:, :1]
    problem = Ranking(np.abs(one) + 1.0, np.arange(200))
    assert choose_c(problem).c == Ranking.c_values[0]


def test_ties_are_wrong_and_constant_features_are_harmless() -> None:
    problem = planted(100)
    flat = Ranking(np.hstack([problem.differences, np.zeros((100, 1))]), problem.groups)
    weights = flat.fit(np.arange(100), np.arange(5), 0.1)
    assert weights[4] == 0.0
    assert flat.agreement(np.arange(100), np.zeros(5)) == 0.0


def test_one_pair() -> None:
    assert fit_ranking_svm(np.array([[1.0, 0.0]]), 1.0)[0] > 0


def test_without_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.svm", None)
    with pytest.raises(ResourceError, match=re.escape(get_install_command("train"))):
        fit_ranking_svm(np.ones((3, 1)), 1.0)
