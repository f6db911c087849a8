"""Where trees come from."""

import pytest

from tesla_metrics.errors import UsageError
from tesla_metrics.files.sentence import Sentence, Token
from tesla_metrics.parsing.syntax.parser import get_source_name, tree_source


class Mine:
    """Of two words always the same."""

    def trees(self, sentences: list[Sentence]) -> list[str]:
        return ["(S (PRP We) (VBD left))" for _ in sentences]


def test_an_object_of_the_users() -> None:
    source = tree_source("en", Mine())
    sentence = Sentence("We left", (Token("We", "we"), Token("left", "leave")))
    assert source.trees([sentence])[0].words == ("We", "left")
    assert get_source_name(source) == "Mine"
    with pytest.raises(UsageError, match="not a source of trees"):
        tree_source("en", 7)


def test_our_own() -> None:
    assert get_source_name(tree_source("en")).startswith("parser-en@")
    with pytest.raises(UsageError, match="no parser for 'de'"):
        tree_source("de")
