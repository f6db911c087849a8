"""Porter's stemmer, against NLTK's reading of the same paper."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from nltk.stem import PorterStemmer

from tesla_metrics.text.stemming import stem_english, stem_word

ORACLE = PorterStemmer(mode=PorterStemmer.ORIGINAL_ALGORITHM)
ROOTS = "rel fil hop hopp fall fizz tr tre oper communic y yo sky enjoy happ mot se bl".split()
SUFFIXES = """s es ies sses eed ed ing at bl iz y ational tional enci anci izer abli alli entli
eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti icate ative alize
iciti ical ful ness al ance ence er ic able ible ant ement ment ent ion sion tion ou ism ate iti ous
ive ize e ll x w""".split()
WORDS = st.builds(
    lambda root, *suffixes: root + "".join(suffixes),
    st.sampled_from(ROOTS) | st.text("abeilosty'-", max_size=5),
    st.sampled_from(SUFFIXES),
    st.sampled_from(["", *SUFFIXES]),
).filter(lambda word: len(word) > 2)


@given(WORDS)
@example("generalizations")
@example("oscillators")
@example("well-being")
def test_words_are_cut_as_nltk_cuts_them(word: str) -> None:
    assert stem_english(word) == ORACLE.stem(word, to_lowercase=False)


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("Caresses", "caress"),
        ("PONIES", "poni"),
        ("agreed", "agre"),
        ("hopping", "hop"),
        ("relational", "relat"),
        ("'s", "'s"),
        ("is", "is"),
        ("s", "s"),
        (",", ","),
        ("2010", "2010"),
        ("", ""),
    ],
)
def test_stems_are_of_lower_case_words_and_short_ones_stay(word: str, found: str) -> None:
    assert stem_word(word, "en") == found


def test_other_languages_have_their_words_in_lower_case() -> None:
    assert stem_word("Häusern", "de") == "häusern"
