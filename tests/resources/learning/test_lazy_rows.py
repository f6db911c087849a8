"""Rows of weights that are read when they are asked for."""

import pytest

from tesla_metrics.resources.learning.linear_classifier import LazyWeights, LinearClassifier

TEXTS = {"a": "A1B-2", "b": "B12", "c": "A-3"}
ROWS = {"a": (1, -2), "b": (0, 12), "c": (-3, 0)}


def test_they_are_a_mapping() -> None:
    rows = LazyWeights(TEXTS, 2)
    assert rows == ROWS
    assert len(rows) == 3
    assert list(rows) == ["a", "b", "c"]
    assert rows.get("d") is None
    assert rows.get("d", ()) == ()
    assert "d" not in rows
    with pytest.raises(KeyError):
        rows["d"]


def test_read_or_not_they_are_the_same() -> None:
    rows = LazyWeights(TEXTS, 2)
    assert rows["b"] == (0, 12)
    for _ in range(2):  # some are text at first
        assert rows.sum_weights(["b", "d", "a", "a"]) == (2, 8)
    assert rows.sum_weights([]) == (0, 0)
    assert rows == ROWS
    assert LazyWeights(ROWS, 2).sum_weights(["c", "a"]) == (-2, -2)


def test_totals_of_parts_add_up() -> None:
    rows = LazyWeights(TEXTS, 2)
    assert rows.unpack(rows.sum_packed(["a", "c"]) + rows.sum_packed(["b"])) == rows.sum_weights(
        ["a", "b", "c"]
    )


def test_sums_are_those_of_plain_weights() -> None:
    lazy, plain = (
        LinearClassifier(("no", "yes"), weights) for weights in (LazyWeights(TEXTS, 2), ROWS)
    )
    for features in (["a", "c", "x"], ["x"], [], ["b", "b"]):
        assert lazy.sum_weights(features) == plain.sum_weights(features)
        assert lazy.predict(iter(features)) == plain.predict(features)
