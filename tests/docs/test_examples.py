"""What the docs show runs."""

import re
import shlex
import shutil
import warnings
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from tesla_metrics.app.cli.main import main

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
# Examples that need a package which may not be installed.
ADAPTERS = {"EvaluateMetric": "evaluate", "MbrsMetric": "mbrs", "TorchMetric": "torchmetrics"}


# Python and, where a block follows that says so, what it prints.
PYTHON = re.compile(
    r"^```python\n(.*?)^```$(?:\n\nprints\n\n^```\n(.*?)^```$)?", re.DOTALL | re.MULTILINE
)


def snippets() -> list[tuple[Path, str, str]]:
    """Without those of Spark, which tests/spark runs."""
    found = [(page, *own) for page in PAGES for own in PYTHON.findall(page.read_text("utf-8"))]
    return [own for own in found if "open_spark" not in own[1]]


def test_some_snippets_show_what_they_print() -> None:
    shown = [page.stem for page, _, printed in snippets() if printed]
    counts = {
        "README": 1,
        "explain": 1,
        "extend": 7,
        "python": 8,
        "srl": 1,
        "summaries": 1,
        "tesla-x": 2,
        "tune": 4,
    }
    assert Counter(shown) == counts


@pytest.mark.usefixtures("own_names")
@pytest.mark.parametrize(
    ("page", "code", "shown"), [pytest.param(*found, id=found[0].stem) for found in snippets()]
)
def test_python_runs(
    page: Path,
    code: str,
    shown: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)  # where what they write may lie
    for package in (package for name, package in ADAPTERS.items() if name in code):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # their imports warn of one another
            pytest.importorskip("mbrs.decoders" if package == "mbrs" else package)
            import_module(f"tesla_metrics.app.integrations.{package}")
    exec(compile(code, page.name, "exec"), {"__name__": page.stem})
    if shown:
        assert capsys.readouterr().out == shown


def commands() -> list[tuple[Path, str]]:
    """Commands that need nothing but the checkout."""
    own = "(?:score|compare|explain|discourse|srl|rerank|tune --nbest) examples|languages|analyze"
    wanted = rf"^(?:\$ |.*&& )(tesla (?:{own}).*)$"
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
    monkeypatch.delenv("COLUMNS", raising=False)  # as wide as the docs
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
