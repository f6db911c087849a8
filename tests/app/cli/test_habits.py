"""What people type who come from sacreBLEU, or who mean another command."""

import json
from pathlib import Path

import pytest

from app.cli.running import refused, run, write
from tesla_metrics.app.cli.main import _make_parser
from tesla_metrics.app.cli.options import Command
from tesla_metrics.app.cli.positionals import make_compare_hints, make_score_hints


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder to stand in."""
    write(tmp_path / "a.en", ["a small boat", "two old oars"])
    write(tmp_path / "b.en", ["one tiny boat", "a pair of oars"])
    write(tmp_path / "ref.en", ["a little boat", "two old oars"])
    monkeypatch.chdir(tmp_path)


SCORE = "score a.en -r ref.en -m bleu"
COMPARE = "compare a.en b.en -r ref.en -m bleu"


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("score ref.en -i a.en -m bleu", ["no option -i", "tesla score HYP -r REF"]),
        ("score ref.en --input a.en -m bleu", ["--input", "put hypotheses such as a.en before -r"]),
        (f"{SCORE} --paired-bs", ["tesla compare SYS SYS -r REF"]),
        (f"{SCORE} --paired-ar", ["tesla compare SYS SYS -r REF' --test randomisation"]),
        (f"{SCORE} --paired-bs-n=500", ["no option --paired-bs-n:", "--samples N"]),
        (f"{SCORE} --confidence --confidence-n 500", ["give --samples N"]),
        (f"{SCORE} --smoothing exp", ["--smooth-method"]),
        (f"{SCORE} --list", ["'tesla sets'"]),
        (f"{SCORE} --detail", ["-f json"]),
        (f"{SCORE} --short", ["leave it out"]),
        (f"{SCORE} -sh", ["no option -sh", "leave it out"]),
        (f"{SCORE} --cite", ["'sacrebleu --cite"]),
        (f"{SCORE} --echo src", ["'sacrebleu --echo src"]),
        (f"{SCORE} -ol en", ["no option -ol", "extract the ones you need"]),
        (f"{SCORE} --num-refs 2", ["-r REF REF"]),
        (f"{SCORE} --plot a.svg", ["'tesla compare --plot'"]),
        (f"{COMPARE} --worst 3", ["'tesla score --worst'"]),
        (f"{COMPARE} --sentence-level", ["'tesla score --sentence-level'"]),
        (f"{COMPARE} --paired-bs", ["default --test"]),
        (f"{COMPARE} --paired-ar", ["give --test randomisation"]),
        (f"{COMPARE} --paired-bs-n 10", ["give --samples N"]),
        (f"{COMPARE} --confidence", ["--level"]),
        (f"{COMPARE} -i a.en", ["tesla compare SYS SYS -r REF"]),
        (f"{COMPARE} --baseline no.en", ["'no.en': there is no file and no system", "a.en, b.en"]),
        (f"{SCORE} --confidence 0.99", ["0.99 is not a file", "give --confidence --level 0.99"]),
        (f"{SCORE} --confidence 500", ["give --confidence --samples 500"]),
        (f"{SCORE} -tok 13b", ["unknown --tokenize '13b': did you mean 13a?"]),
        (f"{SCORE} --smooth-method epx", ["unknown --smooth-method 'epx'", "exp?"]),
        ("score a.en --refs ref.en -m bleu", ["ref.en is a file: give -r ref.en"]),
        (f"{SCORE} --refs A", ["there is no reference 'A'"]),
        ("score", ["no hypothesis is given", "- is standard input"]),
    ],
)
def test_what_to_do_instead(line: str, facts: list[str]) -> None:
    refused(run(*line.split()), 2, *facts)


@pytest.mark.parametrize("word", ["--lisst", "--citte", "--detial", "--ech", "--z"])
def test_what_is_not_near_is_not_suggested(word: str) -> None:
    result = run(*SCORE.split(), word)
    refused(result, 2, f"unknown option {word}")
    assert "did you mean" not in result.err


@pytest.mark.parametrize(
    ("line", "same"),
    [
        (f"{SCORE} -sl", f"{SCORE} --segments"),
        (f"{SCORE} --sentence-level", f"{SCORE} --segments"),
        (f"{SCORE} -ci", f"{SCORE} --confidence"),
        (f"{SCORE} --language-pair de-en", f"{SCORE} -l de-en"),
        ("score a.en --ref ref.en -m bleu", SCORE),
        ("score a.en --references ref.en -m bleu", SCORE),
    ],
)
def test_other_names(line: str, same: str) -> None:
    result = run(*line.split(), "-f", "json", "-q")
    assert result.code == 0, result.err
    assert json.loads(result.out) == json.loads(run(*same.split(), "-f", "json", "-q").out)


def test_a_file_may_have_the_name_of_a_level(tmp_path: Path) -> None:
    write(tmp_path / "0.99", ["a small boat", "two old oars"])
    result = run("score", "-r", "ref.en", "-m", "bleu", "--confidence", "0.99", "-q")
    assert result.code == 0, result.err


def test_what_is_hinted_at_is_no_option() -> None:
    (commands,) = (
        one for one in _make_parser()._actions if one.dest == "==SUPPRESS==" and one.choices
    )
    for name, hints in (("score", make_score_hints()), ("compare", make_compare_hints())):
        command = commands.choices[name]  # type: ignore[index]
        assert isinstance(command, Command)
        command.format_help()  # options of metrics are added now
        assert not set(hints) & set(command._option_string_actions)


def test_no_command_shows_the_help() -> None:
    result = run()
    assert (result.code, result.out) == (2, "")
    assert "start with:\n  tesla score hyp.txt -r ref.txt" in result.err
