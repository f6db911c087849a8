"""Judgments and options that `tesla meta` cannot use: one line that names the place."""

from pathlib import Path

import pytest
from judged.folders import REFERENCE, layout, lines, mt_metrics_eval

from app.cli.running import Run, refused, run

RANK, SEGMENT, SYSTEM = "human.rank.tsv", "human.seg.tsv", "human.sys.tsv"
OPTIONS = ("-m", "bleu", "--samples", "10")


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    return layout(tmp_path / "own" / "de-en")


def meta(*arguments: object) -> Run:
    return run("meta", *arguments, *OPTIONS)


def add(path: Path, line: str) -> int:
    """The number of the line that was added."""
    with path.open("a", encoding="utf-8") as stream:
        stream.write(f"{line}\n")
    return path.read_text(encoding="utf-8").count("\n")


@pytest.mark.parametrize(
    ("name", "line", "fact"),
    [
        (RANK, "1\tj\tgood\tgone\tA", "system 'gone' has no output among the 4 files"),
        (RANK, "0\tj\tgood\tpoor\tA", "segment '0' is not a number from 1 to 4"),
        (RANK, "5\tj\tgood\tpoor\tA", "segment '5' is not a number from 1 to 4"),
        (RANK, "x\tj\tgood\tpoor\tA", "segment 'x' is not a number from 1 to 4"),
        (RANK, "1\tj7\tgood\tgood\t=", "judge j7 ranks good against itself"),
        (RANK, "1\tj\tgood\tpoor\tC", "preference 'C' is not A, B or ="),
        (RANK, "1\tj\tgood\tpoor", "4 fields where the header has 5"),
        (SEGMENT, "gone\t1\t3", "system 'gone' has no output"),
        (SEGMENT, "good\t-1\t3", "segment '-1' is not a number"),
        (SEGMENT, "good\t" + "9" * 5000 + "\t3", "is not a number from 1 to 4"),
        (SEGMENT, "good\t1\t90", "system good, segment 1 has a score already"),
        (SEGMENT, "good\t1\tnan", "'nan' is not a finite number"),
        (SEGMENT, "good\t1\t-inf", "'-inf' is not a finite number"),
        (SEGMENT, "good\t1\tabc", "'abc' is not a finite number"),
        (SEGMENT, "good\t1", "2 fields where the header has 3"),
        (SYSTEM, "gone\t1", "system 'gone' has no output"),
        (SYSTEM, "good\t1", "system good has a score already"),
        (SYSTEM, "good\tinf", "'inf' is not a finite number"),
        (SYSTEM, "good\t1\t1", "3 fields where the header has 2"),
    ],
)
def test_bad_lines(judged: Path, name: str, line: str, fact: str) -> None:
    expected = meta(judged).out
    number = add(judged / name, line)
    place = f"{judged / name}, line {number}: "
    refused(meta(judged), 3, place, fact, "--skip-bad")
    result = meta(judged, "--skip-bad")
    assert (result.code, result.out) == (0, expected)
    assert result.err.count("\n") == 1
    for part in ("tesla: warning: 1 left out (", place, fact):
        assert part in result.err


def test_bad_lines_are_counted(judged: Path) -> None:
    for line in ("9\tj\tgood\tpoor\tA", "8\tj\tgood\tpoor\tA", "1\tj\tgood\tgone\tA"):
        add(judged / RANK, line)
    result = meta(judged, "--skip-bad", "-f", "json")
    assert result.code == 0
    counted = [line.split(", the first: ")[0] for line in result.err.splitlines()]
    assert counted == [
        "tesla: warning: 2 left out (no such segment)",
        "tesla: warning: 1 left out (system without output)",
    ]
    assert '"2 left out (no such segment), the first: ' in result.out


def test_output_of_another_length(judged: Path) -> None:
    path = lines(judged / "systems" / "extra.txt", REFERENCE[:3])
    refused(meta(judged), 3, f"{path}: 3 segments where the references have 4", "--skip-bad")
    result = meta(judged, "--skip-bad", "-f", "json")
    assert result.code == 0
    assert "1 left out (output of another length)" in result.err
    assert '"extra"' not in result.out


