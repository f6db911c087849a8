"""Whether two texts negate the same."""

import pytest

from tesla_metrics.text.languages import find_language
from tesla_metrics.text.negation import (
    NegatedText,
    TextNegations,
    compute_changed_negations,
    find_negations,
    load_negation_detector,
    locate_negations,
    remove_negating_affix,
)


def found(text: str, lang: str = "en") -> TextNegations:
    forms = text.split()
    bases = [remove_negating_affix(form, lang) for form in forms]
    return find_negations(
        forms, map(load_negation_detector(lang), forms), bases, find_language(lang)
    )


def sides(reference: str, candidate: str, lang: str = "en") -> tuple[NegatedText, NegatedText]:
    """Their lemmas are their forms; what both have counts as content if it is long enough."""
    texts = [text.split() for text in (reference, candidate)]
    shared = {form for form in set(texts[0]) & set(texts[1]) if len(form) > 3}
    one, other = (
        NegatedText(found(" ".join(forms), lang), forms, forms,
             {place for place, form in enumerate(forms) if form in shared})
        for forms in texts
    )  # fmt: skip
    return one, other


@pytest.mark.parametrize(
    ("lang", "text", "places"),
    [
        ("en", "she does not row", [2]),
        ("en", "nobody rows without a boat", [0, 2]),
        ("en", "not only anna rows", []),
        ("en", "no fewer than five boats", []),
        ("en", "without doubt the best", []),
        ("en", "only not", [1]),
        ("de", "nicht nur anna rudert nicht", [4]),
        ("de", "ohne zweifel", []),
        ("fr", "elle ne rame plus", [3]),
        ("fr", "elle rame plus", []),
        ("fr", "elle n' a vraiment plus de bateau", [4]),
        ("fr", "il ne sait pas qui rame plus", [3]),
        ("fr", "aucun bateau n' a rame plus vite", [0]),
        ("fr", "elle ne rame plus jamais", [4]),
        ("fr", "sans doute", []),
        ("fr", "il n' a plus que deux barques", []),
        ("fr", "il n' a plus qu' une barque", []),
        ("fr", "une personne a fait un pas", []),
        ("fr", "personne ne fait pas un pas", [0, 3]),
        ("fr", "aucune personne", [0]),
        ("es", "no solo rema", []),
        ("es", "sin embargo no rema", [2]),
        ("cs", "ne jen ona", []),
        ("und", "not only not", []),
    ],
)
def test_words_and_idioms(lang: str, text: str, places: list[int]) -> None:
    assert found(text, lang).negating_indices == places


def test_bases() -> None:
    assert found("an unsafe and leaky boat").affixed_words == [(1, "safe")]


@pytest.mark.parametrize(
    ("reference", "candidate", "share"),
    [
        ("the boat is safe", "the boat is safe", 0),
        ("the boat is not safe", "the boat is safe", 1),
        ("the boat is safe", "the boat is not safe", 1),
        ("nobody rows without a boat", "nobody rows with a boat", 1 / 2),
        # By affix, or in other words.
        ("the boat is unsafe", "the boat is safe", 1),
        ("the boat is safe", "the boat is unsafe", 1),
        ("the boat is unsafe", "the boat is not safe", 0),
        ("the boat is not safe", "the boat is unsafe", 0),
        ("the boat is unsafe", "the boat is unsafe", 0),
        ("the boat is unsafe", "the boat is dangerous", 0),
        ("not only the boat is safe", "the boat is safe", 0),
        # Nothing near it is in both texts.
        ("not yet", "the boat is safe", 0),
        ("it is not so as to be at all a boat", "take the boat", 0),
        # Both negate, one far from what both have.
        ("it is not so as to be at all a boat", "the boat is not safe", 0),
        ("", "", 0),
    ],
)
def test_changes(reference: str, candidate: str, share: float) -> None:
    assert compute_changed_negations(*sides(reference, candidate)) == pytest.approx(share)


def test_a_word_counts_once() -> None:
    one, other = sides("pes nikdy nemá kost", "pes nikdy má kost", "cs")
    assert locate_negations(one, other) == [1, 2]
    assert locate_negations(other, one) == [1]
    assert compute_changed_negations(one, other) == pytest.approx(1 / 2)


def test_a_lemma_tells_as_well() -> None:
    one, other = sides("the unsafest boat", "the safest boat")
    assert locate_negations(one, other) == [1]
    other = other._replace(forms=["the", "safer", "boat"], lemmas=["the", "safest", "boat"])
    assert locate_negations(one, other) == [1]
    one = one._replace(lemmas=["the", "unsafe", "boat"])
    assert locate_negations(one, other._replace(lemmas=["unsafe", "safest", "boat"])) == []
