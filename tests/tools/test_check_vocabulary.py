"""The check of vocabulary finds old words in added lines only."""

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).parents[2] / "tools" / "check_vocabulary.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = spec_from_file_location("check_vocabulary", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


DIFF = """\
diff --git a/src/a.py b/src/a.py
--- a/src/a.py
+++ b/src/a.py
@@ -3,0 +4,2 @@ def f():
+    # Scores beside the rows.
+    own = 1
@@ -9 +11 @@ def g():
-    told = 2
+    total = 2
diff --git a/b.txt b/b.txt
--- a/b.txt
+++ b/b.txt
@@ -1 +1 @@
+beside
"""


def test_added_lines_have_their_numbers(tool: ModuleType) -> None:
    added = list(tool.added_lines(DIFF))
    assert [(path, number) for path, number, _ in added] == [
        ("src/a.py", 4), ("src/a.py", 5), ("src/a.py", 11), ("b.txt", 1),
    ]  # fmt: skip


def test_old_words_and_vague_names_are_found(tool: ModuleType) -> None:
    findings = [finding for added in tool.added_lines(DIFF) for finding in tool.check(*added)]
    assert [(finding.line, finding.text) for finding in findings] == [(4, "beside"), (5, "own =")]


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("a row a system", 1),
        ("one row per system", 0),
        ("the score was mended", 1),
        ("kindergarten, skin, besides", 0),
        ("for place, word in words:", 1),
        ("placed = own.value", 0),
    ],
)
def test_words_are_matched_as_words(tool: ModuleType, line: str, count: int) -> None:
    assert len(list(tool.check("src/a.py", 1, line))) == count


def test_it_warns_and_succeeds(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q")
    (tmp_path / "a.py").write_text("# told\n")
    git("add", "a.py")
    result = subprocess.run(
        [sys.executable, TOOL], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines() == [
        "a.py:1: 'told': write reported, determined",
        "1 uses of the old vocabulary in new lines: see CONTRIBUTING.md",
    ]
