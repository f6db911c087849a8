"""Files as they are given: processes, standard input, the same name twice."""

import io
import os
from itertools import islice
from pathlib import Path
from threading import Thread
from typing import Any, cast
from unittest.mock import patch

import pytest

from tesla_metrics.files.input_file import make_unique_names, open_inputs


def test_a_file_is_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.TSV.gz"
    (file,) = open_inputs([str(path)])
    assert (file.name, file.label, file.suffix) == (str(path), "a.TSV.gz", ".tsv")
    assert file.pipe is None


def test_standard_input_is_read_as_often_as_one_likes() -> None:
    with patch("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a\nb\n"))):
        first, second = open_inputs(["-", "-"])
        assert first is second
        assert list(first.lines()) == list(first.lines()) == ["a", "b"]
    assert (first.name, first.label) == ("standard input", "-")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_too(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = Thread(target=lambda: path.write_bytes(b"a\n"))
    writer.start()
    (file,) = open_inputs([str(path)])
    assert list(file.lines()) == list(file.lines()) == ["a"]
    writer.join()


def test_no_more_of_a_pipe_is_read_than_is_asked_for() -> None:
    class Endless(io.RawIOBase):
        taken = 0

        def readable(self) -> bool:
            return True

        def readinto(self, buffer: Any) -> int:
            buffer[:] = (b"ab\n" * len(buffer))[: len(buffer)]
            self.taken += len(buffer)
            return len(buffer)

    endless = Endless()
    with patch("sys.stdin", io.TextIOWrapper(io.BufferedReader(cast(io.RawIOBase, endless)))):
        (file,) = open_inputs(["-"])
        for _ in range(2):
            assert list(islice(file.lines(), 1000)) == ["ab"] * 1000
    assert endless.taken < 1 << 18


def test_processes_are_numbered() -> None:
    paths = ["/dev/fd/63", "a.txt", "/proc/self/fd/12", "/dev/fd/63", "/dev/fd/x"]
    files = open_inputs(paths)
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
    assert make_unique_names(names, longer) == expected
