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
        assert rows.sums(["b", "d", "a", "a"]) == (2, 8)
    assert rows.sums([]) == (0, 0)
    assert rows == ROWS
    assert LazyWeights(ROWS, 2).sums(["c", "a"]) == (-2, -2)


def test_totals_of_parts_add_up() -> None:
    rows = LazyWeights(TEXTS, 2)
    assert rows.unpack(rows.packed_total(["a", "c"]) + rows.packed_total(["b"])) == rows.sums(
        ["a", "b", "c"]
    )


def test_sums_are_those_of_plain_weights() -> None:
    lazy, plain = (
        LinearClassifier(("no", "yes"), weights) for weights in (LazyWeights(TEXTS, 2), ROWS)
    )
    for features in (["a", "c", "x"], ["x"], [], ["b", "b"]):
        assert lazy.sums(features) == plain.sums(features)
        assert lazy.predict(iter(features)) == plain.predict(features)
