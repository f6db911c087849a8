"""Helpers for long runs: progress callbacks, file stamps, and a work folder of finished steps."""

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
from .atomic import remove_abandoned_temporaries, write_atomically
from .disk_space import report_full_disk
from .lines import STDIN

# A callback takes the description of a task and its total number of steps (0 if unknown), and
# returns a function to call with the number of steps done since its last call.
ProgressCallback = Callable[[str, int], Callable[[int], None]]


def no_progress(description: str, total: int) -> Callable[[int], None]:
    """Ignore progress; a `ProgressCallback` that returns a function without effect."""
    del description, total
    return lambda count: None


def get_file_stamp(path: Path | str) -> tuple[int, int]:
    """Return the modification time (in nanoseconds) and size (in bytes) of a file.

    Caches use the two as a key. They are (0, 0) if there is no regular file at the path; the code
    that reads the file reports the error.
    """
    try:
        # The argument may be any text, which need not be a valid path.
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return 0, 0
    return (status.st_mtime_ns, status.st_size) if stat.S_ISREG(status.st_mode) else (0, 0)


def get_file_stamps(*paths: str) -> tuple[tuple[str, int, int], ...]:
    """Return (path, modification time, size) of each argument that is the path of a file."""
    return tuple(
        (name, *time_and_size) for name in paths if any(time_and_size := get_file_stamp(name))
    )


# The file in a work folder that records the inputs and settings.
_IDENTITY_FILE_NAME = "made-from.json"
# A run folder is named after a digest of the inputs and settings, and a random token.
_RUN_FOLDER_PATTERN = re.compile(r"run-[0-9a-f]{16}-[0-9a-f]{8}")
# Folders are renamed before they are removed, so that no run takes over an incomplete folder.
_REMOVED_PREFIX = f"run-{'0' * 16}-"


class WorkFolder:
    """The folder `OUTPUT.work` next to the output file OUTPUT, with the finished steps of a run.

    It contains a file that records the inputs and settings of the run, and one folder per run. If
    a run is killed, the next run with the same inputs and settings reuses its finished steps.

    path
        The folder of the current run. It has a new name in every run, so that processes that are
        left over from a killed run, or from a parallel run on a file system without locks, do not
        write to it.
    """

    def __init__(self, output: Path, identity: Mapping[str, Any]) -> None:
        output = output.resolve()
        self._root = output.with_name(f"{output.name}.work")
        self._identity = json.dumps(identity, sort_keys=True, ensure_ascii=False).encode()
        self._run_prefix = f"run-{hashlib.sha256(self._identity).hexdigest()[:16]}-"
        self.path = self._root / f"{self._run_prefix}{_random_token(4)}"

    def open(self) -> None:
        """Create the folder; keep finished steps if they have the same inputs and settings."""
        try:
            with report_full_disk(self._root):
                self._open()
        except OSError as error:
            raise InputError(
                f"cannot use the work folder {self._root}: {error.strerror}; remove it or choose "
                "another output"
            ) from error

    def _open(self) -> None:
        identity_file = self._root / _IDENTITY_FILE_NAME
        remove_abandoned_temporaries(identity_file)
        if identity_file.is_file():
            if identity_file.read_bytes() != self._identity:
                self.remove()
        elif self._root.exists() and not self._has_only_run_folders():
            raise InputError(
                f"{self._root} is needed as a work folder but contains something else: remove it "
                "or choose another output"
            )
        self._root.mkdir(exist_ok=True)
        write_atomically(identity_file, self._identity)
        self._take_over_finished_steps()

    def _has_only_run_folders(self) -> bool:
        """Return whether the work folder contains only run folders.

        This is so if a run was killed just before it wrote or removed the file
        `_IDENTITY_FILE_NAME`.
        """
        return self._root.is_dir() and all(
            _RUN_FOLDER_PATTERN.fullmatch(entry.name) for entry in self._root.iterdir()
        )

    def _take_over_finished_steps(self) -> None:
        """Rename the folder of an earlier run to the folder of this run; remove all others."""
        for earlier_run in self._root.glob("run-*"):
            if earlier_run.name.startswith(self._run_prefix) and not self.path.exists():
                earlier_run.rename(self.path)
            else:  # Another process wrote to the folder while it was removed.
                shutil.rmtree(earlier_run, ignore_errors=True)
        self.path.mkdir(exist_ok=True)

    def create_step_folder(self, name: str) -> Path:
        """Create the folder of a step if it does not exist, and return its path."""
        path = self.path / name
        with report_full_disk(path):
            path.mkdir(exist_ok=True)
        return path

    def remove(self) -> None:
        """Delete the work folder if it contains the file `_IDENTITY_FILE_NAME`, that is, if we made
        it.
        """
        if (self._root / _IDENTITY_FILE_NAME).is_file():
            # Run folders are removed first, and the file that identifies the work folder last.
            for run_folder in self._root.glob("run-*"):
                with suppress(OSError):
                    removed_folder = self._root / f"{_REMOVED_PREFIX}{_random_token(4)}"
                    shutil.rmtree(run_folder.rename(removed_folder))
            shutil.rmtree(self._root, ignore_errors=True)


def fingerprint_files(paths: Sequence[str]) -> list[list[str | int]]:
    """Return [absolute path, modification time, size] of each input file.

    The content of a pipe is unknown before it is read: its entry is [path, random text], so that
    two runs are never the same. A missing file has zeros.
    """
    fingerprints: list[list[str | int]] = []
    for path in paths:
        exists = path != STDIN and Path(path).exists()
        if path == STDIN or (exists and not Path(path).is_file()):
            fingerprints.append([path, _random_token(8)])
        elif exists:
            fingerprints.append([str(Path(path).resolve()), *get_file_stamp(Path(path))])
        else:
            fingerprints.append([path, 0, 0])
    return fingerprints


def _random_token(size: int) -> str:
    """Return `size` random bytes in hexadecimal digits."""
    from secrets import token_hex  # Imported late: most commands do not need it.

    return token_hex(size)
