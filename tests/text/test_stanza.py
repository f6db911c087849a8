"""Stanza behind our protocol, with a stand-in that has its interface."""

import re
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from tesla_metrics import TeslaM
from tesla_metrics.core.encoding import session as sessions
from tesla_metrics.errors import ResourceError
from tesla_metrics.files.sentence import Token
from tesla_metrics.optional import get_install_command
from tesla_metrics.text.adapters import StanzaAnalyzer
from tesla_metrics.text.analyzer import Analyzer
from tesla_metrics.text.loading import load_analyzer

WORDS = {
    "il": [("il", "il", "DET", "RD")],
    "lupo": [("lupo", "lupo", "NOUN", "S")],
    "lupi": [("lupi", "lupo", "NOUN", "S")],
    "dorme": [("dorme", "dormire", "VERB", "V")],
    "dormono": [("dormono", "dormire", "VERB", "V")],
    "del": [("di", "di", "ADP", "E"), ("il", "il", "DET", "RD")],
}


class Pipeline:
    """`Pipeline(lang, ...)`; a call gives a document of sentences of words."""

    def __init__(self, lang: str, **options: Any) -> None:
        if lang == "xx":
            raise FileNotFoundError("no models")
        self.options = options

    def __call__(self, text: str) -> SimpleNamespace:
        if not text.strip():
            raise ValueError("empty document")
        found = [
            word for form in text.split() for word in WORDS.get(form, [(form, None, None, None)])
        ]
        words = [
            SimpleNamespace(text=form, lemma=lemma, upos=upos, xpos=xpos)
            for form, lemma, upos, xpos in found
        ]
        return SimpleNamespace(sentences=[SimpleNamespace(words=words)])


class Stanza(ModuleType):
    """Stands in for the package."""

    __version__ = "1.99"
    Pipeline = Pipeline


@pytest.fixture(autouse=True)
def stanza(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    sessions._default = None
    monkeypatch.setitem(sys.modules, "stanza", Stanza("stanza"))
    yield
    sessions._default = None


def test_words() -> None:
    analyzer = load_analyzer("it", "stanza:it")
    assert isinstance(analyzer, StanzaAnalyzer)
    assert isinstance(analyzer, Analyzer)
    first, empty, blank = analyzer.analyze(["il muso del lupo", "", " \t"])
    assert first.tokens == (
        Token("il", "il", "DET", "RD"),
        Token("muso", "muso", "_", "_"),
        Token("di", "di", "ADP", "E"),
        Token("il", "il", "DET", "RD"),
        Token("lupo", "lupo", "NOUN", "S"),
    )
    assert (first.text, empty.tokens, blank.tokens) == ("il muso del lupo", (), ())


def test_name_and_tags() -> None:
    analyzer = load_analyzer("it", "stanza:it")
    assert analyzer.name == "stanza-1.99:it"
    assert analyzer.preferred_tags == "upos"


def test_nothing_is_fetched_and_a_segment_stays_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, dict[str, Any]]] = []

    class Listening(Pipeline):
        def __init__(self, lang: str, **options: Any) -> None:
            asked.append((lang, options))
            super().__init__(lang, **options)

    monkeypatch.setattr(Stanza, "Pipeline", Listening)
    load_analyzer("it", "stanza:it")
    ((lang, options),) = asked
    assert lang == "it"
    assert options["download_method"] is None
    assert options["tokenize_no_ssplit"] is True
    assert options["processors"].split(",") == ["tokenize", "mwt", "pos", "lemma"]


def test_scored() -> None:
    metric = TeslaM(lang="it", analyzer="stanza:it", synonyms="none")
    score = metric.score(["il lupo dorme", "lupi dormono"], ["il lupi dormono", "il lupo"])
    assert score.segments[0] == pytest.approx(1.0)
    assert 0 < score.segments[1] < 1
    assert "analyzer:stanza-1.99:it" in str(score.signature)


def test_missing_models() -> None:
    with pytest.raises(ResourceError, match=r"'xx' \(FileNotFoundError\).*stanza.download\('xx'\)"):
        load_analyzer("it", "stanza:xx")


def test_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stanza", None)
    with pytest.raises(ResourceError, match=re.escape(get_install_command("stanza"))):
        TeslaM(lang="it", analyzer="stanza:it").score(["x"], ["x"])
