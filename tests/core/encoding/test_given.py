"""Analyses from elsewhere as codes: natively and in plain Python, and as texts score."""

from collections.abc import Sequence
from typing import Any

import pytest
from cores import columns, plain
from hypothesis import given, settings
from hypothesis import strategies as st
from resources.pivot.small_tables import write_small

from tesla_metrics import MaxSim, Sentence, TeslaB, TeslaM, TeslaX, Token, load_analyzer
from tesla_metrics.metrics.analysed_metric import AnalysedMetric
from tesla_metrics.native import load_native

if load_native() is None:
    pytest.skip("no native core is built, or TESLA_PURE is set", allow_module_level=True)

TEXTS = [
    "London isn't far from Paris, 12 miles say.",
    "Londn is not far from Rome!",
    "The captain sold two hundred boats, never three.",
    "",
    "— !",
    "He ran; they run. He ran.",
]
tokens = st.builds(
    Token,
    st.sampled_from(
        ["cat", "Cat", "12", "twelve", "not", "—", "ß", "İ", "cats", "牛", "", "x\udc80"]
    ),
    st.sampled_from(["cat", "12", "no", "Cat", "", "x"]),
    st.sampled_from(["NOUN", "PROPN", "DET", "_", ""]),
    st.sampled_from(["NN", "NNP", "_", ""]),
)
sentences = st.builds(
    lambda text, own: Sentence(text, tuple(own)),
    st.sampled_from(["cat 12 not", "Cat — twelve cats", "", " ", "x\udc80 cat", "牛 cat"]),
    st.lists(tokens, max_size=7),
)


def check(metric: AnalysedMetric, hypotheses: Sequence[Any], references: Sequence[Any]) -> None:
    found = columns(metric, hypotheses, references)
    with plain():
        expected = columns(metric, hypotheses, references)
    assert found == pytest.approx(expected, rel=0, abs=1e-9)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> str:
    pairs = [("cat", "chat/NOUN", 3), ("the", "le/DET", 2), ("sell", "vendre/VERB", 1)]
    return str(write_small(tmp_path_factory.mktemp("tables") / "en-fr.table", pairs))


def metrics(table: str) -> list[AnalysedMetric]:
    return [
        TeslaX(lang="en"),
        TeslaX(lang="en", tags="xpos", frequencies="none"),
        TeslaM(lang="en"),
        MaxSim(lang="en", tags="xpos"),
        TeslaB(lang="en", tables=(table,)),
    ]


def test_sentences(table: str) -> None:
    own = load_analyzer("en").analyze(TEXTS)
    pairs = [(x, y) for x in own for y in own]
    for metric in metrics(table):
        check(metric, [x for x, _ in pairs], [y for _, y in pairs])


@given(st.data())
@settings(max_examples=60)
def test_any_sentences(table: str, data: st.DataObject) -> None:
    hypotheses = data.draw(st.lists(sentences, min_size=1, max_size=4))
    references = [data.draw(sentences) for _ in hypotheses]
    for metric in metrics(table):
        check(metric, hypotheses, references)


class Whitespace:
    """An analyser that is not ours and not word by word."""

    name = "whitespace"
    preferred_tags = "upos"

    def __init__(self) -> None:
        self.asked = 0

    def analyze(self, texts: Sequence[str]) -> list[Sentence]:
        self.asked += len(texts)
        return [
            Sentence(text, tuple(Token(w, w.lower().rstrip("s"), "X") for w in text.split()))
            for text in texts
        ]


@pytest.mark.parametrize("kind", [TeslaX, TeslaM, MaxSim])
def test_an_analyser_that_is_an_object(kind: Any) -> None:
    analyzer = Whitespace()
    metric = kind(lang="en", analyzer=analyzer)
    check(metric, TEXTS, TEXTS[::-1])
    score = metric.score(TEXTS[:2], TEXTS[1:3])
    assert dict(score.signature.fields)["analyzer"] == "whitespace"
    asked = analyzer.asked
    assert metric.score(TEXTS[:2], TEXTS[1:3]) == score
    assert analyzer.asked == asked  # what it said is kept
    assert metric == kind(lang="en", analyzer=analyzer) != kind(lang="en")
