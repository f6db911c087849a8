"""Warnings on standard error: one line each; -q silences them, --strict makes them errors."""

import os
from pathlib import Path

import pytest
from doubts.ordinary import ORDINARY
from judged.folders import layout

from cli.running import refused, run, write

REF = ORDINARY["en"] * 5
HYP = [line.replace("the", "a") for line in REF]


@pytest.fixture
def ref(tmp_path: Path) -> Path:
    return write(tmp_path / "ref.txt", REF)


@pytest.fixture
def hyp(tmp_path: Path) -> Path:
    return write(tmp_path / "hyp.txt", HYP)


def told(*arguments: object, command: str = "score") -> list[str]:
    result = run(command, *arguments)
    assert result.code == 0, result.err
    lines = result.err.splitlines()
    assert all(line.startswith("tesla: warning: ") for line in lines)
    return [line.removeprefix("tesla: warning: ") for line in lines]


def test_nothing_to_tell(hyp: Path, ref: Path) -> None:
    assert told(hyp, "-r", ref, "-l", "en") == []
    assert told(hyp, "-r", ref, "-l", "de-en", "-m", "tesla-m", "-m", "bleu") == []


def test_empty_hypotheses(tmp_path: Path, ref: Path) -> None:
    lines = [*HYP[:16], "", *HYP[17:20], "  ", *HYP[21:]]
    empty = write(tmp_path / "empty.txt", lines)
    assert told(empty, "-r", ref, "-l", "en", "-m", "bleu", "-m", "chrf") == [
        "empty.txt: 2 of 25 segments are empty, the first is segment 17; check the file"
    ]


def test_the_same_file(tmp_path: Path, ref: Path) -> None:
    link = tmp_path / "link.txt"
    os.link(ref, link)
    soft = tmp_path / "soft.txt"
    soft.symlink_to(ref)
    for path in (ref, link, soft):
        assert told(path, "-r", ref, "-l", "en", "-m", "bleu") == [
            f"{path.name} and {ref.name} are the same file: give the output of a system"
        ]


def test_the_same_texts(tmp_path: Path, hyp: Path, ref: Path) -> None:
    copy = write(tmp_path / "copy.txt", REF)
    assert told(hyp, copy, "-r", ref, "-l", "en", "-m", "bleu") == [
        f"copy.txt: all 25 segments are those of {ref.name}; is it the output of a system?"
    ]


def test_tokenised(tmp_path: Path, ref: Path) -> None:
    cut = write(tmp_path / "cut.txt", [line.replace(",", " ,").replace(".", " .") for line in HYP])
    (doubt,) = told(cut, "-r", ref, "-l", "en", "-m", "bleu")
    assert doubt.startswith("looks tokenised: cut.txt (45 of 45 commas and full stops stand apart)")
    assert f", but not {ref.name}, which moves scores; " in doubt


def test_script(tmp_path: Path, hyp: Path, ref: Path) -> None:
    (doubt,) = told(hyp, "-r", ref, "-l", "ru", "-m", "bleu")
    assert doubt == (
        "not in the script of 'ru': hyp.txt (25 of 25 lines have no Cyrillic letter) and ref.txt; "
        "is the language right?"
    )


def test_no_tagger(tmp_path: Path) -> None:
    ref = write(tmp_path / "ref.ru", ORDINARY["ru"])
    hyp = write(tmp_path / "hyp.ru", [f"И {line}" for line in ORDINARY["ru"]])
    (doubt,) = told(hyp, "-r", ref, "-l", "ru", "-m", "tesla-m", "-m", "maxsim")
    assert doubt.startswith("no tagger for 'ru' is shipped")
    assert told(hyp, "-r", ref, "-l", "ru", "-m", "bleu") == []


def test_stretches_of_long_files(
    tmp_path: Path, ref: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tesla_metrics.testsets.side_by_side._STRETCH", 2)
    copy = write(tmp_path / "copy.txt", REF)
    assert told(copy, "-r", ref, "-l", "en", "-m", "bleu") == [
        f"copy.txt: all 25 segments are those of {ref.name}; is it the output of a system?"
    ]


def test_quiet(ref: Path) -> None:
    result = run("score", ref, "-r", ref, "-l", "en", "-m", "bleu", "-q")
    assert (result.code, result.err) == (0, "")
    assert "bleu" in result.out
    refused(run("score", "gone.txt", "-r", ref, "-l", "en", "-q"), 3, "gone.txt")


@pytest.mark.parametrize("quiet", [[], ["-q"]])
def test_strict(tmp_path: Path, hyp: Path, ref: Path, quiet: list[str]) -> None:
    scores = tmp_path / "scores"
    arguments = ["-r", ref, "-l", "en", "-m", "bleu", "--strict", *quiet]
    refused(run("score", ref, *arguments, "--write-scores", scores), 3, "are the same file")
    assert not list(scores.glob("*"))
    assert run("score", hyp, *arguments).code == 0
    copy = write(tmp_path / "copy.txt", REF)
    plot = tmp_path / "plot.svg"
    refused(run("compare", hyp, copy, *arguments, "--plot", plot), 3, "copy.txt: all 25 segments")
    assert not plot.exists()


def test_compare(tmp_path: Path, hyp: Path, ref: Path) -> None:
    copy = write(tmp_path / "copy.txt", REF)
    usual = [hyp, copy, "-r", ref, "-l", "en", "-m", "bleu", "--samples", 20]
    (doubt,) = told(*usual, command="compare")
    assert doubt.startswith("copy.txt: all 25 segments are those of reference set 1")
    assert told(*usual, "-q", command="compare") == []


def test_warnings_of_judged_sets_obey(tmp_path: Path) -> None:
    folder = layout(tmp_path / "set" / "en-ru")
    usual = ["meta", folder, "-m", "tesla-m", "-m", "maxsim", "--samples", 10]
    result = run(*usual)
    assert (result.code, result.err.count("no tagger for 'ru'")) == (0, 1)
    assert run(*usual, "-q").err == ""
    written = tmp_path / "written"
    refused(run(*usual, "--strict", "--write-scores", written), 3, "no tagger for 'ru'")
    assert not list(written.glob("**/*.score"))
