"""Graded similarity of words, worked by hand; words that stand for others."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.core.matching.word_similarity import (
    GradedWord,
    Levels,
    can_stand_in,
    compute_dice,
    compute_gram_similarities,
    compute_gram_weights,
    compute_similarities,
    compute_similarity,
    find_missing_words,
    find_reason,
    find_stand_ins,
    get_character_bigrams,
)

# All different, so that each can be told from the others.
LEVELS = Levels(
    lemma=0.91,
    derivation=0.73,
    synonym=0.82,
    synset=0.63,
    paraphrase=0.5,
    tag=0.24,
    function=0.45,
    spelling=2.0,
    unknown=1.0,
    least=0.3,
)


def word(form: str, lemma: str = "", tag: str | None = "N", **facts: Any) -> GradedWord:
    plain = GradedWord(
        form=form,
        lemma=lemma or form,
        tag=tag,
        synsets=frozenset(),
        paraphrases={},
        word_family=frozenset(),
        opposites=frozenset(),
        is_number=any(char.isdigit() for char in form),
        is_negation=False,
        is_known=True,
        is_function_word=False,
        is_name=tag == "NNP",
        character_bigrams=get_character_bigrams(form),
    )
    return plain._replace(**facts)


def test_bigrams_and_dice() -> None:
    assert get_character_bigrams("cat") == {"\nc", "ca", "at", "t\n"}
    assert get_character_bigrams("aaa") == {"\na", "aa", "a\n"}
    assert get_character_bigrams("") == {"\n\n"}
    assert compute_dice(get_character_bigrams("cat"), get_character_bigrams("cat")) == 1
    assert compute_dice(
        get_character_bigrams("cat"), get_character_bigrams("cats")
    ) == pytest.approx(2 * 3 / 9)
    assert compute_dice(get_character_bigrams("cat"), get_character_bigrams("dog")) == 0


ONE: dict[str, Any] = {"synsets": frozenset({1, 2})}
TWO: dict[str, Any] = {"synsets": frozenset({2, 3})}


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        pytest.param(word("cat"), word("cat", "other", "V"), 1.0, id="form"),
        pytest.param(word("mice", "mouse"), word("mouse"), 0.91, id="lemma"),
        pytest.param(word("mice", "mouse"), word("mouse", tag="V"), 0.91, id="lemma-other-tag"),
        pytest.param(word("big", **ONE), word("vast", **TWO), 0.82, id="synonym"),
        pytest.param(word("big", **ONE), word("vast", tag="V", **TWO), 0.63, id="synset"),
        pytest.param(word("big", tag=None, **ONE), word("vast", tag=None, **TWO), 0.63, id="none"),
        pytest.param(word("big"), word("vast"), 0.24, id="tag"),
        pytest.param(word("big", tag=None), word("vast", tag=None), 0.0, id="no-tag"),
        pytest.param(word("big"), word("vast", tag="V"), 0.0, id="nothing"),
        pytest.param(
            word("of", is_function_word=True),
            word("at", is_function_word=True),
            0.45,
            id="function",
        ),
        pytest.param(word("of", is_function_word=True), word("at"), 0.24, id="half-function"),
        pytest.param(word("Rome", tag="NNP"), word("Bonn", tag="NNP"), 0.0, id="names"),
        pytest.param(
            word("Roma", tag="NNP"), word("Rome", tag="NNP"), 0.0, id="known-names-by-spelling"
        ),
        pytest.param(
            word("Roma", tag="NNP", is_known=False),
            word("Rome", tag="NNP"),
            0.6,
            id="misspelt-name",
        ),
        pytest.param(word("Roma", "Rom", "NNP"), word("Rome", "Rom", "NNP"), 0.91, id="name-lemma"),
        pytest.param(word("12"), word("13"), 0.0, id="numbers"),
        pytest.param(word("12", "x"), word("twelve", "x"), 0.0, id="number-lemma"),
        pytest.param(word("12"), word("12"), 1.0, id="same-number"),
        pytest.param(word("cat", tag="V"), word("cats"), (2 / 3) ** 2, id="spelling"),
        pytest.param(word("cat", tag="V", is_known=False), word("cats"), 2 / 3, id="unknown"),
        pytest.param(word("cat"), word("car"), max(0.24, 0.5**2), id="best-counts"),
        pytest.param(word("cat", tag="V"), word("cook"), 0.0, id="below-least"),
        pytest.param(word("no", is_negation=True), word("yes"), 0.24, id="negation"),
        pytest.param(
            word("can't", "can", is_negation=True), word("can", tag="V"), 0.0, id="negation-lemma"
        ),
        pytest.param(
            word("no", "x", is_negation=True),
            word("not", "x", is_negation=True),
            0.91,
            id="both-negate",
        ),
    ],
)
def test_similarity(x: GradedWord, y: GradedWord, expected: float) -> None:
    assert compute_similarity(x, y, LEVELS) == pytest.approx(expected)
    assert compute_similarity(y, x, LEVELS) == pytest.approx(expected)
    assert compute_similarities([x], [y, x], LEVELS) == [[compute_similarity(x, y, LEVELS), 1.0]]


def test_the_least_coefficient() -> None:
    x, y = word("cat", tag="V"), word("cats")
    assert compute_similarity(x, y, replace(LEVELS, least=2 / 3)) > 0
    assert compute_similarity(x, y, replace(LEVELS, least=0.67)) == 0
    assert compute_similarity(x, word("dog"), replace(LEVELS, least=0.0)) == 0


words = st.builds(
    word,
    st.sampled_from(["cat", "cats", "act", "12", "13", "dog", "", "ß", "ss"]),
    st.sampled_from(["cat", "dog"]),
    st.sampled_from(["N", "V", None, "NNP"]),
    synsets=st.frozensets(st.integers(0, 3), max_size=2),
    is_negation=st.booleans(),
    is_known=st.booleans(),
    is_function_word=st.booleans(),
)


@given(words, words)
def test_any_words(x: GradedWord, y: GradedWord) -> None:
    found = compute_similarity(x, y, LEVELS)
    assert 0 <= found <= 1
    assert compute_similarity(y, x, LEVELS) == found
    assert compute_similarity(x, x, LEVELS) == 1
    assert can_stand_in(x, y) == can_stand_in(y, x)


def test_kin() -> None:
    assert can_stand_in(word("mice", "mouse"), word("mouse", tag="V"))
    assert can_stand_in(word("big", **ONE), word("vast", tag="V", **TWO))
    assert can_stand_in(word("of", is_function_word=True), word("at", is_function_word=True))
    assert not can_stand_in(
        word("of", tag=None, is_function_word=True), word("at", tag=None, is_function_word=True)
    )
    assert not can_stand_in(
        word("of", is_function_word=True), word("at", tag="V", is_function_word=True)
    )
    assert not can_stand_in(word("big"), word("vast"))
    assert not can_stand_in(word("no", "x", is_negation=True), word("not", "x"))


def stand(xs: list[GradedWord], ys: list[GradedWord]) -> list[tuple[int, int]]:
    free = find_missing_words(xs, {y.form for y in ys})
    strange = find_missing_words(ys, {x.form for x in xs})
    return find_stand_ins(xs, ys, compute_similarities(xs, ys, LEVELS), free, strange)


def test_stand_ins() -> None:
    mouse, mice, mousy = word("mouse"), word("mice", "mouse"), word("mousy", "mouse")
    assert stand([mice], [mouse]) == [(0, 0)]
    # What the other side has stands for itself.
    assert stand([mice, mouse], [mouse]) == []
    assert stand([mice], [mouse, mice]) == []
    # Each once, the first of equals.
    assert stand([mice, mousy], [mouse]) == [(0, 0)]
    assert stand([mice, mice], [mouse]) == [(0, 0)]
    assert stand([mice], [mouse, mousy]) == [(0, 0)]
    assert stand([mice, mice], [mouse, mousy]) == [(0, 0), (1, 1)]
    # The most similar: a lemma before a synset.
    big, vast = word("big", **ONE), word("vast", **TWO)
    bigger = word("greater", "vast", **ONE)
    assert stand([big, bigger], [vast]) == [(1, 0)]
    # Numbers never do.
    assert stand([word("2nd", "x")], [word("second", "x")]) == []
    assert stand([], [mouse]) == stand([mouse], []) == []


@given(st.lists(words, max_size=5), st.lists(words, max_size=5))
def test_any_stand_ins(xs: list[GradedWord], ys: list[GradedWord]) -> None:
    found = stand(xs, ys)
    assert [y for _, y in found] == sorted({y for _, y in found})
    assert len({x for x, _ in found}) == len(found)
    assert all(can_stand_in(xs[x], ys[y]) for x, y in found)


def test_grams() -> None:
    alike = [[1.0, 0.5, 0.0], [0.2, 0.8, 0.4]]
    assert compute_gram_similarities(alike, 1, [0, 1], [0, 1, 2]) == alike
    assert compute_gram_similarities(alike, 1, [1], [0, 2]) == [[0.2, 0.4]]
    assert compute_gram_similarities(alike, 2, [0], [0, 1]) == [
        [pytest.approx(0.9), pytest.approx(0.45)]
    ]
    assert compute_gram_similarities(alike, 3, [], [0]) == []
    assert compute_gram_similarities([[0.0, 1.0], [1.0, 0.0]], 2, [0], [0]) == [[0.0]]
    assert compute_gram_weights([1.0, 0.5, 0.3], 2) == [pytest.approx(0.75), pytest.approx(0.4)]
    assert compute_gram_weights([1.0], 2) == []
    # One word with nothing in common is enough.
    assert compute_gram_similarities([[1.0, 0.0], [0.0, 0.0]], 2, [0], [0]) == [[0.0]]


def test_paraphrases() -> None:
    ill = word("illness", paraphrases={"disease": 0.36, "house": 0.01})
    disease = word("diseases", "disease", paraphrases={"illness": 0.36})
    assert compute_similarity(ill, disease, LEVELS) == pytest.approx(0.36**0.5)
    assert can_stand_in(ill, disease)
    assert compute_similarity(ill, word("house"), LEVELS) == LEVELS.tag  # the best level counts
    assert can_stand_in(ill, word("house"))
    assert not can_stand_in(ill, word("horse"))
    no = word("no-illness", "disease", is_negation=True)
    assert compute_similarity(ill, no, LEVELS) == LEVELS.tag
    assert not can_stand_in(ill, no)


def test_families() -> None:
    explain = word("explains", "explain", "V", word_family=frozenset({"explanation"}))
    explanation = word("explanations", "explanation", word_family=frozenset({"explain"}))
    assert compute_similarity(explain, explanation, LEVELS) == LEVELS.derivation
    assert find_reason(explain, explanation, LEVELS) == "derivation"
    assert can_stand_in(explain, explanation)
    no = explanation._replace(is_negation=True)
    assert compute_similarity(explain, no, LEVELS) == 0
    assert not can_stand_in(explain, no)
    # The best level counts.
    meaning = word("meaning", word_family=frozenset({"sense"}), **ONE)
    assert (
        find_reason(meaning, word("sense", word_family=frozenset({"meaning"}), **TWO), LEVELS)
        == "synonym"
    )


def test_opposites_share_nothing() -> None:
    angry = word("angry", opposites=frozenset({"glad"}), paraphrases={"glad": 0.4}, **ONE)
    glad = word("gladly", "glad", opposites=frozenset({"angry"}), paraphrases={"angry": 0.4}, **TWO)
    for x, y in ((angry, glad), (glad, angry)):
        assert compute_similarity(x, y, LEVELS) == 0
        assert find_reason(x, y, LEVELS) == "nothing"
        assert not can_stand_in(x, y)
    assert compute_similarity(angry, angry, LEVELS) == 1
    assert compute_similarity(angry, word("furious", **TWO), LEVELS) == LEVELS.synonym


def test_reasons() -> None:
    ill = word("illness", paraphrases={"disease": 0.36}, synsets=frozenset({1}))
    for other, why in (
        (word("illness"), "form"),
        (word("illnesses", "illness"), "lemma"),
        (word("sickness", synsets=frozenset({1})), "synonym"),
        (word("sickness", tag="V", synsets=frozenset({1})), "synset"),
        (word("disease"), "paraphrase"),
        (word("illnes", tag=None), "spelling"),
        (word("house"), "tag"),
        (word("house", tag="V"), "nothing"),
        (word("12"), "nothing"),
    ):
        assert find_reason(ill, other, LEVELS) == why, other
    one, other = (word(form, tag="NNP", is_known=False) for form in ("Aab", "Aac"))
    assert find_reason(one, other, LEVELS) == "spelling"  # names are nothing by their tag
    no, some = (word(form, paraphrases={"no": 0.09, "some": 0.09}) for form in ("no", "some"))
    assert find_reason(no._replace(is_negation=True), some, LEVELS) == "tag"
    the, a = (word(form, tag="D", is_function_word=True) for form in ("the", "a"))
    assert find_reason(the, a, LEVELS) == "tag"
