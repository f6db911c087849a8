"""Character n-grams by their weights."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.core.matching.ngram_bags import make_character_bags, match_characters


def match(
    x: str, y: str, order: int = 2, weight: Callable[[str], float] = lambda gram: 1.0
) -> tuple[float, float]:
    return match_characters(
        make_character_bags(x, order, weight), make_character_bags(y, order, weight), weight
    )


def test_by_hand() -> None:
    # aab: a a b, aa ab; abb: a b b, ab bb.
    assert match("aab", "abb") == pytest.approx(((2 / 3 + 1 / 2) / 2,) * 2)
    assert match("aab", "ab") == pytest.approx(((1 + 1) / 2, (2 / 3 + 1 / 2) / 2))
    assert match("ab", "ab") == (1, 1)
    assert match("ab", "cd") == (0, 0)


def test_weights() -> None:
    def weight(gram: str) -> float:
        return {"a": 0.5, "b": 2.0}.get(gram, 1.0)

    assert match("aab", "abc", 1, weight) == pytest.approx((2.5 / 3.5, 2.5 / 3))
    assert match("aab", "abc", 1, lambda gram: 0.0) == (0, 0)


def test_lengths_that_one_side_has_not() -> None:
    assert match("a", "ab", 4) == pytest.approx((1 / 2, 1))
    assert match("", "ab") == match("ab", "") == match("", "") == (0, 0)


texts = st.text("ab ", max_size=8)


@given(texts, texts, st.integers(1, 5))
def test_any_text(x: str, y: str, order: int) -> None:
    precision, recall = match(x, y, order)
    assert 0 <= precision <= 1
    assert 0 <= recall <= 1
    assert match(y, x, order) == (recall, precision)
    if x:
        assert match(x, x, order) == (1, 1)
