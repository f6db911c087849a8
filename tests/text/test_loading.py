"""Analysers that are given as objects."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from tesla_metrics.errors import UsageError
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.text.adapters import PackageAnalyzer
from tesla_metrics.text.analyzer import Analyzer
from tesla_metrics.text.loading import load_analyzer


class Plain:
    """Follows the protocol without deriving from anything."""

    name = "plain"
    preferred_tags = "upos"

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        return [Sentence(text, tuple(Token(word, word) for word in text.split())) for text in texts]


class Split(PackageAnalyzer):
    """Derives from what the shipped adapters derive from."""

    def tokens(self, text: str) -> tuple[Token, ...]:
        return tuple(Token(word, word) for word in text.split())


@pytest.mark.parametrize("analyzer", [Plain(), Split("split")])
def test_an_analyzer_comes_back_as_it_is(analyzer: Analyzer) -> None:
    assert load_analyzer("en", analyzer) is analyzer
    assert load_analyzer("xx", analyzer, compounds="none") is analyzer
    assert isinstance(analyzer, Analyzer)
    sentences = analyzer.analyze(["a b", ""])
    assert [len(sentence.tokens) for sentence in sentences] == [2, 0]
    assert analyzer.preferred_tags == "upos"


@pytest.mark.parametrize("missing", ["name", "preferred_tags", "analyze"])
def test_what_is_missing_is_named(missing: str) -> None:
    facts: dict[str, Any] = {"name": "x", "preferred_tags": "upos", "analyze": list}
    del facts[missing]
    with pytest.raises(
        UsageError, match=f"SimpleNamespace is not an analyser: it has no '{missing}'"
    ):
        load_analyzer("en", SimpleNamespace(**facts))


def test_tags_must_be_ones_that_tokens_have() -> None:
    analyzer = SimpleNamespace(name="x", preferred_tags="penn", analyze=list)
    with pytest.raises(UsageError, match="preferred_tags is 'penn', not upos or xpos"):
        load_analyzer("en", analyzer)


def test_objects_split_no_compounds() -> None:
    with pytest.raises(UsageError, match="leave --compounds out with Plain"):
        load_analyzer("de", Plain(), compounds="de.counts")
