"""jieba behind our protocol."""

import logging
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from app.cli.running import refused, run, score, write

from tesla_metrics import TeslaM
from tesla_metrics.core.encoding import session as sessions
from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.files.sentence import FUNCTION_WORD_UPOS, Token
from tesla_metrics.optional import get_install_command
from tesla_metrics.text.adapters import convert_jieba_tag
from tesla_metrics.text.analyzer import Analyzer
from tesla_metrics.text.loading import load_analyzer

NEEDED = "jieba is in the extra zh"
CILIN = ["Bp01A01= 雨伞 伞", "He03B01= 买 购买"]


@pytest.fixture(scope="module")
def analyzer() -> Analyzer:
    pytest.importorskip("jieba", reason=NEEDED)
    return load_analyzer("zh", "jieba")


def forms(analyzer: Analyzer, text: str) -> list[str]:
    (sentence,) = analyzer.analyze([text])
    return [token.form for token in sentence.tokens]


def test_words_with_tags(analyzer: Analyzer) -> None:
    assert isinstance(analyzer, Analyzer)
    first, second = analyzer.analyze(["我在商店买了雨伞。", ""])
    assert first.text == "我在商店买了雨伞。"
    assert first.tokens == (
        Token("我", "我", "PRON", "r"),
        Token("在", "在", "ADP", "p"),
        Token("商店", "商店", "NOUN", "n"),
        Token("买", "买", "VERB", "v"),
        Token("了", "了", "AUX", "ul"),
        Token("雨伞", "雨伞", "NOUN", "n"),
        Token("。", "。", "PUNCT", "x"),
    )
    assert second.tokens == ()


def test_letters_digits_and_spaces(analyzer: Analyzer) -> None:
    assert forms(analyzer, "  iPhone 12 ") == ["iPhone", "12"]
    assert forms(analyzer, "ｉＰｈｏｎｅ　１２") == ["iPhone", "12"]
    assert forms(analyzer, "雨\u200b伞") == ["雨伞"]
    assert forms(analyzer, " \t\u3000") == []


def test_name_and_tags(analyzer: Analyzer) -> None:
    import jieba

    assert analyzer.name == f"jieba-{jieba.__version__}"
    assert analyzer.preferred_tags == "upos"


@pytest.mark.parametrize(
    ("word", "tag", "upos"),
    [
        ("雨伞", "n", "NOUN"),
        ("北京", "ns", "PROPN"),
        ("王小明", "nr", "PROPN"),
        ("约翰", "nrt", "PROPN"),
        ("三", "m", "NUM"),
        ("12", "m", "NUM"),
        ("年", "m", "NOUN"),
        ("里", "f", "ADP"),
        ("之后", "f", "ADP"),
        ("北部", "f", "NOUN"),
        ("和", "c", "CCONJ"),
        ("如果", "c", "SCONJ"),
        ("这些", "r", "DET"),
        ("是", "v", "AUX"),
        ("可以", "c", "AUX"),
        ("的", "uj", "PART"),
        ("过", "ug", "AUX"),
        ("iPhone", "eng", "X"),
        ("，", "x", "PUNCT"),
        ("7", "x", "NUM"),
        ("𠮷", "x", "X"),
        ("怪", "tag of another version", "NOUN"),
        ("怪", "", "X"),
    ],
)
def test_universal_parts_of_speech(word: str, tag: str, upos: str) -> None:
    assert convert_jieba_tag(word, tag) == upos


def test_every_tag_of_its_dictionary_is_known(analyzer: Analyzer) -> None:
    from jieba.posseg import dt

    known = {convert_jieba_tag("伞", tag) for tag in set(dt.word_tag_tab.values())}
    assert known <= FUNCTION_WORD_UPOS | set("ADJ ADV INTJ NOUN NUM PROPN VERB X".split())


def test_the_default_stays_by_character() -> None:
    assert load_analyzer("zh").name == "fallback-script-zh+lower"


def test_words_that_a_program_adds_to_jieba_do_not_matter(analyzer: Analyzer) -> None:
    import jieba

    text = "他卖花雨伞"
    before = forms(analyzer, text)
    logging.getLogger("jieba").setLevel(logging.CRITICAL)
    jieba.dt.initialized = True  # or it would be read, with its cache
    jieba.add_word("卖花雨伞", 10**6)
    try:
        assert forms(analyzer, text) == forms(load_analyzer("zh", "jieba"), text) == before
    finally:
        jieba.dt = jieba.Tokenizer()


def test_nothing_is_printed_or_left_behind(tmp_path: Path) -> None:
    pytest.importorskip("jieba", reason=NEEDED)
    code = (
        "from tesla_metrics.text.loading import load_analyzer\n"
        "print(len(load_analyzer('zh', 'jieba').analyze(['我买伞'])))"
    )
    # -B: what Python itself writes is not meant here.
    result = subprocess.run(
        [sys.executable, "-B", "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    assert (result.stdout, result.stderr) == ("1\n", "")
    assert list(tmp_path.iterdir()) == []
    assert tempfile.gettempdir() != str(tmp_path)


def test_scored_with_cilin_by_the_command(tmp_path: Path) -> None:
    pytest.importorskip("jieba", reason=NEEDED)
    hyp, ref = write(tmp_path / "hyp", ["我买了伞"]), write(tmp_path / "ref", ["我买了雨伞"])
    cilin = write(tmp_path / "cilin.txt", CILIN)
    options = ["-r", ref, "-l", "zh", "-m", "tesla-m", "--analyzer", "jieba"]
    (record,) = score(hyp, *options, "--synonyms", cilin)
    assert record["score"] == pytest.approx(1.0)
    (without,) = score(hyp, *options, "--synonyms", "none")
    assert without["score"] < 1
    metric = TeslaM(lang="zh", analyzer="jieba", synonyms=str(cilin))
    assert metric.score(["我买了伞"], ["我买了雨伞"]).score == record["score"]
    assert "|analyzer:jieba-" in record["signature"]


def test_it_knows_chinese_alone() -> None:
    with pytest.raises(UsageError, match="jieba analyses 'zh', not 'ja'"):
        load_analyzer("ja", "jieba")
    with pytest.raises(UsageError, match="splits compounds"):
        load_analyzer("zh", "jieba", compounds="x.counts")
    with pytest.raises(UsageError, match="unknown analyser 'jieba:x'"):
        load_analyzer("zh", "jieba:x")


def test_without_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sessions._default = None
    monkeypatch.setitem(sys.modules, "jieba", None)
    with pytest.raises(ResourceError, match=re.escape(get_install_command("zh"))):
        load_analyzer("zh", "jieba")
    text = write(tmp_path / "text", ["伞"])
    result = run("score", text, "-r", text, "-l", "zh", "--analyzer", "jieba")
    refused(result, 4, "jieba is not installed", get_install_command("zh"))
