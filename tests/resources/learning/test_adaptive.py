"""Maximum entropy learnt from few rows at a time."""

import numpy as np
import pytest

pytest.importorskip("scipy")

from tesla_metrics.errors import InputError
from tesla_metrics.resources.learning.learners import AdaptiveMaximumEntropy
from tesla_metrics.resources.learning.maximum_entropy import FeatureMatrix

WORDS = {"x": "a b", "y": "b c", "z": "c d e"}
ROWS = FeatureMatrix.from_features([words.split() for words in WORDS.values()] * 30)
LABELS = list(WORDS) * 30


def test_labels_are_told_apart() -> None:
    found = AdaptiveMaximumEntropy().fit(ROWS, LABELS)
    assert found.labels == ("x", "y", "z")
    assert found.predict(ROWS.matrix) == LABELS


def test_of_two_labels_there_is_one_column_for_the_second() -> None:
    rows = FeatureMatrix.from_features([["a"], ["b"]] * 20)
    found = AdaptiveMaximumEntropy().fit(rows, ["no", "yes"] * 20)
    assert found.values.shape == (2, 1)
    assert found.predict(rows.matrix[[0, 1]]) == ["no", "yes"]


def test_the_same_rows_give_the_same_weights() -> None:
    first, second = (AdaptiveMaximumEntropy().fit(ROWS, LABELS).values for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_what_shrinks_more_weighs_less() -> None:
    sizes = [
        abs(AdaptiveMaximumEntropy(shrink=shrink).fit(ROWS, LABELS).values).sum()
        for shrink in (0.0, 1e-3, 1e-1)
    ]
    assert sizes[0] > sizes[1] > sizes[2] > 0


def test_it_comes_near_to_what_all_rows_at_once_say() -> None:
    """Without a penalty both go for the shares of labels."""
    rows = FeatureMatrix.from_features([["a"]] * 400)
    labels = ["x"] * 300 + ["y"] * 60 + ["z"] * 40
    values = AdaptiveMaximumEntropy(shrink=0.0, epochs=30).fit(rows, labels).values[0]
    chances = np.exp(values) / np.exp(values).sum()
    np.testing.assert_allclose(chances, [0.75, 0.15, 0.1], atol=0.03)


def test_one_label_is_refused() -> None:
    with pytest.raises(InputError, match="two labels"):
        AdaptiveMaximumEntropy().fit(ROWS, ["x"] * 90)
