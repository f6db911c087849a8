"""Files that several tests of the command score."""

from pathlib import Path

import pytest

from app.cli.tables import write_json_lines, write_table


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return write_table(tmp_path / "all.tsv")


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    return write_json_lines(tmp_path / "all.jsonl")
