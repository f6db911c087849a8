"""Languages without an analyser of their own."""

import pytest

from tesla_metrics.files.sentence import Token
from tesla_metrics.text.analyzer import Analyzer
from tesla_metrics.text.builtin_analyzer import FallbackAnalyzer, guess_coarse_upos
from tesla_metrics.text.loading import load_analyzer


@pytest.mark.parametrize(
    ("form", "upos"),
    [
        ("word", "X"),
        ("дом", "X"),
        ("牛", "X"),
        ("x2", "X"),
        ("-a", "X"),
        ("12", "NUM"),
        ("3.5", "NUM"),
        ("٣", "NUM"),
        ("2nd", "NUM"),
        (".", "PUNCT"),
        ("—", "PUNCT"),
        ("。", "PUNCT"),
        ("👍", "PUNCT"),
        ("_", "PUNCT"),
    ],
)
def test_coarse_parts_of_speech(form: str, upos: str) -> None:
    assert guess_coarse_upos(form) == upos


@pytest.mark.parametrize(
    ("lang", "text", "forms"),
    [
        ("ru", "Дом, 12 окон!", ["Дом", ",", "12", "окон", "!"]),
        ("ja", "牛が3頭。", ["牛", "が", "3", "頭", "。"]),
        ("zh", "我有iPhone 12", ["我", "有", "iPhone", "12"]),
        ("sw", "Nyumba ni kubwa.", ["Nyumba", "ni", "kubwa", "."]),
        ("ko", "소 두 마리", ["소", "두", "마리"]),
    ],
)
def test_tokens(lang: str, text: str, forms: list[str]) -> None:
    (sentence,) = load_analyzer(lang).analyze([text])
    assert [token.form for token in sentence.tokens] == forms
    assert sentence.text == text
    assert {token.xpos for token in sentence.tokens} == {"_"}


def test_lemmas_where_there_are_any() -> None:
    (sentence,) = load_analyzer("sw").analyze(["NYUMBA 5"])
    assert sentence.tokens == (Token("NYUMBA", "nyumba", "X"), Token("5", "5", "NUM"))


def test_simplemma_lemmas_reach_other_languages() -> None:
    # Words carry the tag X here, which must not keep them from being lemmatised.
    (sentence,) = load_analyzer("nl").analyze(["Twee huizen"])
    assert [token.lemma for token in sentence.tokens] == ["twee", "huis"]


def test_names() -> None:
    analyzer = load_analyzer("ja")
    assert isinstance(analyzer, FallbackAnalyzer)
    assert isinstance(analyzer, Analyzer)
    assert analyzer.name == "fallback-script-ja+lower"
    assert load_analyzer("nl").name.startswith("fallback-script-nl+simplemma-")
    assert analyzer.preferred_tags == "upos"


def test_nothing() -> None:
    analyzer = load_analyzer("und")
    assert analyzer.analyze([]) == []
    assert [sentence.tokens for sentence in analyzer.analyze(["", " \t", "\u200b"])] == [(), (), ()]