def test_judgments_of_an_output_that_was_left_out(judged: Path) -> None:
    lines(judged / "systems" / "void.txt", ["x"])
    result = meta(judged, "--skip-bad")
    assert result.code == 0
    assert "8 left out (system without output)" in result.err


@pytest.mark.parametrize("name", [RANK, SEGMENT, SYSTEM])
@pytest.mark.parametrize("skip", [(), ("--skip-bad",)])
def test_bad_files(judged: Path, name: str, skip: tuple[str, ...]) -> None:
    path = judged / name
    content = path.read_text(encoding="utf-8")
    path.write_text("", encoding="utf-8")
    refused(meta(judged, *skip), 3, f"{path} is empty")
    for column in content.splitlines()[0].split("\t"):
        path.write_text(content.replace(column, "other", 1), encoding="utf-8")
        refused(meta(judged, *skip), 3, f"{path}, line 1: no column {column!r}")
    path.write_bytes(b"seg\xff\n")
    refused(meta(judged, *skip), 3, f"{path}, line 1: byte 4")


def test_no_judgments(judged: Path, tmp_path: Path) -> None:
    for name in (RANK, SEGMENT, SYSTEM):
        path = judged / name
        lines(path, path.read_text(encoding="utf-8").splitlines()[:1])
    refused(meta(judged), 3, f"{judged} has no usable judgments")
    for name in (RANK, SEGMENT, SYSTEM):
        (judged / name).unlink()
    refused(meta(judged), 3, f"no judged test set in {judged}")
    refused(meta(tmp_path / "gone"), 3, f"{tmp_path / 'gone'} does not exist", "check the path")
    refused(meta(judged / "ref.A.txt"), 3, "ref.A.txt is neither a folder nor a table")


def test_no_texts(judged: Path) -> None:
    (judged / "ref.A.txt").unlink()
    refused(meta(judged), 3, f"{judged} has no reference")
    lines(judged / "ref.A.txt", [])
    refused(meta(judged), 3, "ref.A.txt is empty")


@pytest.mark.parametrize(
    ("options", "fact"),
    [
        (["--pairs", "xx-yy"], "no language pair xx-yy"),
        (["--pairs", "de-en", "xx-yy"], "no language pair xx-yy"),
        (["--refs", "B"], "own/de-en has no reference 'B': choose from A"),
        (["--measure", "kappa"], "unknown measure 'kappa': choose from consistency"),
        (["--test", "guess"], "'guess'"),
        (["--samples", "0"], "0 samples: give a whole number of at least 1"),
        (["--samples", "-3"], "-3 samples"),
        (["--samples", "many"], "'many'"),
        (["--seed", "-1"], "seed -1: give a whole number of at least 0"),
        (["-m", "blue"], "did you mean bleu?"),
        (["-j", "0"], "0 jobs"),
        (["--plot", "x.gif"], "'x.gif'"),
        (["--write-scores"], "expected one argument"),
    ],
)
def test_options(judged: Path, options: list[str], fact: str) -> None:
    refused(run("meta", judged, *options), 2, fact)


def test_kinds_of_judgment(tmp_path: Path) -> None:
    folder = mt_metrics_eval(tmp_path / "wmt99")
    refused(meta(folder, "--human", "esa"), 2, "no judgments of kind 'esa' for de-en")


def test_a_measure_that_applies_nowhere(tmp_path: Path) -> None:
    folder = mt_metrics_eval(tmp_path / "wmt99")
    refused(meta(folder, "--measure", "consistency"), 2, "'consistency' does not apply")


def test_the_same_set_twice(judged: Path) -> None:
    refused(meta(judged, judged.parent), 2, "own/de-en occurs twice")


def test_no_language(tmp_path: Path) -> None:
    folder = layout(tmp_path / "own" / "whatever")
    refused(meta(folder), 2, "own/whatever does not name the language", "de-en")
    assert run("meta", folder, "-m", "none", "--samples", "10").code == 0
