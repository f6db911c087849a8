"""What the docs show runs."""

import re
import shlex
from pathlib import Path

import pytest

from tesla_metrics.cli.main import main

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(
        rf"^```{language}\n(.*?)^```", page.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )


@pytest.mark.parametrize(
    ("page", "code"),
    [pytest.param(page, code, id=page.stem) for page in PAGES for code in blocks(page, "python")],
)
def test_python_runs(page: Path, code: str) -> None:
    exec(compile(code, page.name, "exec"), {"__name__": page.stem})


def commands() -> list[tuple[Path, str]]:
    """Commands that need nothing but the checkout."""
    wanted = r"^(?:\$ |.*&& )(tesla (?:(?:score|compare) examples|languages|analyze).*)$"
    return [
        (page, command)
        for page in PAGES
        for command in re.findall(wanted, page.read_text("utf-8"), re.MULTILINE)
    ]


def test_readme_has_commands() -> None:
    assert any(page.stem == "README" and "examples/" in command for page, command in commands())


@pytest.mark.parametrize(
    ("page", "command"), [pytest.param(*found, id=found[1]) for found in commands()]
)
def test_commands_show_what_they_print(
    page: Path, command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(shlex.split(command)[1:]) == 0
    printed = capsys.readouterr().out
    shown = re.search(
        rf"^\$ {re.escape(command)}\n(.*?)(?:^```|^\$ )",
        page.read_text("utf-8"),
        re.DOTALL | re.MULTILINE,
    )
    if shown:
        for line in shown[1].splitlines():
            # Signatures are cut short with an ellipsis.
            assert line.removesuffix("…").rstrip() in printed
