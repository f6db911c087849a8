"""Where words stand in a text."""

from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tesla_metrics.files.sentence import Sentence, has_alphanumeric
from tesla_metrics.text.analyzer import Analyzer
from tesla_metrics.text.characters import pad_text
from tesla_metrics.text.loading import load_analyzer
from tesla_metrics.text.word_offsets import find_spans, find_word_spans


@cache
def analyzer_of(lang: str) -> Analyzer:
    return load_analyzer(lang, "builtin", compounds="auto")


def shown(text: str, analyzer: Analyzer, given: bool = False) -> list[str | None]:
    """What stands at the places of the words of a text."""
    (sentence,) = analyzer.analyze([text])
    found = find_word_spans(text, forms_of(sentence), None if given else analyzer)
    return cut(pad_text(text), found)


def forms_of(sentence: Sentence) -> list[str]:
    return [token.form for token in sentence.tokens if has_alphanumeric(token.form)]


def cut(text: str, found: Sequence[tuple[int, int] | None]) -> list[str | None]:
    return [place and text[place[0] : place[1]] for place in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" \t ", ""),
        ("cat", " cat "),
        ("  a\u3000cat\n sat. ", " a cat sat. "),
        ("a\x00b", " a b "),
        ("\x00", ""),
        ("\u200b \ufeff", ""),
        ("co\u00adop", " coop "),
        ("e\u0301", " é "),
        ("it’s", " it's "),
        ("The CAT", " The CAT "),
    ],
)
def test_padded(text: str, expected: str) -> None:
    assert pad_text(text) == expected


def test_places_in() -> None:
    assert find_spans("cannot", ["can", "not"]) == [(0, 3), (3, 6)]
    assert find_spans("aa", ["a", "a", "a"]) == [(0, 1), (1, 2), None]
    assert find_spans("au", ["à", "le"]) == [None, None]
    assert find_spans("", ["a"]) == [None]
    assert find_spans("abc", []) == []


@pytest.mark.parametrize("given_analysis", [False, True])
def test_by_hand(given_analysis: bool) -> None:
    analyzer = analyzer_of("en")
    assert shown("He  doesn't (really) know!", analyzer, given_analysis) == [
        "He", "does", "n't", "really", "know",
    ]  # fmt: skip
    assert shown("", analyzer, given_analysis) == []
    assert shown("…!", analyzer, given_analysis) == []


def test_each_chunk_has_its_own_words() -> None:
    # In French au is read as two words, neither of which is written there.
    analyzer = analyzer_of("fr")
    found = shown("Il va au marché, le chat aussi", analyzer)
    words = [word for word in found if word is not None]
    assert words == [
        "Il",
        "va",
        *(["au"] if "au" in words else []),
        "marché",
        "le",
        "chat",
        "aussi",
    ]


def test_parts_of_a_compound_have_no_place() -> None:
    analyzer = analyzer_of("de")
    text = "Die Weihnachtsgeldzahlung kam gestern."
    (sentence,) = analyzer.analyze([text])
    found = shown(text, analyzer)
    assert len(found) == len(forms_of(sentence)) > 4
    assert found[0] == "Die"
    assert found[-2:] == ["kam", "gestern"]
    assert set(found[1:-2]) == {None}


WORDS = [
    "cat",
    "don't",
    "Milchkuh",
    "au",
    "z. B.",
    "12",
    "—",
    "'",
    "e\u0301",
    "İ",
    "ß",
    "it’s",
    "牛",
]
MARKS = " \u3000\x00\u200b\u0301\x85.\u200d"
pieces = st.sampled_from([*WORDS, *MARKS])


@pytest.mark.parametrize("lang", ["en", "de", "fr", "cs", "zh", "und"])
@given(text=st.lists(pieces, max_size=12).map("".join) | st.text(max_size=20))
def test_a_place_shows_its_word(lang: str, text: str) -> None:
    analyzer = analyzer_of(lang)
    (sentence,) = analyzer.analyze([text])
    forms = forms_of(sentence)
    found = find_word_spans(text, forms, analyzer)
    assert len(found) == len(forms)
    at = 0
    for form, place in zip(forms, found, strict=True):
        if place is not None:
            assert pad_text(text)[place[0] : place[1]] == form
            assert place[0] >= at
            at = place[1]
