"""Files in, files with scores out: whole or not at all, and going on after an interruption."""

import errno
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tesla_metrics.errors import InputError, TeslaError, TeslaWarning, UsageError
from tesla_metrics.files.atomic import write_atomically
from tesla_metrics.files.disk_space import report_full_disk
from tesla_metrics.files.long_runs import WorkFolder

pytest.importorskip("pyarrow")

from scale.frames.rows_of_files import job_of, made_rows, read_parts, scores_of, write_rows
from tesla_metrics.scale.frames import parquet, row_files, run, tables
from tesla_metrics.scale.frames.run import score_files

ROWS = made_rows(23)
KINDS = ["tsv", "csv", "jsonl", "parquet"]


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (tables, parquet, row_files):
        monkeypatch.setattr(module, "MAX_BATCH_ROWS", 3)
    monkeypatch.setattr(run, "PART_ROWS", 6)


class Stop(BaseException):
    """An interruption."""


def stopping(after: int) -> Callable[[str, int], Callable[[int], None]]:
    """Interrupts when so many rows are scored."""
    done = 0

    def told(more: int) -> None:
        nonlocal done
        done += more
        if done >= after:
            raise Stop

    return lambda what, total: told if what == "scoring" else lambda more: None


def counting(counts: list[int]) -> Callable[[str, int], Callable[[int], None]]:
    return lambda what, total: counts.append if what == "scoring" else lambda more: None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("output", ["parquet", "tsv", "jsonl"])
def test_rows_with_scores(tmp_path: Path, kind: str, output: str) -> None:
    path, out = write_rows(tmp_path / f"in.{kind}", ROWS), tmp_path / f"out.{output}"
    ((name, score),) = score_files(job_of(path, output=out))
    expected = scores_of(ROWS)
    assert name == f"in.{kind}"
    assert score.score == pytest.approx(sum(expected) / len(expected), abs=1e-12)
    if output == "parquet":
        found = read_parts(out)
        assert len(list(out.iterdir())) == 4
    elif output == "jsonl":
        found = list(map(json.loads, out.read_text("utf-8").splitlines()))
    else:
        header, *lines = (line.split("\t") for line in out.read_text("utf-8").splitlines())
        found = [dict(zip(header, line, strict=True)) for line in lines]
        assert list(map(float, (row["tesla-m"] for row in found))) == expected
        return
    assert found == [{**row, "tesla-m": one} for row, one in zip(ROWS, expected, strict=True)]
    assert sorted(one.name for one in tmp_path.iterdir()) == [f"in.{kind}", f"out.{output}"]


@pytest.mark.parametrize("kind", KINDS)
def test_several_files_are_more_rows(tmp_path: Path, kind: str) -> None:
    cuts = [(0, 5), (5, 6), (6, 23)]
    paths = [write_rows(tmp_path / f"{a}.{kind}", ROWS[a:b]) for a, b in cuts]
    out = tmp_path / "out.parquet"
    ((name, _),) = score_files(job_of(*paths, output=out))
    assert name == f"0.{kind} and 2 more"
    assert [row["tesla-m"] for row in read_parts(out)] == scores_of(ROWS)


