"""Traditional and simplified Chinese."""

import re
import sys
from pathlib import Path

import pytest
from app.cli.running import refused, run, score, write

from tesla_metrics import Sentence, TeslaM, Token
from tesla_metrics.core.encoding import session as sessions
from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.optional import get_install_command
from tesla_metrics.text import script_conversion as adapter
from tesla_metrics.text.loading import load_analyzer
from tesla_metrics.text.script_conversion import convert_analyzer_input, load_script_converter

NEEDED = "OpenCC is in the extra zh"


def test_as_is_needs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opencc", None)
    assert load_script_converter("as-is") is None
    assert load_script_converter("as-is", "en") is None


def test_both_ways() -> None:
    pytest.importorskip("opencc", reason=NEEDED)
    simplified, traditional = (
        load_script_converter("simplified"),
        load_script_converter("traditional"),
    )
    assert simplified is not None
    assert traditional is not None
    assert simplified("他買了兩把雨傘 OK") == "他买了两把雨伞 OK"
    assert traditional("他买了两把雨伞 OK") == "他買了兩把雨傘 OK"
    # One simplified character, two traditional ones.
    assert traditional("头发出发") == "頭髮出發"
    assert simplified("") == ""
    assert simplified.name.startswith("opencc-")
    assert simplified.name.endswith(":t2s")
    assert load_script_converter("simplified") is simplified


def test_analysers_see_converted_text() -> None:
    pytest.importorskip("opencc", reason=NEEDED)
    plain = load_analyzer("zh")
    assert convert_analyzer_input(plain, "as-is", "zh") is plain
    analyzer = convert_analyzer_input(plain, "simplified", "zh")
    (sentence,) = analyzer.analyze(["買傘"])
    assert sentence.text == "買傘"
    assert [token.form for token in sentence.tokens] == ["买", "伞"]
    assert analyzer.name.startswith("fallback-script-zh+lower+opencc-")
    assert analyzer.preferred_tags == "upos"


@pytest.mark.parametrize("script", ["simplified", "traditional"])
def test_scripts_match_across(script: str, tmp_path: Path) -> None:
    pytest.importorskip("opencc", reason=NEEDED)
    hyp, ref = write(tmp_path / "hyp", ["他買了傘"]), write(tmp_path / "ref", ["他买了雨伞"])
    synonyms = write(tmp_path / "own.tsv", ["伞\t雨伞"])
    same = write(tmp_path / "same", ["他買了雨傘"])
    options = ["-r", ref, "-l", "zh", "--synonyms", synonyms]
    (apart,) = score(same, *options)
    (together,) = score(same, *options, "--script", script)
    assert apart["score"] < together["score"] == pytest.approx(1.0)
    assert "opencc" not in apart["signature"]
    assert together["signature"].count("+opencc-") == 2
    pytest.importorskip("jieba", reason="jieba is in the extra zh")
    options += ["-m", "tesla-m", "--script", "simplified", "--analyzer", "jieba"]
    (words,) = score(hyp, *options)
    assert words["score"] == pytest.approx(1.0)


def test_given_analyses_are_converted_too() -> None:
    pytest.importorskip("opencc", reason=NEEDED)
    one, other = (Sentence(w, (Token(w, w, "NOUN"),)) for w in ("傘", "伞"))
    metric = TeslaM(lang="zh", synonyms="none", script="simplified")
    result = metric.score([one], [other])
    assert result.score == pytest.approx(1.0)
    assert "|analyzer:given+opencc-" in str(result.signature)


def test_the_analyze_command(tmp_path: Path) -> None:
    pytest.importorskip("opencc", reason=NEEDED)
    synonyms = write(tmp_path / "own.tsv", ["伞\t雨伞"])
    text = write(tmp_path / "text", ["傘"])
    options = ["-l", "zh", "--synonyms", synonyms]
    assert "Synsets" not in run("analyze", text, *options).out
    out = run("analyze", text, *options, "--script", "simplified").out
    assert "1\t伞\t伞\tX\t_\t_\t_\t_\t_\tSynsets=0\n" in out


def test_unknown_scripts_and_other_languages(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"unknown script 'latin': choose one of as-is, simpl"):
        load_script_converter("latin")
    text = write(tmp_path / "text", ["x"])
    result = run("score", text, "-r", text, "-l", "ja", "--script", "simplified")
    refused(result, 2, "--script converts Chinese, not 'ja'")
    with pytest.raises(UsageError, match="script 3: give a text"):
        TeslaM(lang="zh", script=3)  # type: ignore[arg-type]


def test_without_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sessions._default = None
    adapter._load_conversion.cache_clear()
    monkeypatch.setitem(sys.modules, "opencc", None)
    with pytest.raises(ResourceError, match=re.escape(get_install_command("zh"))):
        load_script_converter("simplified")
    text = write(tmp_path / "text", ["伞"])
    result = run("score", text, "-r", text, "-l", "zh", "--script", "traditional")
    refused(result, 4, "OpenCC is not installed", get_install_command("zh"))
