"""The folder of what is done so far; it serves again if inputs and settings are the same."""

import hashlib
import json
import re
import secrets
import shutil
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..errors import InputError
from .atomic import write_atomically
from .lines import STDIN
from .room import room_for
from .stamp import stamp
from .temporary import clear_left_behind

_NOTE = "made-from.json"
_RUN = re.compile(r"run-[0-9a-f]{16}-[0-9a-f]{8}")
_GONE = f"run-{'0' * 16}-"  # no run takes over what is half removed


class WorkFolder:
    """`OUTPUT.work`, beside the output, with a note of the inputs and settings it comes from.

    path  the folder in it that this run works in. Its name is new in every run, so that no process
          finds it that a killed run left, or another run where there are no locks.
    """

    def __init__(self, output: Path, identity: Mapping[str, Any]) -> None:
        output = output.resolve()
        self._whole = output.with_name(f"{output.name}.work")
        self._identity = json.dumps(identity, sort_keys=True, ensure_ascii=False).encode()
        self._name = f"run-{hashlib.sha256(self._identity).hexdigest()[:16]}-"
        self.path = self._whole / f"{self._name}{secrets.token_hex(4)}"

    def open(self) -> None:
        """Keep what is there if it comes from the same inputs and settings; else begin anew."""
        try:
            with room_for(self._whole):
                self._open()
        except OSError as error:
            raise InputError(
                f"cannot use the work folder {self._whole}: {error.strerror}; remove it or choose "
                "another output"
            ) from error

    def _open(self) -> None:
        note = self._whole / _NOTE
        clear_left_behind(note)
        if note.is_file():
            if note.read_bytes() != self._identity:
                self.remove()
        elif self._whole.exists() and not self._is_ours():
            raise InputError(
                f"{self._whole} is wanted as a work folder but holds something else: remove it or "
                "choose another output"
            )
        self._whole.mkdir(exist_ok=True)
        write_atomically(note, self._identity)
        self._take_over()

    def _is_ours(self) -> bool:
        """Without a note too: one that was killed may have been about to write or to remove it."""
        return self._whole.is_dir() and all(_RUN.fullmatch(x.name) for x in self._whole.iterdir())

    def _take_over(self) -> None:
        for earlier in self._whole.glob("run-*"):
            if earlier.name.startswith(self._name) and not self.path.exists():
                earlier.rename(self.path)
            else:  # somebody wrote there while it was removed
                shutil.rmtree(earlier, ignore_errors=True)
        self.path.mkdir(exist_ok=True)

    def folder(self, name: str) -> Path:
        """A folder inside, made if need be: one a step."""
        path = self.path / name
        with room_for(path):
            path.mkdir(exist_ok=True)
        return path

    def remove(self) -> None:
        """Delete the folder; one without our note is left alone."""
        if (self._whole / _NOTE).is_file():
            for run in self._whole.glob("run-*"):  # first, so that the note goes last
                with suppress(OSError):
                    shutil.rmtree(run.rename(self._whole / f"{_GONE}{secrets.token_hex(4)}"))
            shutil.rmtree(self._whole, ignore_errors=True)


def fingerprint(paths: Sequence[str]) -> list[list[str | int]]:
    """Names, dates and sizes of input files; what is piped in is never the same."""
    found: list[list[str | int]] = []
    for path in paths:
        there = path != STDIN and Path(path).exists()
        if path == STDIN or (there and not Path(path).is_file()):
            found.append([path, secrets.token_hex(8)])
        else:
            found.append([str(Path(path).resolve()), *stamp(Path(path))] if there else [path, 0, 0])
    return found
