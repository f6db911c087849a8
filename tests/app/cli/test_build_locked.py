"""Of two commands that make one file, the second is refused at once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from holding import held

from app.cli.running import refused, run

COMMANDS = [
    "build counts in -l de",
    "build frequencies in -l nl",
    "build lm in",
    "build paraphrases in",
    "build phrase-table in --target en --pivot fr",
    "build synonyms in -l de",
    "build tagger in -l nl",
    "train tesla-f --judgments in",
    "train tesla-x --judgments in",
]


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One that is being made."""
    path = tmp_path_factory.mktemp("held") / "x"
    with held(path):
        yield path


@pytest.mark.parametrize("command", COMMANDS)
def test_the_second_is_refused(output: Path, command: str) -> None:
    refused(run(*command.split(), "-o", output), 1, str(output), "being written", "wait", "-o")
    assert [path.name for path in output.parent.iterdir()] == [".x.tesla-lock"]
