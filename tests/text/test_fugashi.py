"""fugashi behind our protocol, and UniDic's parts of speech."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from app.cli.running import refused, run, score, write

from tesla_metrics.core.encoding import session as sessions
from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.files.sentence import Token
from tesla_metrics.optional import get_install_command
from tesla_metrics.text import adapters as adapter
from tesla_metrics.text.adapters import convert_unidic_tag, join_unidic_tags
from tesla_metrics.text.analyzer import Analyzer
from tesla_metrics.text.loading import load_analyzer


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    pytest.importorskip("fugashi", reason="fugashi is in the extra ja")
    pytest.importorskip("unidic_lite", reason="unidic-lite is in the extra ja")
    return load_analyzer("ja", "fugashi")


def test_words_with_lemmas_and_tags(analyzer: Analyzer) -> None:
    assert isinstance(analyzer, Analyzer)
    first, second = analyzer.analyze(["彼はペンで書いていた。", ""])
    assert first.text == "彼はペンで書いていた。"
    assert first.tokens == (
        Token("彼", "彼", "PRON", "代名詞"),
        Token("は", "は", "ADP", "助詞-係助詞"),
        Token("ペン", "ペン", "NOUN", "名詞-普通名詞"),
        Token("で", "で", "ADP", "助詞-格助詞"),
        Token("書い", "書く", "VERB", "動詞-一般"),
        Token("て", "て", "SCONJ", "助詞-接続助詞"),
        Token("い", "居る", "AUX", "動詞-非自立可能"),
        Token("た", "た", "AUX", "助動詞"),
        Token("。", "。", "PUNCT", "補助記号-句点"),
    )
    assert second.tokens == ()


def test_names_keep_their_spelling(analyzer: Analyzer) -> None:
    (sentence,) = analyzer.analyze(["東京"])
    assert sentence.tokens == (Token("東京", "東京", "PROPN", "名詞-固有名詞"),)


def test_widths_do_not_matter(analyzer: Analyzer) -> None:
    wide, usual = analyzer.analyze(["ＰＣ　１２台、ﾍﾟﾝ\x00", "PC 12台、ペン"])
    assert wide.tokens == usual.tokens
    assert [token.upos for token in usual.tokens] == ["NOUN", "NUM", "NOUN", "PUNCT", "NOUN"]


def test_name(analyzer: Analyzer) -> None:
    name, _, dictionary = analyzer.name.partition(":")
    assert name.startswith("fugashi-")
    assert dictionary.startswith("unidic-lite-")
    assert analyzer.preferred_tags == "upos"


@pytest.mark.usefixtures("analyzer")
def test_inflection_does_not_matter_to_the_score(tmp_path: Path) -> None:
    hyp, ref = write(tmp_path / "hyp", ["傘を買った"]), write(tmp_path / "ref", ["傘を買う"])
    options = ["-r", ref, "-l", "ja"]
    (words,) = score(hyp, *options, "--analyzer", "fugashi")
    (characters,) = score(hyp, *options)
    assert characters["score"] < words["score"] < 1
    assert "|analyzer:fugashi-" in words["signature"]


@pytest.mark.parametrize(
    ("lemma", "xpos", "before", "upos"),
    [
        ("傘", "名詞-普通名詞", "", "NOUN"),
        ("東京", "名詞-固有名詞", "", "PROPN"),
        ("二", "名詞-数詞", "", "NUM"),
        ("此の", "連体詞", "", "DET"),
        ("大きな", "連体詞", "", "ADJ"),
        ("行く", "動詞-非自立可能", "助詞-格助詞", "VERB"),
        ("行く", "動詞-非自立可能", "助詞-接続助詞", "AUX"),
        ("書く", "動詞-一般", "助詞-接続助詞", "VERB"),
        ("よ", "助詞-終助詞", "", "PART"),
        ("そして", "接続詞", "", "CCONJ"),
        ("ゝ", "補助記号-一般", "", "PUNCT"),
        ("?", "未知", "", "X"),
    ],
)
def test_universal_parts_of_speech(lemma: str, xpos: str, before: str, upos: str) -> None:
    assert convert_unidic_tag(lemma, xpos, before) == upos


def test_two_parts_of_speech_are_one_tag() -> None:
    assert join_unidic_tags("助詞", "格助詞") == "助詞-格助詞"
    assert join_unidic_tags("助動詞", "*") == "助動詞"


def test_with_a_stand_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # The dictionary is too large for every machine that runs the tests.
    rows = {
        "私": ("代名詞", "*", "私-代名詞"),
        "東京": ("名詞", "固有名詞", "トウキョウ"),
        "PC": ("名詞", "普通名詞", None),
    }
    nodes = [
        SimpleNamespace(surface=form, feature=SimpleNamespace(pos1=a, pos2=b, lemma=lemma))
        for form, (a, b, lemma) in rows.items()
    ]
    asked = []

    def tagger(arguments: str) -> Callable[[str], list[SimpleNamespace]]:
        asked.append(arguments)
        return lambda text: [node for node in nodes if node.surface in text]

    monkeypatch.setitem(sys.modules, "fugashi", SimpleNamespace(Tagger=tagger))
    monkeypatch.setitem(sys.modules, "unidic_lite", SimpleNamespace(DICDIR=str(tmp_path)))
    monkeypatch.setattr(adapter, "version", {"fugashi": "1", "unidic-lite": "2"}.get)
    analyzer = load_analyzer("ja", "fugashi")
    assert analyzer.name == "fugashi-1:unidic-lite-2"
    (sentence,) = analyzer.analyze(["私東京ＰＣ"])
    assert sentence.tokens == (
        Token("私", "私", "PRON", "代名詞"),
        Token("東京", "東京", "PROPN", "名詞-固有名詞"),
        Token("PC", "PC", "NOUN", "名詞-普通名詞"),
    )
    assert str(tmp_path) in asked[0]


def test_it_knows_japanese_alone() -> None:
    with pytest.raises(UsageError, match="fugashi analyses 'ja', not 'zh'"):
        load_analyzer("zh", "fugashi")


@pytest.mark.parametrize("module", ["fugashi", "unidic_lite"])
def test_without_the_package(module: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sessions._default = None
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ResourceError, match=re.escape(get_install_command("ja"))):
        load_analyzer("ja", "fugashi")
    text = write(tmp_path / "text", ["傘"])
    result = run("score", text, "-r", text, "-l", "ja", "--analyzer", "fugashi")
    refused(result, 4, get_install_command("ja"))
