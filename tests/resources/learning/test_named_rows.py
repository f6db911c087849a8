"""Sparse rows with named columns."""

import numpy as np
import pytest

from tesla_metrics.resources.learning.maximum_entropy import FeatureMatrix

pytest.importorskip("scipy")

ROWS = [["hw=dog", "bias"], ["bias", "pred&hw=eat&dog", "bias"], ["bias"]]


def test_columns_are_sorted_by_name() -> None:
    found = FeatureMatrix.from_features(ROWS)
    assert found.names == ("bias", "hw=dog", "pred&hw=eat&dog")
    assert found.matrix.toarray().tolist() == [[1, 1, 0], [2, 0, 1], [1, 0, 0]]


def test_a_generator_will_do() -> None:
    found = FeatureMatrix.from_features((name for name in row) for row in ROWS)
    assert found.matrix.sum() == 6


def test_rare_names_are_left_out() -> None:
    rows = [["a", "a", "b"], ["b", "c"], ["b", "c"]]
    found = FeatureMatrix.from_features(rows, min_count=2)
    assert found.names == ("b", "c")  # a twice in one row is in one row
    assert found.matrix.toarray().tolist() == [[1, 0], [1, 1], [1, 1]]


def test_other_rows_in_the_same_columns() -> None:
    own = FeatureMatrix.from_features(ROWS)
    other = own.encode([["never met", "hw=dog", "hw=dog"], []])
    assert other.names == own.names
    assert other.matrix.toarray().tolist() == [[0, 2, 0], [0, 0, 0]]


def test_masked_columns_stay_and_are_empty() -> None:
    own = FeatureMatrix.from_features(ROWS)
    masked = own.clear_columns(lambda name: "hw=" in name)
    assert masked.names == own.names
    assert masked.matrix.toarray().tolist() == [[1, 0, 0], [2, 0, 0], [1, 0, 0]]
    assert own.matrix.sum() == 6


def test_some_of_the_rows() -> None:
    found = FeatureMatrix.from_features(ROWS).select_rows(np.array([2, 0]))
    assert found.matrix.toarray().tolist() == [[1, 0, 0], [1, 1, 0]]


@pytest.mark.parametrize("rows", [[], [[]], [[], []]])
def test_nothing_is_a_table_too(rows: list[list[str]]) -> None:
    found = FeatureMatrix.from_features(rows)
    assert found.names == ()
    assert found.matrix.shape == (len(rows), 0)
    assert found.encode([["a"]]).matrix.shape == (1, 0)
