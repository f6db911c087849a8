"""From features to scores."""

import numpy as np
import pytest

from tesla_metrics.resources.contextual.features import PlainHead, TrainedHead, get_feature_names

DIM, HIDDEN = 6, 4


def learnt(shift: float = 1.0) -> TrainedHead:
    drawn = np.random.default_rng(1)

    def array(*shape: int) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        return drawn.normal(0, 1, shape).astype(np.float32)

    weights = np.abs(array(6))
    return TrainedHead(
        (4,), weights, array(HIDDEN, 2 * DIM), array(HIDDEN), array(HIDDEN), shift, 0.5
    )


def test_names() -> None:
    assert get_feature_names([3, 4])[4:] == (
        "precision-4", "recall-4", "idf-precision-4", "idf-recall-4", "cosine",
    )  # fmt: skip


@pytest.mark.parametrize("head", [PlainHead((4,)), learnt(), learnt(-3.0), learnt(9.0)])
def test_a_text_and_itself_have_one(head: PlainHead | TrainedHead) -> None:
    vector = np.random.default_rng(2).normal(0, 1, (3, DIM)).astype(np.float32)
    residual = np.diag(head.compute_residuals(vector, vector))
    assert residual == pytest.approx(np.zeros(3), abs=1e-6)
    residual = np.zeros(3)  # as the comparer has it for a text and itself
    assert (head.compute_scores(np.ones((3, 6)), residual) == 1).all()


@pytest.mark.parametrize("head", [PlainHead((4,)), learnt(), learnt(-3.0), learnt(9.0)])
def test_scores_lie_between_and_grow(head: PlainHead | TrainedHead) -> None:
    rows = np.linspace(0, 1, 11)[:, None].repeat(6, axis=1)
    scores = head.compute_scores(rows, np.zeros(11))
    assert ((scores >= 0) & (scores <= 1)).all()
    assert (np.diff(scores) >= 0).all()
    assert scores[0] < scores[-1]


def test_nothing_alike() -> None:
    assert PlainHead((4,)).compute_scores(np.zeros((1, 6)), np.zeros(1)) == pytest.approx([0])


def test_the_network_is_what_is_said() -> None:
    head = learnt()
    u, v = np.random.default_rng(3).normal(0, 1, (2, 1, DIM)).astype(np.float32)

    def network(one: np.ndarray, other: np.ndarray) -> float:
        seen = np.concatenate([np.abs(one - other), one * other])
        return float(head.output @ np.maximum(head.hidden @ seen + head.bias, 0))

    alone = (network(u[0], u[0]) + network(v[0], v[0])) / 2
    wanted = network(u[0], v[0]) - alone
    assert head.compute_residuals(u, v) == pytest.approx(np.array([[wanted]]), abs=1e-4)
