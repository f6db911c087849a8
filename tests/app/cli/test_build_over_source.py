"""What is read is not overwritten."""

from pathlib import Path

import pytest

from app.cli.running import run


@pytest.mark.parametrize("kind", ["lm", "counts"])
def test_output_is_a_source(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "text.en"
    path.write_text("the cat sat\n", encoding="utf-8")
    result = run("build", kind, path, "-l", "en", "-o", path)
    assert result.code == 3
    assert "would be overwritten" in result.err
    assert path.read_text(encoding="utf-8") == "the cat sat\n"
