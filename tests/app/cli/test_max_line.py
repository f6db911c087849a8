"""--max-line: every command that reads lines has it, and says where a line is too long."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli.running import refused, run

Arguments = Callable[[Path], list[object]]


@pytest.fixture
def long(tmp_path: Path) -> Path:
    path = tmp_path / "long.txt.gz"
    path.write_bytes(gzip.compress(b"A short line.\n" + b"a long line " * 20))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A judged set whose reference has a long line."""
    folder = tmp_path / "set" / "de-en"
    (folder / "systems").mkdir(parents=True)
    (folder / "ref.A.txt").write_text("A short line.\n" + "a long line " * 20)
    (folder / "systems" / "one.txt").write_text("a\nb\n")
    (folder / "human.sys.tsv").write_text("system\tscore\none\t1\n")
    return folder


COMMANDS: dict[str, Arguments] = {
    "score": lambda long: ["score", long, "-r", long, "-l", "en"],
    "compare": lambda long: ["compare", long, long, "-r", long, "-l", "en"],
    "analyze": lambda long: ["analyze", long, "-l", "en"],
    "counts": lambda long: ["build", "counts", long, "-o", long.with_name("o")],
    "frequencies": lambda long: ["build", "frequencies", long, "-l", "en", "-o", long.parent / "o"],
    "lm": lambda long: ["build", "lm", long, "-o", long.with_name("o")],
    "tagger": lambda long: ["build", "tagger", long, "-o", long.with_name("o")],
    "phrase-table": lambda long: [
        "build", "phrase-table", "--target-file", long, "--pivot-file", long, "--target", "en",
        "--pivot", "fr", "-o", long.with_name("o"),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "tagger"])
def test_commands(long: Path, name: str) -> None:
    result = run(*COMMANDS[name](long), "--max-line", "100")
    if name == "analyze":  # the line before is printed
        result = result._replace(out="")
    refused(result, 3, str(long), "line 2", "longer than 100 characters", "--max-line")


def test_taggers(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("# text = " + "a" * 200)
    refused(run(*COMMANDS["tagger"](path), "--max-line", "100"), 3, "line 1", "longer than 100")


@pytest.mark.parametrize("command", ["meta", "sets"])
def test_judged_sets(folder: Path, command: str) -> None:
    refused(run(command, folder, "--max-line", "100"), 3, "ref.A.txt, line 2", "longer than 100")


def test_training(folder: Path) -> None:
    arguments = ("train", "tesla-x", "--judgments", folder, "-o", folder / "o", "--max-line", "100")
    refused(run(*arguments), 3, "ref.A.txt, line 2", "longer than 100")


def test_dictionaries_are_resources(long: Path) -> None:
    arguments = ("build", "synonyms", long, "-l", "en", "-o", long.with_name("o"))
    refused(run(*arguments, "--max-line", "100"), 4, "line 2", "longer than 100")


def test_longer_ones_are_taken_where_that_is_said(long: Path) -> None:
    assert run(*COMMANDS["score"](long), "--max-line", "1000", "-q").code == 0


def test_a_limit_that_is_none(long: Path) -> None:
    refused(run(*COMMANDS["score"](long), "--max-line", "0"), 2, "0 characters")


def test_standard_input_without_a_line_end(long: Path) -> None:
    arguments = ("score", "-", "-r", long, "-l", "en", "--max-line", "1000")
    refused(run(*arguments, stdin=b"a" * 10_000), 3, "standard input, line 1", "longer than 1000")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="a device of POSIX systems")
def test_devices_without_end(long: Path) -> None:
    refused(run("score", "/dev/zero", "-r", long, "-l", "en"), 3, "/dev/zero, line 1")
    refused(run("score", long, "-r", long, "-l", "en", "--synonyms", "/dev/zero"), 4, "/dev/zero")
