"""English lemmas by our own telling of simplemma's rules, and by simplemma."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.text.lemma_dictionaries import get_simplemma_version, load_lemma_dictionary
from tesla_metrics.text.lemmatizer import EnglishRules

pytestmark = pytest.mark.skipif(
    get_simplemma_version() != "2.0.0", reason="these are the rules of one version"
)

PIECES = (
    "a I ' ’ ʼ - _ n't 's 'd 've can't won't house Houses walked cies doms isms ists ments nces "
    "ships tions ums ized erves policies observes Agefiph é mid October co 19 ½ d' re- un . , ß İ"
).split()
forms = st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join)


@pytest.fixture(scope="module")
def rules() -> EnglishRules:
    return EnglishRules(load_lemma_dictionary("en"))


def check(rules: EnglishRules, form: str) -> None:
    import simplemma

    found = rules.lemmatize(form).lower()
    assert found == simplemma.lemmatize(form, lang="en").lower()
    assert (rules.look_up(form) is not None) == simplemma.is_known(form, lang="en")


@given(form=forms | st.text(min_size=1, max_size=8))
@settings(max_examples=2000)
def test_equal(rules: EnglishRules, form: str) -> None:
    check(rules, form)


@pytest.mark.parametrize(
    "form",
    "mid-October Pre-written d'assurance can't cannot've John's johns’ lophoscopists "
    "organized bureaucracies micro-credit self_made - -a a- a--b 's n't x'd'd".split(),
)
def test_corners(rules: EnglishRules, form: str) -> None:
    check(rules, form)
