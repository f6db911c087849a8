"""Plain words: the native core describes them as Python does, or leaves them."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics import TeslaX
from tesla_metrics.core.encoding import vocabulary
from tesla_metrics.core.encoding.analysis import Analysis, open_analysis
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.core.encoding.word_columns import compute_columns, open_plain_words
from tesla_metrics.files.resource import write_resource
from tesla_metrics.native import load_native
from tesla_metrics.text.builtin_analyzer import BuiltinAnalyzer
from tesla_metrics.text.tagging.training import train_tagger

native: Any = load_native()
pytestmark = pytest.mark.skipif(native is None, reason="the native core is not in use")

LANGUAGES = ("cs", "de", "en", "es", "fr")
PIECES = [
    *"abcIAZ019",
    *".,:'-_`&",
    *"don't n't 's 'll can't shan't policies agencies nations heroes realized meeting".split(),
    *"house Houses went twenty one hundred and not no never non co well-known 10,000 3.14".split(),
    *"1.234 1,234 .234 050,5 000,00 ,567".split(),
    *"un dis in less free un- -free 4th bn -5 5.0 pm minus".split(),
    *"ne nej ein und tausend quatre vingt veinte vingt-et-un making made Paris ists".split(),
]
forms = st.one_of(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join),
    st.text(st.characters(max_codepoint=126, min_codepoint=33), max_size=12),
)
TEXTS = [
    "The zorbified glomphs of 1,234.5 co-blorpings aren't “quuxing”.",
    "Blorpings, frumious 7.",
]
OTHERS = ["A zorbifying glomph of 1234.5 blorpings is quuxed.", "The blorping frumiouses 7."]


@cache
def opened(lang: str) -> tuple[Analysis, Any]:
    analysis = open_analysis(Session(core="native"), lang)
    assert isinstance(analysis.analyzer, BuiltinAnalyzer)
    return analysis, open_plain_words(analysis, analysis.analyzer)


def said(analysis: Analysis, form: str) -> tuple[Any, ...]:
    """What the analysers say, of words without parts."""
    analyzer: Any = analysis.analyzer
    facts = analyzer.word(form)
    assert not facts.parts
    lemmas = [lemma.lower() for lemma in facts.lemmas]
    return (
        list(facts.candidates),
        facts.kind,
        facts.base,
        facts.listed,
        analysis.is_word(form),
        lemmas,
        [sorted(analysis.synonyms.synsets(lemma)) for lemma in lemmas],
        form.lower(),
        compute_columns(form.lower(), analysis.lang, False),
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@given(form=forms)
@settings(max_examples=500)
def test_equal_or_left(lang: str, form: str) -> None:
    analysis, words = opened(lang)
    found = words.look_up(form)
    assert found is None or found == said(analysis, form)


@pytest.mark.parametrize(
    "form",
    "glomphing Zorbified 1,000 .5 1:30 5.0 b2b unglomphed in-glomph glomphless glomph-free "
    "3:1 3:10 3:0 1:100 08:40 04.07.2020 1,234.05 1:02:030 05 050 00 007 0.500 0:00 5'30 5'3 "
    "..5 ,5 1..5 1.,5 .0 .05. 1.234 1,234 1,234,567 1.234.567 1,234.567 "
    "1.234,567 050,5 000.00 1'234 "
    "co-blorping quux's can't've re-policies -- "
    "policies Heroes WENT frumious_nations".split(),
)
def test_of_english_few_are_odd(form: str) -> None:
    analysis, words = opened("en")
    assert words.look_up(form) == said(analysis, form)


@pytest.mark.parametrize(
    ("lang", "form"),
    [("de", "kommt"), ("fr", "maisons"), ("es", "casas"), ("cs", "hrady")],
)
def test_other_languages_have_some_too(lang: str, form: str) -> None:
    analysis, words = opened(lang)
    assert words.look_up(form) == said(analysis, form)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "form", ["1.234", "1,234", "1.500", "1.000", "1,000", "1,234.5", "1.234,567", "050,5", "12"]
)
def test_separators_are_read_by_language(lang: str, form: str) -> None:
    analysis, words = opened(lang)
    assert words.look_up(form) in (None, said(analysis, form))


def test_a_tagger_of_no_language_is_asked_itself(tmp_path: Path) -> None:
    corpus = [[("the", "DET"), ("houses", "NOUN"), ("stand", "VERB")]] * 9
    path = tmp_path / "und.tagger"
    write_resource(path, train_tagger(corpus, language="und", iterations=4))
    analysis = TeslaX(lang="en", analyzer=f"builtin:{path}").analysis(Session(core="native"))
    analyzer: Any = analysis.analyzer
    # English lemmas would make houses a form of house, which this tagger does not know.
    assert analyzer.word("houses").base == "houses"
    assert open_plain_words(analysis, analyzer) is None


@pytest.mark.parametrize(
    "form", ["", "twenty", "twenty-two", "not", "20th", "-5", "naïve", "x" * 101]
)
def test_odd_words_are_left(form: str) -> None:
    assert opened("en")[1].look_up(form) is None


@pytest.mark.parametrize(("lang", "form"), [("de", "Hund"), ("de", "xhunderty"), ("cs", "nejde")])
def test_parts_and_prefixes_are_left(lang: str, form: str) -> None:
    assert opened(lang)[1].look_up(form) is None


def test_what_is_odd_is_given_back() -> None:
    words = opened("en")[1]
    lexicon = native.Lexicon(
        ["NOUN"] * 255, None, [("", "", False, False, False)] * 255, list("abcdef")
    )
    assert words.learn(["glomph", "naïve", "glomph", "not"], lexicon) == ["naïve", "not"]
    assert lexicon.find_word("glomph") is not None
    assert lexicon.find_word("not") is None


def test_not_of_stems_nor_of_derived_analysers() -> None:
    class Derived(BuiltinAnalyzer):
        pass

    stemmed = open_analysis(Session(core="native"), "en", punctuation=True)
    assert isinstance(stemmed.analyzer, BuiltinAnalyzer)
    assert open_plain_words(stemmed, stemmed.analyzer) is None
    stemmed.analyzer.__class__ = Derived
    assert stemmed.analyzer.plain_words is None


def test_lines_out_of_order_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    analysis, _ = opened("en")
    analyzer: Any = analysis.analyzer
    monkeypatch.setattr(analyzer._tagger, "words", b"word\tb\tA\nword\ta\tA")
    assert open_plain_words(analysis, analyzer) is None


def test_scores_are_the_same_without(monkeypatch: pytest.MonkeyPatch) -> None:
    with_words = TeslaX(lang="en").score(TEXTS, OTHERS, session=Session(core="native"))
    monkeypatch.setattr(vocabulary, "open_plain_words", lambda *_: None)
    without = TeslaX(lang="en").score(TEXTS, OTHERS, session=Session(core="native"))
    assert with_words.segments == without.segments


@pytest.mark.data
@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_of_systems(lang: str, shared: Path) -> None:
    analysis, words = opened(lang)
    analyzer: Any = analysis.analyzer
    pairs = "*-en" if lang == "en" else f"en-{lang}"
    texts = (shared / "mt" / "wmt12").glob(f"{pairs}/systems/*.txt")
    chunks = {chunk for path in texts for chunk in path.read_text("utf-8").split()}
    known = {form for chunk in chunks for form in analyzer.chunk(chunk)}
    described = {form: found for form in known if (found := words.look_up(form)) is not None}
    assert len(described) > len(known) / 50  # most German words may be compounds
    for form, found in described.items():
        assert found == said(analysis, form)
