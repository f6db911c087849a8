"""What the user may ask for wrongly: exit code 2, one line."""

from pathlib import Path

import pytest

from app.cli.running import refused, run, write


@pytest.fixture
def pair(tmp_path: Path) -> list[str]:
    hyp, ref = write(tmp_path / "hyp", ["a small boat"]), write(tmp_path / "ref", ["one boat"])
    return ["score", str(hyp), "-r", str(ref)]


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        (["-l", "en", "-m", "telsa-m"], ["unknown metric 'telsa-m'", "did you mean tesla-m?"]),
        (["-l", "en", "-m", "qqq"], ["unknown metric 'qqq'", "bleu"]),
        (["-l", "english"], ["unknown language 'english'"]),
        (["-l", ""], ["an empty word follows -l"]),
        (["-l", "en", "--model", ""], ["an empty word follows --model"]),
        (["-l", "en", "--frequencies="], ["--frequencies= has no value"]),
        (["-l", "xq", "-m", "bleu"], ["unknown language 'xq'"]),
        (["-l", "en", "--analyzer", "magic"], ["unknown analyser 'magic'", "spacy:"]),
        (["-l", "en", "--analyzer", "spacy:"], ["unknown analyser 'spacy:'"]),
        (["-l", "cy", "--synonyms", "wordnet"], ["no wordnet is shipped for 'cy'"]),
        (["-l", "en", "--order", "0"], ["order 0"]),
        (["-l", "en", "--alpha", "2"], ["alpha 2"]),
        (["-l", "en", "--alpha", "nan"], ["alpha nan"]),
        (["-l", "en", "-m", "tesla-m", "--discount", "0"], ["discount 0"]),
        (["-l", "en", "-m", "tesla-m", "--discount", "1.5"], ["discount 1.5"]),
        (["-l", "en", "--discount", "0.5"], ["tesla-x has no option --discount", "tesla-m"]),
        (["-l", "en", "-j", "0"], ["0 jobs"]),
        (["-l", "en", "-j", "0", "-m", "bleu"], ["0 jobs"]),
        (["-l", "en", "-j", "-3"], ["-3"]),
    ],
)
def test_values(pair: list[str], options: list[str], facts: list[str]) -> None:
    refused(run(*pair, *options), 2, *facts)


@pytest.mark.parametrize(
    ("options", "fact"),
    [
        (["-l", "en", "--segmnts"], "--segmnts"),
        ([], "-l"),
        (["-l", "en", "-f", "xml"], "xml"),
        (["-l", "en", "--order", "many"], "many"),
        (["-l", "en", "--tags", "penn"], "penn"),
        (["-l", "en", "--multi", "min"], "min"),
    ],
)
def test_options(pair: list[str], options: list[str], fact: str) -> None:
    refused(run(*pair, *options), 2, fact)


def test_no_reference(tmp_path: Path) -> None:
    refused(run("score", write(tmp_path / "hyp", ["x"]), "-l", "en"), 2, "-r")


def test_unknown_command() -> None:
    refused(run("scroe", "x"), 2, "scroe")


def test_no_command() -> None:
    assert run().code == 2


def test_languages_are_checked_everywhere(tmp_path: Path) -> None:
    text = write(tmp_path / "text", ["x x"])
    refused(run("languages", "klingon"), 2, "'klingon'")
    refused(run("analyze", text, "-l", "klingon"), 2, "'klingon'")
    refused(run("build", "counts", text, "-l", "klingon", "-o", tmp_path / "o"), 2, "'klingon'")


def test_options_that_do_nothing(tmp_path: Path) -> None:
    text = tmp_path / "a.txt"
    text.write_text("a cat\n", encoding="utf-8")
    usual = ("score", text, "-r", text, "-l", "en", "-m", "bleu")
    refused(run(*usual, "--alpha", "0.5"), 2, "bleu has no option --alpha")
    refused(run(*usual, "--candidate-weight", "1"), 2, "bleu has no option --candidate-weight")
    assert run(*usual, "-m", "tesla-m", "--alpha", "0.5").code == 0