def test_a_folder_of_parts_is_read_as_one(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for start in range(0, 23, 10):
        write_rows(folder / f"part-{start:02d}.parquet", ROWS[start : start + 10])
    (folder / "_SUCCESS").touch()
    out = tmp_path / "out.parquet"
    score_files(job_of(folder, output=out))
    assert [row["n"] for row in read_parts(out)] == [row["n"] for row in ROWS]
    again = tmp_path / "again.parquet"
    score_files(job_of(out, output=again))
    assert list(read_parts(again)[0]) == ["n", "mt", "ref", "tesla-m", "tesla-m (2)"]


@settings(max_examples=15, deadline=None)
@given(after=st.integers(1, 23), again=st.integers(1, 23), kind=st.sampled_from(["tsv", "parquet"]))
def test_an_interrupted_run_goes_on(
    tmp_path_factory: pytest.TempPathFactory, after: int, again: int, kind: str
) -> None:
    tmp_path = tmp_path_factory.mktemp("run")
    path, out = write_rows(tmp_path / f"in.{kind}", ROWS), tmp_path / "out.parquet"
    for stop in (after, again):
        # What was done before counts as done when a run goes on.
        with pytest.raises(Stop):
            score_files(job_of(path, output=out), stopping(stop))
        assert not out.exists()
    counts: list[int] = []
    ((_, score),) = score_files(job_of(path, output=out), counting(counts))
    assert sum(counts) == 23
    assert counts[0] == max((stop - 1) // 6 * 6 for stop in (after, again))
    expected = scores_of(ROWS)
    assert [row["tesla-m"] for row in read_parts(out)] == expected
    assert score.score == pytest.approx(sum(expected) / 23, abs=1e-12)
    assert sorted(one.name for one in tmp_path.iterdir()) == [path.name, "out.parquet"]


KILLED = """
import os, signal, sys
from pathlib import Path
from scale.frames.rows_of_files import job_of
from tesla_metrics.scale.frames import open_files as files, run, tables

tables.MAX_BATCH_ROWS, run.PART_ROWS = 3, 6
done = 0

def told(more):
    global done
    done += more
    if done >= int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)

run.score_files(job_of(Path(sys.argv[1]), output=Path(sys.argv[2])), lambda what, total: told)
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    path, out = write_rows(tmp_path / "in.tsv", ROWS), tmp_path / "out.tsv"
    where = os.pathsep.join([str(Path(__file__).parents[2]), *sys.path])
    for after in ("9", "14"):
        killed = subprocess.run(
            [sys.executable, "-c", KILLED, path, out, after],
            env={**os.environ, "PYTHONPATH": where},
        )
        assert killed.returncode == -signal.SIGKILL
        assert not out.exists()
    counts: list[int] = []
    score_files(job_of(path, output=out), counting(counts))
    assert counts[0] == 12
    lines = out.read_text("utf-8").splitlines()[1:]
    assert [float(line.split("\t")[-1]) for line in lines] == scores_of(ROWS)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["in.tsv", "out.tsv"]


def test_killed_when_all_is_in_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = write_rows(tmp_path / "in.tsv", ROWS), tmp_path / "out.parquet"
    with monkeypatch.context() as patched:
        patched.setattr(WorkFolder, "remove", lambda folder: None)
        score_files(job_of(path, output=out))
    assert (tmp_path / "out.parquet.work").is_dir()
    score_files(job_of(path, output=out))
    assert [row["tesla-m"] for row in read_parts(out)] == scores_of(ROWS)


def test_other_input_begins_anew(tmp_path: Path) -> None:
    path, out = write_rows(tmp_path / "in.tsv", ROWS), tmp_path / "out.parquet"
    with pytest.raises(Stop):
        score_files(job_of(path, output=out), stopping(20))
    other = [*ROWS[1:], *ROWS[:2]]
    write_rows(path, other)
    counts: list[int] = []
    score_files(job_of(path, output=out), counting(counts))
    assert counts[0] == 0
    assert [row["tesla-m"] for row in read_parts(out)] == scores_of(other)


def test_what_is_not_ours_is_not_replaced(tmp_path: Path) -> None:
    path, out = write_rows(tmp_path / "in.tsv", ROWS), tmp_path / "out.parquet"
    score_files(job_of(path, output=out))
    score_files(job_of(path, output=out))  # its own
    assert len(read_parts(out)) == 23
    (out / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="not a folder of scored parts"):
        score_files(job_of(path, output=out))
    assert (out / "mine.txt").read_text() == "mine"
    file = write_rows(tmp_path / "file.parquet", ROWS)
    for there in (file, tmp_path / "link.parquet"):
        if not there.exists():
            there.symlink_to(out)
        with pytest.raises(InputError, match="not a folder of scored parts"):
            score_files(job_of(path, output=there))
    theirs = tmp_path / "theirs.parquet"
    theirs.mkdir()
    write_rows(theirs / "part-000000.parquet", ROWS)
    with pytest.raises(InputError, match="not a folder of scored parts"):
        score_files(job_of(path, output=theirs))


def test_what_is_read_is_not_written(tmp_path: Path) -> None:
    path, out = write_rows(tmp_path / "in.tsv", ROWS), tmp_path / "out.parquet"
    with pytest.raises(InputError, match="is an input file and would be overwritten"):
        score_files(job_of(path, output=path))
    score_files(job_of(path, output=out))
    with pytest.raises(InputError, match="is an input and would be replaced"):
        score_files(job_of(out, output=out))
    with pytest.raises(InputError, match="no folder"):
        score_files(job_of(path, output=tmp_path / "none" / "out.parquet"))
    with pytest.raises(UsageError, match=r"\.parquet for a folder"):
        score_files(job_of(path, output=tmp_path / "out.txt"))


@pytest.mark.parametrize(
    ("kind", "where"),
    [("jsonl", "line 9"), ("parquet", "row 9")],
)
def test_bad_rows(tmp_path: Path, kind: str, where: str) -> None:
    rows: list[dict[str, Any]] = [dict(row) for row in ROWS]
    rows[8]["mt"] = rows[15]["ref"] = rows[16]["mt"] = rows[17]["mt"] = None
    path, out = write_rows(tmp_path / f"in.{kind}", rows), tmp_path / "out.parquet"
    with pytest.raises(InputError, match=f"in.{kind}, {where}: .*mt.*; correct it, or use --keep"):
        score_files(job_of(path, output=out))
    counts: list[int] = []
    with pytest.warns(TeslaWarning, match=f"4 rows have no score: .*in.{kind}, {where}: .*1 more"):
        score_files(job_of(path, output=out, keep_bad=True), counting(counts))
    assert counts[0] == 6  # what was good before the bad row is kept
    found = [row["tesla-m"] for row in read_parts(out)]
    good = [place for place in range(23) if place not in (8, 15, 16, 17)]
    assert [found[place] for place in good] == scores_of([ROWS[place] for place in good])
    assert [found[place] for place in (8, 15, 16, 17)] == [None] * 4


def test_bad_rows_that_were_kept_are_not_forgotten(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [dict(row) for row in ROWS]
    rows[2]["mt"] = None
    path, out = write_rows(tmp_path / "in.jsonl", rows), tmp_path / "out.parquet"
    with pytest.raises(Stop):
        score_files(job_of(path, output=out, keep_bad=True), stopping(20))
    with pytest.raises(InputError, match="line 3"):
        score_files(job_of(path, output=out))
    with pytest.warns(TeslaWarning, match="1 row has no score: .*line 3"):
        score_files(job_of(path, output=out, keep_bad=True))


def test_nothing_but_bad_rows(tmp_path: Path) -> None:
    rows = [{"mt": None, "ref": "a"}, {"mt": None, "ref": "b"}]
    path = write_rows(tmp_path / "in.jsonl", rows)
    with pytest.raises(InputError, match="no row could be scored"):
        score_files(job_of(path, keep_bad=True))


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, out = write_rows(tmp_path / "in.tsv", ROWS), tmp_path / "out.parquet"

    def fill(target: Path, content: bytes) -> None:
        if target.name == "part-000002.parquet":
            with report_full_disk(target):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write_atomically(target, content)

    with monkeypatch.context() as patched:
        patched.setattr(run, "write_atomically", fill)
        with pytest.raises(TeslaError, match=r"part-000002.*No space left") as caught:
            score_files(job_of(path, output=out))
    assert "\n" not in str(caught.value)
    assert not out.exists()
    counts: list[int] = []
    score_files(job_of(path, output=out), counting(counts))
    assert counts[0] == 12
    assert [row["tesla-m"] for row in read_parts(out)] == scores_of(ROWS)


@pytest.mark.skipif(os.name != "posix", reason="limits of processes")
def test_files_that_may_not_grow(tmp_path: Path) -> None:
    import resource

    path, out = write_rows(tmp_path / "in.tsv", made_rows(3000)), tmp_path / "out.parquet"
    limited = subprocess.run(
        [
            *(sys.executable, "-m", "tesla_metrics", "score", path, "--columns", "hyp=mt,ref=ref"),
            *("-m", "bleu", "-o", out),
        ],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)),
    )
    assert limited.returncode == 1
    assert limited.stderr.startswith("tesla: error: cannot write ")
    assert limited.stderr.count("\n") == 1
    assert [one.name for one in tmp_path.iterdir()] == ["in.tsv"]


def test_two_runs_of_one_output(tmp_path: Path) -> None:
    path, out = write_rows(tmp_path / "in.tsv", ROWS), tmp_path / "out.parquet"
    refused: list[BaseException] = []

    def told(more: int) -> None:
        from threading import Thread

        def other() -> None:
            try:
                score_files(job_of(path, output=out))
            except TeslaError as error:
                refused.append(error)

        thread = Thread(target=other)
        thread.start()
        thread.join()

    score_files(job_of(path, output=out), lambda what, total: told)
    assert "is already being written" in str(refused[0])
    assert len(read_parts(out)) == 23


def test_parts_are_cut_by_bytes_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "PART_BYTES", 1)
    rows = [*ROWS[:4], {**ROWS[4], "mt": "fog " * 20_000}, *ROWS[5:]]
    path, out = write_rows(tmp_path / "in.tsv", rows), tmp_path / "out.parquet"
    monkeypatch.setattr(tables, "MAX_BATCH_BYTES", 1000)
    score_files(job_of(path, output=out))
    assert len(list(out.iterdir())) > 23 // 3
    assert [row["tesla-m"] for row in read_parts(out)] == scores_of(rows)


def test_a_row_without_its_system(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [{**row, "system": n % 2} for n, row in enumerate(ROWS)]
    rows[5]["system"] = None
    path = write_rows(tmp_path / "in.jsonl", rows)
    columns = ("hyp=mt,ref=ref,system=system",)
    with pytest.raises(InputError, match="line 6: 'system' is missing"):
        score_files(job_of(path, columns=columns))
    with pytest.warns(TeslaWarning, match="1 row has no score"):
        scores = score_files(job_of(path, columns=columns, keep_bad=True))
    assert [name for name, _ in scores] == ["0", "1"]
