"""Help for every command, and that it costs nothing."""

import subprocess
import sys

import pytest
from cli.running import run

from tesla_metrics import __version__


@pytest.mark.parametrize(
    "command",
    [
        [],
        ["score"],
        ["analyze"],
        ["languages"],
        ["build"],
        ["build", "tagger"],
        ["build", "synonyms"],
        ["build", "counts"],
    ],
    ids=" ".join,
)
def test_help_shows_an_example(command: list[str]) -> None:
    result = run(*command, "--help")
    assert (result.code, result.err) == (0, "")
    example = " ".join(["tesla", *(command or ["score"])])
    assert f"\n  {example}" in result.out


def test_version() -> None:
    result = run("--version")
    assert (result.code, result.out) == (0, f"tesla-metrics {__version__}\n")


def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; from tesla_metrics.cli.main import main\n"
        "try: main(['score', '--help'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numpy', 'sacrebleu', 'simplemma', 'spacy', 'multiprocessing', 'lxml'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == "[]"
