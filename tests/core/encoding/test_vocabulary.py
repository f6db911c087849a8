"""Whose words the core may cut by itself: the built-in analyser's, and nobody else's."""

from typing import Any

import pytest

from tesla_metrics import TeslaX
from tesla_metrics.core.encoding.session import Session
from tesla_metrics.core.encoding.vocabulary import get_vocabulary
from tesla_metrics.native import load_native
from tesla_metrics.text.analyzer import WordAnalysis, WordByWordAnalyzer
from tesla_metrics.text.builtin_analyzer import BuiltinAnalyzer, get_shipped_tagger_path
from tesla_metrics.text.languages import find_language
from tesla_metrics.text.loading import load_analyzer

native: Any = load_native()
pytestmark = pytest.mark.skipif(native is None, reason="the native core is not in use")

CANDIDATES = ["She sells houses.", "old-fashioned boats"]
REFERENCES = ["She sold a house.", "modern boats"]


class Halving(BuiltinAnalyzer):
    """Cuts every chunk in two."""

    def chunk(self, chunk: str) -> tuple[str, ...]:
        half = (len(chunk) + 1) // 2
        return tuple(filter(None, (chunk[:half], chunk[half:])))


class AllBoats(BuiltinAnalyzer):
    """Takes every word for a boat."""

    def word(self, form: str) -> WordAnalysis:
        facts = super().word(form)
        return facts._replace(lemmas=("boat",) * len(facts.lemmas))


class Around:
    """Has all that the built-in one has, `rules` and `plain_rules` too, and halves chunks."""

    def __init__(self, inner: BuiltinAnalyzer) -> None:
        self._inner = inner
        self.rules = find_language("en").rules
        self.plain_rules = self.rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def chunk(self, chunk: str) -> tuple[str, ...]:
        return Halving.chunk(self._inner, chunk)  # type: ignore[arg-type]


def built_in(kind: type[BuiltinAnalyzer] = BuiltinAnalyzer) -> BuiltinAnalyzer:
    return kind("en", get_shipped_tagger_path("en"), None)


def own_analysers() -> list[Any]:
    return [built_in(Halving), built_in(AllBoats), Around(built_in())]


@pytest.mark.parametrize("number", range(3))
def test_others_are_asked(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The scores are those without what the core can do by itself."""
    metric = TeslaX(lang="en", analyzer=own_analysers()[number])
    assert isinstance(metric.analyzer, WordByWordAnalyzer)
    found = metric.score(CANDIDATES, REFERENCES, session=Session(core="native"))
    with monkeypatch.context() as without:
        without.setattr("tesla_metrics.core.encoding.vocabulary.plain_rules", lambda rules: None)
        asked = metric.score(CANDIDATES, REFERENCES, session=Session(core="native"))
    usual = TeslaX(lang="en").score(CANDIDATES, REFERENCES, session=Session(core="native"))
    assert found.segments == asked.segments
    assert found.segments != usual.segments


def test_only_the_built_in_one_has_plain_rules() -> None:
    usual = load_analyzer("en")
    assert isinstance(usual, BuiltinAnalyzer)
    assert usual.plain_rules == find_language("en").rules
    assert built_in(Halving).plain_rules is None
    assert built_in(AllBoats).plain_rules is None


def test_what_encoders_keep_of_chunks_is_counted() -> None:
    session = Session(core="native")
    metric = TeslaX(lang="en")
    metric.score(CANDIDATES, REFERENCES, session=session)
    vocabulary = get_vocabulary(metric.analysis(session), REFERENCES)
    before = vocabulary.n_bytes
    TeslaX(lang="en", characters=6).score(CANDIDATES, REFERENCES, session=session)
    assert get_vocabulary(metric.analysis(session), REFERENCES) is vocabulary
    assert vocabulary.n_bytes > before
