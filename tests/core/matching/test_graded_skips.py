"""Words and skip bigrams by degrees, against the linear program among what stands for what."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.lp import lp_values

from tesla_metrics.core.matching.graded_matching import WeightedWords
from tesla_metrics.core.matching.skip_bigrams import GradedBags, match_graded
from tesla_metrics.core.matching.word_similarity import (
    GradedWord,
    Levels,
    compute_similarity,
    get_character_bigrams,
)

LEVELS = Levels(0.9, 0.75, 0.8, 0.7, 0.5, 0.0, 0.0, 1.5, 1.5, 0.2)
NO_LEMMAS: frozenset[str] = frozenset()
LEMMAS = {"boats": "boat", "ran": "run", "runs": "run"}
SYNSETS = {"boat": frozenset({1}), "ship": frozenset({1, 2}), "vessel": frozenset({2})}
WEIGHTS = {"the": 0.01, "boat": 0.5, "ship": 0.25}
FORMS = "the boat boats ship vessel run runs ran 12 running".split()


def word(form: str, tag: str) -> GradedWord:
    lemma = LEMMAS.get(form, form)
    return GradedWord(
        form, lemma, tag, SYNSETS.get(lemma, frozenset()), {}, NO_LEMMAS, NO_LEMMAS, form == "12",
        False, True, False, False, get_character_bigrams(form),
    )  # fmt: skip


def sentence(words: list[tuple[str, str]]) -> WeightedWords:
    return WeightedWords(
        [word(*one) for one in words], [WEIGHTS.get(form, 0.8) for form, _ in words]
    )


TEXT = st.lists(
    st.lists(st.tuples(st.sampled_from(FORMS), st.sampled_from("NV")), max_size=6).map(sentence),
    max_size=3,
)
Gram = tuple[tuple[GradedWord, float], ...]


def grams(text: list[WeightedWords], n: int, gap: int) -> list[Gram]:
    pairs = [list(zip(*one, strict=True)) for one in text]
    if n == 1:
        return [(one,) for own in pairs for one in own]
    return [
        (own[i], own[j])
        for own in pairs
        for i in range(len(own))
        for j in range(i + 1, len(own))
        if j - i <= gap + 1
    ]


def image(y: GradedWord, xs: list[GradedWord]) -> tuple[str, float]:
    if any(x.form == y.form for x in xs):
        return y.form, 1.0
    likest = [(compute_similarity(x, y, LEVELS), x.form) for x in xs]
    best = max((worth for worth, _ in likest), default=0.0)
    return next((form for worth, form in likest if worth == best), ""), best


@given(TEXT, TEXT, st.integers(0, 4))
@settings(max_examples=60, deadline=None)
def test_the_optimum(
    reference: list[WeightedWords], candidate: list[WeightedWords], gap: int
) -> None:
    found = match_graded(GradedBags(reference, gap), GradedBags(candidate, gap), LEVELS)
    words = [one for own in reference for one in own.words]
    for n, match in enumerate(found, 1):
        xs, ys = grams(reference, n, gap), grams(candidate, n, gap)
        x, y = ([sum(w for _, w in gram) / n for gram in side] for side in (xs, ys))
        assert match.reference_weight == pytest.approx(sum(x), abs=1e-7)
        assert match.candidate_weight == pytest.approx(sum(y), abs=1e-7)
        matrix = np.zeros((len(xs), len(ys)))
        for j, gram in enumerate(ys):
            images = [image(one, words) for one, _ in gram]
            if all(worth for _, worth in images):
                forms = [form for form, _ in images]
                for i, other in enumerate(xs):
                    if [one.form for one, _ in other] == forms:
                        matrix[i, j] = sum(worth for _, worth in images) / n
        value = lp_values([(matrix, x, y)])[0] if xs and ys else 0.0
        assert match.shared_weight == pytest.approx(value, abs=1e-7)


def test_by_hand() -> None:
    reference = GradedBags([sentence([("boat", "N"), ("ran", "V")])], 4)
    candidate = GradedBags([sentence([("boats", "N"), ("boats", "N"), ("ran", "V")])], 4)
    words, skips = match_graded(reference, candidate, LEVELS)
    # One of both boats finds room for 0.5 of its 0.8, at 0.9.
    assert words.shared_weight == pytest.approx(0.9 * 0.5 + 0.8)
    assert words.reference_weight == pytest.approx(1.3)
    assert words.candidate_weight == pytest.approx(2.4)
    # (boats, ran) twice, for (boat, ran), which weighs 0.65; (boats, boats) goes nowhere.
    assert skips.shared_weight == pytest.approx(0.95 * 0.65)


def test_equal_texts_are_equal_to_the_last_bit() -> None:
    text = [sentence([(form, "NV"[k % 2]) for k, form in enumerate(FORMS * 3)])]
    for match in match_graded(GradedBags(text, 4), GradedBags(text, 4), LEVELS):
        assert match.shared_weight == match.reference_weight == match.candidate_weight
