"""Lemmas: simplemma and the tables beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.text.lemmatizer import Lemmatizer, has_lemmas


@pytest.mark.parametrize(
    ("lang", "form", "upos", "lemma"),
    [
        ("en", "n't", "PART", "not"),
        ("en", "n’t", "PART", "not"),
        ("en", "'s", "AUX", "be"),
        ("en", "'s", "VERB", "be"),
        ("en", "'s", "PART", "'s"),
        ("en", "'re", "AUX", "be"),
        ("en", "'ll", "AUX", "will"),
        ("en", "'ve", "AUX", "have"),
        ("en", "'d", "AUX", "would"),
        ("en", "ca", "AUX", "can"),
        ("en", "Wo", "AUX", "will"),
        ("en", "sha", "AUX", "shall"),
        ("en", "na", "PART", "to"),
        ("en", "Houses", "NOUN", "house"),
        ("en", "meeting", "NOUN", "meeting"),
        ("en", "meeting", "VERB", "meet"),
        ("en", "left", "VERB", "leave"),
        ("en", "US", "PROPN", "us"),
        ("en", "us", "PRON", "we"),
        ("fr", "L'", "DET", "le"),
        ("fr", "les", "DET", "le"),
        ("fr", "d'", "ADP", "de"),
        ("fr", "qu’", "SCONJ", "que"),
        ("fr", "j'", "PRON", "je"),
        ("fr", "n'", "ADV", "ne"),
        ("fr", "s'", "PRON", "se"),
        ("fr", "s'", "SCONJ", "si"),
        ("fr", "c'", "PRON", "ce"),
        ("fr", "m'", "PRON", "me"),
        ("fr", "t'", "PRON", "te"),
        ("fr", "donne", "VERB", "donner"),
        ("de", "Häuser", "NOUN", "haus"),
        ("de", "ging", "VERB", "gehen"),
        ("es", "conocido", "VERB", "conocer"),
        ("es", "casas", "NOUN", "casa"),
        ("cs", "ve", "ADP", "v"),
        ("cs", "domy", "NOUN", "dům"),
    ],
)
def test_lemma(lang: str, form: str, upos: str, lemma: str) -> None:
    assert Lemmatizer(lang).lemma(form, upos) == lemma


def test_language_without_dictionary() -> None:
    lemmatizer = Lemmatizer("zh")
    assert not has_lemmas("zh")
    assert lemmatizer.name == "lower"
    assert lemmatizer.lemma("Straße", "NOUN") == "straße"
    assert not lemmatizer.is_listed("Straße")


def test_name_tells_the_version() -> None:
    assert has_lemmas("en")
    assert Lemmatizer("en").name.startswith("simplemma-2.")


@given(st.text(min_size=1, max_size=12), st.sampled_from(["NOUN", "VERB", "PROPN", "_"]))
def test_any_word_has_a_lower_case_lemma(form: str, upos: str) -> None:
    lemma = Lemmatizer("en").lemma(form, upos)
    assert lemma == lemma.lower()


def simplemmas(lang: str, form: str) -> tuple[str, bool]:
    """Lemma and whether the form is listed, by simplemma alone."""
    import simplemma

    return simplemma.lemmatize(form, lang=lang).lower(), simplemma.is_known(form, lang=lang)


marks = st.characters(categories=["P", "S", "N", "M"])
letters = st.text(st.characters(categories=["L", "M", "N", "Pd", "Po"]), min_size=1, max_size=8)
FORMS = (
    "Häuser häuser HÄUSER house's L’homme don't 1,000 2024 e-mails Regierungschefs naïve . … ; ´"
)


@pytest.mark.parametrize("lang", ["en", "fr", "he", "hy"])
@pytest.mark.parametrize("form", FORMS.split())
def test_what_is_looked_up_without_simplemma_is_what_it_finds(lang: str, form: str) -> None:
    lemmatizer = Lemmatizer(lang)
    assert (lemmatizer.base_lemma(form), lemmatizer.is_listed(form)) == simplemmas(lang, form)


@given(st.sampled_from(["en", "fr"]), marks | letters | st.integers(0).map(str))
def test_any_form_has_simplemmas_lemma(lang: str, form: str) -> None:
    lemmatizer = Lemmatizer(lang)
    assert (lemmatizer.base_lemma(form), lemmatizer.is_listed(form)) == simplemmas(lang, form)
