"""Parts of words that negate."""

import pytest

from tesla_metrics.text.negation import remove_negating_affix


@pytest.mark.parametrize(
    ("lang", "bases"),
    [
        ("en", "unaware aware impossible possible illegal legal irregular regular hopeless hope "
               "dishonest honest non-smoker smoker sugar-free sugar"),
        ("de", "unruhig ruhig fehlerfrei fehler arbeitslos arbeit nichtraucher raucher"),
        ("fr", "impossible possible illégal légal malheureux heureux désarmer armer"),
        ("es", "imposible posible desconocer conocer ilegal legal irreal real"),
        ("cs", "nemožný možný bezmocný mocný"),
    ],
)  # fmt: skip
def test_bases(lang: str, bases: str) -> None:
    words = bases.split()
    assert [remove_negating_affix(word, lang) for word in words[::2]] == words[1::2]


@pytest.mark.parametrize(
    "form", ["boat", "un", "undo", "inn", "free", "less", "-", "", "unu", "12"]
)
def test_words_without(form: str) -> None:
    assert remove_negating_affix(form, "en") == ""


def test_other_languages_have_none() -> None:
    assert (
        remove_negating_affix("unaware", "und") == remove_negating_affix("onmogelijk", "nl") == ""
    )
