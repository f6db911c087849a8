"""The list of files that need no second look: all that ship, as they are."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from tesla_metrics.text import language_tables

TOOL = Path(__file__).parents[2] / "tools" / "list_checked.py"


def test_the_list_has_what_ships(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = language_tables._checked()
    spec = spec_from_file_location("list_checked", TOOL)
    assert spec is not None
    assert spec.loader is not None
    tool = module_from_spec(spec)
    spec.loader.exec_module(tool)
    monkeypatch.setattr(language_tables, "_checked", frozenset)
    assert {digest for digest, _ in tool.checked_files()} == listed, "run tools/list_checked.py"
