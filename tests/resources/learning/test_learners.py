"""Learners of linear classifiers: what they find, and what ASO finds beside."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from tesla_metrics.arrays import Floats
from tesla_metrics.errors import InputError
from tesla_metrics.resources.learning.learners import (
    Aso,
    AuxiliaryProblem,
    Learner,
    LinearHuber,
    MaximumEntropy,
    make_value_problems,
)
from tesla_metrics.resources.learning.maximum_entropy import FeatureMatrix

pytest.importorskip("sklearn")

LEARNERS: list[Learner] = [MaximumEntropy(), LinearHuber(), Aso(h=2)]
ROWS = [["bias", "a", "b"], ["bias", "a"], ["bias", "b", "c"], ["bias", "c", "d"]] * 6


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda one: one.name)
class TestEveryLearner:
    def test_two_labels_are_one_problem(self, learner: Learner) -> None:
        rows = FeatureMatrix.from_features(ROWS)
        found = learner.fit(rows, ["x", "x", "y", "y"] * 6)
        assert found.labels == ("x", "y")
        assert found.feature_names == rows.names
        assert found.values.shape == (5, 1)
        assert found.predict(rows.matrix) == ["x", "x", "y", "y"] * 6

    def test_more_labels_have_a_problem_each(self, learner: Learner) -> None:
        rows = FeatureMatrix.from_features(ROWS)
        labels = ["x", "z", "y", "x"] * 6
        found = learner.fit(rows, labels)
        assert found.labels == ("x", "y", "z")
        assert found.margins(rows.matrix).shape == (24, 3)
        assert found.predict(rows.matrix) == labels

    def test_twice_is_the_same(self, learner: Learner) -> None:
        rows, labels = FeatureMatrix.from_features(ROWS), ["x", "z", "y", "x"] * 6
        once, twice = (learner.fit(rows, labels).values for _ in range(2))
        assert (once == twice).all()

    @pytest.mark.parametrize("labels", [[], ["x"] * 24])
    def test_one_label_is_refused(self, learner: Learner, labels: list[str]) -> None:
        with pytest.raises(InputError, match="at least two labels"):
            learner.fit(FeatureMatrix.from_features(ROWS[: len(labels)]), labels)

    def test_whole_weights_decide_alike(self, learner: Learner) -> None:
        rows, labels = FeatureMatrix.from_features(ROWS), ["x", "z", "y", "x"] * 6
        whole = learner.fit(rows, labels).to_classifier(0.01)
        assert [whole.predict(row) for row in ROWS] == labels


def dense(rng: Any, rows: int, columns: int) -> FeatureMatrix:
    from scipy.sparse import csr_array

    names = tuple(f"f{number:03}" for number in range(columns))
    return FeatureMatrix(names, csr_array(rng.normal(size=(rows, columns))))


def signs_of(labels: Sequence[str], label: str) -> Floats:
    return np.array([1.0 if one == label else -1.0 for one in labels])


def test_without_directions_aso_is_the_linear_classifier() -> None:
    rng = np.random.default_rng(1)
    rows, labels = dense(rng, 60, 8), rng.choice(["x", "y", "z"], 60).tolist()
    plain, none = (learner.fit(rows, labels).values for learner in (LinearHuber(), Aso(h=0)))
    assert none == pytest.approx(plain, abs=1e-9)


def test_what_lies_along_theta_is_free() -> None:
    """The auxiliary problem has the answer: with a penalty that crushes all else, v remains."""
    rng = np.random.default_rng(2)
    rows = dense(rng, 200, 6)
    margins = rows.matrix @ np.array([1.0, -1, 0.5, 0, 0, 0])
    labels = np.where(margins > 0, "y", "x").tolist()
    aso = Aso(h=1, penalty=100.0).fit(rows, labels)
    linear = LinearHuber(penalty=100.0).fit(rows, labels)
    assert np.abs(linear.values).max() < 0.01 < 0.5 < np.abs(aso.values).max()


def test_target_problems_are_minimal() -> None:
    """By small steps down the slope in w and v."""
    rng = np.random.default_rng(3)
    rows = dense(rng, 40, 5)
    labels = rng.choice(["x", "y"], 40).tolist()
    helper = AuxiliaryProblem("helper", signs_of(rng.choice(["x", "y"], 40).tolist(), "y"))
    aso = Aso(h=1, penalty=0.1, v_penalty=0.5, tolerance=1e-10)
    found = aso.fit(rows, labels, [helper])
    theta, matrix = aso.theta(rows, [helper]), rows.matrix.toarray()
    w, v, y = np.zeros(5), np.zeros(1), signs_of(labels, "y")
    for _ in range(5000):
        short = np.clip(1 - y * (matrix @ (w + theta.T @ v)), 0, 2)
        down = matrix.T @ (-2 * y * short) / 40
        w, v = w - 0.02 * (down + 0.2 * w), v - 0.02 * (theta @ down + 0.1 * v)
    assert found.values[:, 0] == pytest.approx(w + theta.T @ v, abs=1e-6)


def test_a_rare_label_does_not_run_away() -> None:
    """One row that differs from others by a tenth: freely, it takes weights of 20 to tell it."""
    from scipy.sparse import csr_array

    values = [[1.0, 1.1]] + [[1.0, 1.0], [1.0, 0.0]] * 20
    rows, labels = FeatureMatrix(("bias", "a"), csr_array(values)), ["y", *["x"] * 40]
    both = [
        AuxiliaryProblem(str(n), np.array([s, *[1.0, t] * 20]))
        for n, s, t in ((1, 1, 1), (2, 1, -1))
    ]
    free, held = (
        np.abs(Aso(2, 0.1, share).fit(rows, labels, both).values).max() for share in (0.0, 1e-3)
    )
    assert held < 15 < free


def shared_problems(rng: Any, rows: int) -> tuple[FeatureMatrix, Floats]:
    """Twelve problems whose weights are mixtures of two hidden directions."""
    data = dense(rng, rows, 60)
    margins = data.matrix @ (rng.normal(size=(60, 2)) @ rng.normal(size=(2, 12)))
    noise = rng.normal(size=margins.shape) * margins.std() / 2
    return data, np.where(margins + noise > 0, 1.0, -1.0)


def test_shared_structure_helps() -> None:
    rows, signs = shared_problems(np.random.default_rng(4), 600)
    few, held = rows.select_rows(np.arange(100)), rows.select_rows(np.arange(100, 600))
    auxiliary = [AuxiliaryProblem(str(n), own) for n, own in enumerate(signs[:100].T)]
    right = {"linear": 0.0, "aso": 0.0}
    for target in range(2):
        labels = np.where(signs[:, target] > 0, "y", "x")
        for learner in (LinearHuber(0.01), Aso(2, 0.01)):
            found = learner.fit(few, labels[:100].tolist(), auxiliary)
            right[learner.name] += (labels[100:] == found.predict(held.matrix)).mean() / 2
    assert right["aso"] > right["linear"] + 0.05


def test_a_masked_feature_has_no_share_in_theta() -> None:
    rows = FeatureMatrix.from_features(ROWS)
    problems = make_value_problems(["1", "1", "2", "3"] * 6, is_hidden=lambda name: name in "ab")
    theta = Aso(h=9).theta(rows, problems)
    assert not theta[:, [rows.names.index("a"), rows.names.index("b")]].any()
    assert theta[:, rows.names.index("c")].any()


def test_problems_with_and_without_a_mask_go_together() -> None:
    rows = FeatureMatrix.from_features(ROWS)
    masked = make_value_problems(["1", "1", "2", "2"] * 6, is_hidden=lambda name: name == "a")
    plain = make_value_problems(["1", "2", "1", "2"] * 6)
    assert len(Aso(h=9).theta(rows, [*masked, *plain])) == 2


def test_frequent_values_first() -> None:
    found = make_value_problems(["to", "of", None, "of", "in", "to", "by"], 3)
    assert [one.name for one in found] == ["of", "to", "by"]
    assert found[0].signs.tolist() == [-1, 1, -1, 1, -1, -1, -1]


def test_all_values_without_a_most() -> None:
    assert len(make_value_problems(["a", "b", "c", None])) == 3


def test_what_all_rows_have_is_no_problem() -> None:
    assert make_value_problems(["a", "a"]) == ()
