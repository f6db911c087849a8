"""A place that takes no more is no bad input: exit code 1, the file's name, and numbers."""

import errno
import os
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pytest

from tesla_metrics.errors import ExitCode, InputError, TeslaError
from tesla_metrics.files import mapped_arrays
from tesla_metrics.files.atomic import open_atomically, write_atomically
from tesla_metrics.files.disk_space import write_temporary
from tesla_metrics.files.lines import open_lines
from tesla_metrics.files.mapped_arrays import write_mapped
from tesla_metrics.files.resource import Resource, write_resource
from tesla_metrics.resources.pivot.analysed_pairs import save_array, save_arrays

full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EFBIG, errno.EIO])
@pytest.mark.parametrize("old", [None, b"old"])
def test_named_with_numbers_and_nothing_left(
    tmp_path: Path, number: int, old: bytes | None
) -> None:
    path = tmp_path / "out"
    if old is not None:
        path.write_bytes(old)

    def fill() -> None:
        with open_atomically(path, 5000) as stream:
            stream.write(b"x" * 300)
            stream.flush()
            raise OSError(number, os.strerror(number))

    with pytest.raises(TeslaError) as caught:
        fill()
    assert caught.value.exit_code == ExitCode.FAILED
    for fact in (
        str(path),
        os.strerror(number),
        "5000 bytes needed",
        "300 bytes wri",
        "bytes free",
    ):
        assert fact in str(caught.value)
    assert "\n" not in str(caught.value)
    assert [one.read_bytes() for one in tmp_path.iterdir()] == ([] if old is None else [old])


def test_other_errors_stay_what_they_are(tmp_path: Path) -> None:
    with pytest.raises(InputError), open_atomically(tmp_path / "out"):
        raise PermissionError(errno.EACCES, "Permission denied")


@full
def test_a_device_that_is_full() -> None:
    with pytest.raises(TeslaError, match=r"cannot write /dev/full: No space .*7 bytes needed"):
        write_atomically(Path("/dev/full"), b"content")
    with pytest.raises(TeslaError) as caught:
        write_resource(Path("/dev/full"), Resource("counts", 1, {}, b"x"))
    assert caught.value.exit_code == ExitCode.FAILED


def test_what_a_table_needs_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int | None] = []

    def opened(path: Path, size: int | None = None) -> AbstractContextManager[BinaryIO]:
        told.append(size)
        return open_atomically(path, size)

    monkeypatch.setattr(mapped_arrays, "open_atomically", opened)
    sections = {"a": np.arange(5, dtype="<u4"), "b": np.zeros((3, 2)), "c": np.ones(0)}
    write_mapped(tmp_path / "x", "toy", 1, {}, sections)
    assert told == [(tmp_path / "x").stat().st_size]


@full
def test_a_copy_that_finds_no_room_says_nothing_against_its_source(tmp_path: Path) -> None:
    with pytest.raises(TeslaError, match=r"cannot write /dev/full.*TMPDIR.*No space") as caught:
        write_temporary(Path("/dev/full"), [b"x" * 10])
    assert caught.value.exit_code == ExitCode.FAILED
    with (
        pytest.raises(InputError, match="gone does not exist"),
        open_lines(str(tmp_path / "gone")) as stream,
    ):
        write_temporary(tmp_path / "copy", stream)


@full
@pytest.mark.parametrize("count", [1, 10_000])
def test_arrays_do_not_vanish_on_a_full_disk(count: int) -> None:
    """numpy's own way of writing says nothing of what C's stdio still had to write."""
    with pytest.raises(TeslaError, match="cannot write /dev/full: No space"):
        save_array(Path("/dev/full"), np.arange(count))
    with pytest.raises(TeslaError, match="cannot write /dev/full: No space"):
        save_arrays(Path("/dev/full"), {"a": np.arange(count)})
