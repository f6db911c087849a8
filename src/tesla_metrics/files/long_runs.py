"""Support for long runs: progress callbacks, file stamps, folders that keep finished steps."""

import hashlib
import json
import os
import re
import shutil
import stat
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..errors import InputError
from .atomic import remove_abandoned, write_atomically
from .disk_space import report_full_disk
from .lines import STDIN

# Called with a description and a total (0 if unknown); returns a function that takes increments.
ProgressCallback = Callable[[str, int], Callable[[int], None]]


def no_progress(what: str, total: int) -> Callable[[int], None]:
    """Return a progress callback that does nothing."""
    del what, total
    return lambda count: None


def file_stamp(path: Path | str) -> tuple[int, int]:
    """Return the modification time and size of a file, as a key for cached results.

    Zeros stand for a missing file or no regular file, which the reader of the file reports.
    """
    try:
        status = os.stat(path)  # noqa: PTH116, names that are no files need not become paths
    except OSError:
        return 0, 0
    return (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else (0, 0)


def file_stamps(*names: str) -> tuple[tuple[str, int, int], ...]:
    """Return the name, time and size of those names that are files."""
    return tuple((name, *time_and_size) for name in names if any(time_and_size := file_stamp(name)))


_NOTE_NAME = "made-from.json"
_RUN = re.compile(r"run-[0-9a-f]{16}-[0-9a-f]{8}")
_REMOVED_PREFIX = f"run-{'0' * 16}-"  # no run takes over a folder that is half removed


class WorkFolder:
    """`OUTPUT.work`, next to the output, with a note of the inputs and settings of the run.

    path  the folder of this run in it. Its name is new in every run, so that processes of a killed
          run, or of another run where there are no locks, do not find it.
    """

    def __init__(self, output: Path, identity: Mapping[str, Any]) -> None:
        output = output.resolve()
        self._root = output.with_name(f"{output.name}.work")
        self._identity = json.dumps(identity, sort_keys=True, ensure_ascii=False).encode()
        self._name = f"run-{hashlib.sha256(self._identity).hexdigest()[:16]}-"
        self.path = self._root / f"{self._name}{_token(4)}"

    def open(self) -> None:
        """Reuse the finished steps of the same inputs and settings; otherwise start again."""
        try:
            with report_full_disk(self._root):
                self._open()
        except OSError as error:
            raise InputError(
                f"cannot use the work folder {self._root}: {error.strerror}; remove it or choose "
                "another output"
            ) from error

    def _open(self) -> None:
        note = self._root / _NOTE_NAME
        remove_abandoned(note)
        if note.is_file():
            if note.read_bytes() != self._identity:
                self.remove()
        elif self._root.exists() and not self._is_ours():
            raise InputError(
                f"{self._root} is needed as a work folder but contains something else: remove it "
                "or choose another output"
            )
        self._root.mkdir(exist_ok=True)
        write_atomically(note, self._identity)
        self._take_over()

    def _is_ours(self) -> bool:
        """Return whether the folder has our runs only.

        The note may be missing: a killed run may have been about to write or remove it.
        """
        return self._root.is_dir() and all(_RUN.fullmatch(x.name) for x in self._root.iterdir())

    def _take_over(self) -> None:
        for earlier in self._root.glob("run-*"):
            if earlier.name.startswith(self._name) and not self.path.exists():
                earlier.rename(self.path)
            else:  # another process wrote there while it was removed
                shutil.rmtree(earlier, ignore_errors=True)
        self.path.mkdir(exist_ok=True)

    def folder(self, name: str) -> Path:
        """Return the folder of a step, which is created if needed."""
        path = self.path / name
        with report_full_disk(path):
            path.mkdir(exist_ok=True)
        return path

    def remove(self) -> None:
        """Delete the folder, unless it lacks our note."""
        if (self._root / _NOTE_NAME).is_file():
            for run in self._root.glob("run-*"):  # first, so that the note is removed last
                with suppress(OSError):
                    shutil.rmtree(run.rename(self._root / f"{_REMOVED_PREFIX}{_token(4)}"))
            shutil.rmtree(self._root, ignore_errors=True)


def fingerprint(paths: Sequence[str]) -> list[list[str | int]]:
    """Return names, times and sizes of input files; a pipe gets a new random value each time."""
    stamps_by_path: list[list[str | int]] = []
    for path in paths:
        exists = path != STDIN and Path(path).exists()
        if path == STDIN or (exists and not Path(path).is_file()):
            stamps_by_path.append([path, _token(8)])
        else:
            stamps_by_path.append(
                [str(Path(path).resolve()), *file_stamp(Path(path))] if exists else [path, 0, 0]
            )
    return stamps_by_path


def _token(size: int) -> str:
    from secrets import token_hex  # most commands need none of it

    return token_hex(size)
