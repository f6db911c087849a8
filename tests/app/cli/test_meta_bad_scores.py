"""Score files that `tesla meta` cannot use, and places it cannot write to."""

from pathlib import Path

import pytest
from judged.folders import SEGMENT_SCORES, layout, lines

from app.cli.running import Run, refused, run

SYSTEMS = ("fair", "good", "poor", "void")
SCORES = [f"{system}\t{n}" for n, system in enumerate(SYSTEMS) for _ in range(4)]


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    return layout(tmp_path / "own" / "de-en")


def meta(*arguments: object) -> Run:
    return run("meta", *arguments, "--samples", "10")


def test_what_is_no_file_of_scores(judged: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone.seg.score"
    refused(meta(judged, "--scores", gone), 3, f"{gone} does not exist")
    path = lines(tmp_path / "m.csv", SCORES)
    refused(meta(judged, "--scores", path), 2, str(path), ".seg.score, .sys.score, .tsv")


def test_scores_of_no_track(judged: Path, tmp_path: Path) -> None:
    layout(judged.parent / "fr-en")
    path = lines(tmp_path / "m.seg.score", SCORES)
    refused(meta(judged.parent, "--scores", path), 2, str(path), "which of the 2 tracks")


@pytest.mark.parametrize("skip", [(), ("--skip-bad",)])
def test_scores_of_other_systems(judged: Path, tmp_path: Path, skip: tuple[str, ...]) -> None:
    path = lines(tmp_path / "m.seg.score", ["x\t1", "y\t2"])
    result = meta(judged, "--scores", path, *skip)
    refused(result, 3, str(path), "no score for any output of own/de-en", "fair, good, poor, void")


def test_judged_outputs_without_scores(judged: Path, tmp_path: Path) -> None:
    path = lines(tmp_path / "m.seg.score", [*SCORES[:15], "void\tNone"])
    fact = "no score for system void, segment 4, which was judged"
    refused(meta(judged, "--scores", path), 3, f"{path}: {fact}")
    result = meta(judged, "-m", "none", "--scores", path, "--skip-bad", "-f", "json")
    assert result.code == 0
    assert "1 left out (output without a metric's score)" in result.err
    assert '"segment_scores": 16' in result.out  # what people judged stays what it is
    assert '"rankings": 8' in result.out


@pytest.mark.parametrize("style", ["text", "json", "tsv", "latex", "markdown"])
def test_no_ranking_is_left(judged: Path, tmp_path: Path, style: str) -> None:
    rows = [row for row in SEGMENT_SCORES if row.split("\t")[0] in ("fair", "void")]
    path = lines(tmp_path / "m.tsv", ["system\tseg\tscore", *rows])
    lines(
        judged / "human.rank.tsv",
        ["seg\tjudge\tsystemA\tsystemB\tpreference", "1\tj\tgood\tvoid\tA"],
    )
    result = meta(judged, "-m", "none", "--scores", path, "--skip-bad", "-f", style)
    assert result.code == 0, result.err
    assert "consistency" not in result.out
    assert result.out


def test_judged_systems_without_scores(judged: Path, tmp_path: Path) -> None:
    for name in ("human.rank.tsv", "human.seg.tsv"):
        (judged / name).unlink()
    path = lines(tmp_path / "m.seg.score", SCORES[:12])
    refused(meta(judged, "--scores", path), 3, f"{path}: no score for any segment of system void")
    result = meta(judged, "-m", "none", "--scores", path, "--skip-bad")
    assert result.code == 0
    path = lines(tmp_path / "m.sys.score", ["good\t1"])
    refused(meta(judged, "--scores", path), 3, f"{path} has no score for fair")


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("good\tnan", "'nan' is not a finite number"),
        ("good\tabc", "'abc' is not a finite number"),
        ("good\t1\t2", "3 fields"),
        ("void\t1", "void has more than 4 lines"),
    ],
)
def test_bad_lines(judged: Path, tmp_path: Path, line: str, fact: str) -> None:
    path = lines(tmp_path / "m.seg.score", [*SCORES, line])
    refused(meta(judged, "--scores", path), 3, f"{path}, line 17: {fact}")


def test_bad_rows(judged: Path, tmp_path: Path) -> None:
    path = lines(tmp_path / "m.tsv", ["system\tseg\tscore", *SEGMENT_SCORES, "gone\t1\t2"])
    refused(meta(judged, "--scores", path), 3, f"{path}, line 18: system 'gone'")
    result = meta(judged, "-m", "none", "--scores", path, "--skip-bad")
    assert result.code == 0
    assert "1 left out (system without output)" in result.err


@pytest.mark.parametrize("name", ["bleu", "(random)"])
def test_names_that_are_taken(judged: Path, tmp_path: Path, name: str) -> None:
    path = lines(tmp_path / f"{name}.seg.score", SCORES)
    refused(meta(judged, "-m", "bleu", "--scores", path), 2, f"{name} is both computed and read")


def test_the_same_metric_twice(judged: Path, tmp_path: Path) -> None:
    one = lines(tmp_path / "m.seg.score", SCORES)
    other = lines(tmp_path / "m.tsv", ["system\tseg\tscore", *SEGMENT_SCORES])
    refused(meta(judged, "--scores", one, other), 3, str(one), str(other), "give one of them")


def test_nowhere_to_write(judged: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept", encoding="utf-8")
    before = sorted(path for path in tmp_path.rglob("*"))
    for place in (tmp_path / "gone" / "x.svg", tmp_path / "file" / "x.html"):
        refused(meta(judged, "-m", "bleu", "--plot", place), 3, f"cannot write {place}")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        result = meta(judged, "-m", "bleu", "--write-scores", place)
        refused(result, 3, f"cannot create the folder {place}")
    assert sorted(path for path in tmp_path.rglob("*")) == before
    assert (tmp_path / "file").read_text(encoding="utf-8") == "kept"


def test_nothing_is_written_where_input_is_bad(judged: Path, tmp_path: Path) -> None:
    (judged / "human.sys.tsv").write_text("system\tscore\ngone\t1\n", encoding="utf-8")
    before = sorted(path for path in tmp_path.rglob("*"))
    options = ("--plot", tmp_path / "x.svg", "--write-scores", tmp_path / "scores")
    refused(meta(judged, "-m", "bleu", *options), 3, "line 2")
    assert sorted(path for path in tmp_path.rglob("*")) == before


@pytest.mark.parametrize("test", ["bootstrap", "permutation", "williams"])
def test_a_system_without_scores_leaves_the_others(judged: Path, tmp_path: Path, test: str) -> None:
    path = lines(tmp_path / "m.seg.score", SCORES[:12])
    options = ("--skip-bad", "--test", test, "-m", "bleu", "--plot", tmp_path / "x.svg")
    result = meta(judged, "--scores", path, *options)
    assert result.code == 0
    assert {line.split(" left out")[0] for line in result.err.splitlines()} == {
        "tesla: warning: 4",
        "tesla: warning: 1",
    }
    (row,) = (line for line in result.out.splitlines() if line.startswith("own/de-en"))
    assert row.split()[4:8] == ["8", "2", "2", "16"]
    assert "m " in result.out
