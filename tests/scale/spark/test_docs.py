"""What docs/scale.md shows runs."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "scale.md"
SNIPPET = re.compile(
    r"^```python\n(.*?)^```$\n\nprints\n\n^```\n(.*?)^```$", re.DOTALL | re.MULTILINE
)


def test_scale_runs(spark: Any, capsys: pytest.CaptureFixture[str]) -> None:
    found = SNIPPET.findall(PAGE.read_text("utf-8"))
    assert found
    for code, shown in found:
        exec(compile(code, PAGE.name, "exec"), {"__name__": PAGE.stem})
        assert capsys.readouterr().out == shown
