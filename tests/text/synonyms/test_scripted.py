"""Dictionaries whose words are converted."""

import sys
from pathlib import Path

import pytest

from tesla_metrics.errors import UsageError
from tesla_metrics.text.script_conversion import load_script_converter
from tesla_metrics.text.synonyms import Synonyms, load_synonyms
from tesla_metrics.text.synonyms.table import ScriptedSynonyms


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "own.tsv"
    # 头发 and 頭髮 are one word, and so are 发 and 發; Brolly shows that folding goes on.
    path.write_text("雨伞\t伞\tBrolly\n頭髮\t髮\n头发\t毛发\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("script", ["simplified", "traditional"])
def test_words_of_either_script_are_found(path: Path, script: str) -> None:
    pytest.importorskip("opencc", reason="OpenCC is in the extra zh")
    table = load_synonyms("zh", str(path), script)
    assert isinstance(table, Synonyms)
    for word in ("雨伞", "雨傘", "伞", "傘", "brolly", "ｂrolly"):
        assert table.synsets(word) == {0}
        assert table.synsets(word) == {0}
    assert table.synsets("头发") == table.synsets("頭髮") == {1, 2}
    assert table.synsets("毛髮") == {2}
    assert not table.synsets("天")
    plain = load_synonyms("zh", str(path))
    assert not plain.synsets("雨傘")
    conversion = load_script_converter(script)
    assert conversion is not None
    assert table.name == f"{plain.name}+{conversion.name}"


def test_it_is_made_once(path: Path) -> None:
    pytest.importorskip("opencc", reason="OpenCC is in the extra zh")
    table = load_synonyms("zh", str(path), "simplified")
    assert isinstance(table, ScriptedSynonyms)
    assert {"雨伞", "伞"} <= set(table.members(0))
    assert load_synonyms("zh", str(path), script="simplified") is table
    assert load_synonyms("zh", str(path), "traditional") is not table


def test_none_stays_none() -> None:
    pytest.importorskip("opencc", reason="OpenCC is in the extra zh")
    assert load_synonyms("zh", "none", "simplified").name == "none"


def test_as_is_and_other_languages(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opencc", None)
    assert load_synonyms("zh", str(path), "as-is") is load_synonyms("zh", str(path))
    with pytest.raises(UsageError, match="converts Chinese, not 'de'"):
        load_synonyms("de", str(path), "simplified")
