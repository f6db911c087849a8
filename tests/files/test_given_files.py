"""Files as they are given: processes, standard input, the same name twice."""

import io
import os
from pathlib import Path
from threading import Thread
from unittest.mock import patch

import pytest

from tesla_metrics.files.given import give, tell_apart


def test_a_file_is_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.TSV.gz"
    (file,) = give([str(path)])
    assert (file.path, file.name, file.label, file.suffix) == (
        str(path), str(path), "a.TSV.gz", ".tsv",
    )  # fmt: skip


def test_standard_input_is_read_as_often_as_one_likes() -> None:
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\nb\n"))):
        first, second = give(["-", "-"])
        assert first is second
        assert list(first.lines()) == list(first.lines()) == ["a", "b"]
    assert (first.name, first.label) == ("standard input", "-")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_too_and_its_copy_goes_with_it(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = Thread(target=lambda: path.write_bytes(b"a\n"))
    writer.start()
    (file,) = give([str(path)])
    assert list(file.lines()) == list(file.lines()) == ["a"]
    writer.join()
    copy = Path(file.path)
    assert copy.exists()
    del file
    assert not copy.exists()


def test_processes_are_numbered() -> None:
    paths = ["/dev/fd/63", "a.txt", "/proc/self/fd/12", "/dev/fd/63", "/dev/fd/x"]
    files = give(paths)
    assert [file.label for file in files] == ["pipe1", "a.txt", "pipe2", "pipe1", "x"]
    assert [file.name for file in files] == ["pipe1", "a.txt", "pipe2", "pipe1", "/dev/fd/x"]


@pytest.mark.parametrize(
    ("names", "longer", "expected"),
    [
        (["a", "b"], ["x/a", "x/b"], ["a", "b"]),
        (["a", "a"], ["x/a", "y/a"], ["x/a", "y/a"]),
        (["a", "a"], ["x/a", "x/a"], ["a", "a (2)"]),
        (["a", "a", "a", "b"], ["x/a", "y/a", "x/a", "x/b"], ["x/a", "y/a", "x/a (2)", "b"]),
    ],
)
def test_names_that_differ(names: list[str], longer: list[str], expected: list[str]) -> None:
    assert tell_apart(names, longer) == expected
