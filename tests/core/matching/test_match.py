"""Bags and F-measures against the formulas written out."""

from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import tesla
from oracles.tesla import Word

from tesla_metrics.core.matching.ngram_bags import (
    Bags,
    Words,
    f_measures,
    match_lemmas,
    match_ms,
    match_tags,
)

SYNSETS = {
    "a": frozenset({1}),
    "b": frozenset({1, 2}),
    "c": frozenset({2, 3}),
    "d": frozenset({3}),
}
words_of = st.lists(
    st.builds(Word, st.sampled_from("abcde"), st.sampled_from(["N", "V", "D", "_"]), st.booleans()),
    max_size=7,
)


def bags(
    words: list[Word],
    synsets: Mapping[str, frozenset[int]] = SYNSETS,
    discount: Fraction = Fraction(1, 10),
) -> Bags:
    return Bags(
        Words(
            [word.lemma for word in words],
            [None if word.tag == "_" else word.tag for word in words],
            [synsets.get(word.lemma, frozenset()) for word in words],
            [word.function for word in words],
        ),
        3,
        discount,
    )


@given(words_of, words_of)
@settings(max_examples=150)
def test_all_three_similarities_equal_the_formulas(x: list[Word], y: list[Word]) -> None:
    reference, candidate = bags(x), bags(y)
    for matches, similarity in (
        (match_ms(reference, candidate), tesla.s_ms(SYNSETS)),
        (match_tags(reference, candidate), tesla.s_pos),
        (match_lemmas(reference, candidate), tesla.s_lem),
    ):
        expected = tesla.f_measures(x, y, similarity)
        assert f_measures(matches, 0.8) == pytest.approx(expected, abs=1e-9)


@given(words_of, words_of, st.sampled_from(["1", "1/4", "1/3", "0.37"]))
def test_any_discount(x: list[Word], y: list[Word], discount: str) -> None:
    weight = Fraction(discount)
    matches = match_ms(bags(x, discount=weight), bags(y, discount=weight))
    expected = tesla.f_measures(x, y, tesla.s_ms(SYNSETS), discount=float(weight))
    assert f_measures(matches, 0.8) == pytest.approx(expected, abs=1e-9)


@given(words_of)
def test_identity_is_one(words: list[Word]) -> None:
    matches = match_ms(bags(words), bags(words))
    assert f_measures(matches, 0.8) == pytest.approx([1.0, 1.0, 1.0])


@given(words_of, words_of)
def test_flows_add_up_to_the_similarity(x: list[Word], y: list[Word]) -> None:
    similarity = tesla.s_ms(SYNSETS)
    for n, match in enumerate(match_ms(bags(x), bags(y)), 1):
        assert match.flows is not None
        total = 0.0
        for i, j, amount in match.flows:
            pairs = zip(x[i : i + n], y[j : j + n], strict=True)
            total += amount / match.unit * sum(similarity(*pair) for pair in pairs) / n
        assert total == pytest.approx(match.shared_weight, abs=1e-9)


def test_precision_and_recall() -> None:
    x = [Word("a", "N", False), Word("e", "V", False)]
    match, *_ = match_ms(bags(x), bags(x[:1]))
    assert (match.precision, match.recall) == (1.0, 0.5)
    empty, *_ = match_ms(bags([]), bags([]))
    assert (empty.precision, empty.recall) == (0.0, 0.0)


def test_weights_are_exact_tenths() -> None:
    words = [Word("a", "N", False), Word("b", "D", True), Word("c", "D", True)]
    one, two, three = bags(words).weights
    assert (one.weights, one.unit) == ([10, 1, 1], 10)
    assert (two.weights, two.unit) == ([10, 1], 100)
    assert (three.weights, three.unit) == ([10], 1000)


def test_short_sentences_inherit_the_last_f() -> None:
    one = [Word("a", "N", False)]
    assert f_measures(match_ms(bags(one), bags(one)), 0.8) == [1.0, 1.0, 1.0]
    other = [Word("e", "N", False)]
    assert f_measures(match_ms(bags(one), bags(other)), 0.8) == [0.5, 0.5, 0.5]
    assert f_measures(match_ms(bags(one), bags([])), 0.8) == [0.0, 0.0, 0.0]
    assert f_measures(match_ms(bags([]), bags([])), 0.8) == [1.0, 1.0, 1.0]


def test_ten_thousand_words() -> None:
    words = [Word("abcde"[i * i % 5], "NVD"[i % 3], i % 4 == 0) for i in range(10_000)]
    matches = match_ms(bags(words), bags(words[::-1]))
    assert all(0 < value <= 1 for value in f_measures(matches, 0.8))
