"""The folder of what is done so far; it serves again if inputs and settings are the same."""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..files.lines import STDIN
from ..files.stamp import stamp


class WorkFolder:
    """`OUTPUT.work`, beside the output, with a note of the inputs and settings it comes from."""

    def __init__(self, output: Path, identity: Mapping[str, Any]) -> None:
        self.path = output.with_name(f"{output.name}.work")
        self._identity = json.dumps(identity, sort_keys=True, ensure_ascii=False)

    def open(self) -> None:
        """Keep what is there if it comes from the same inputs and settings; else begin anew."""
        note = self.path / "made-from.json"
        try:
            if note.is_file():
                if note.read_text("utf-8") != self._identity:
                    self.remove()
            elif self.path.exists() and (self.path.is_file() or any(self.path.iterdir())):
                raise InputError(
                    f"{self.path} is wanted as a work folder but holds something else: remove it "
                    "or choose another output"
                )
            self.path.mkdir(exist_ok=True)
            note.write_text(self._identity, "utf-8")
        except OSError as error:
            raise InputError(
                f"cannot use the work folder {self.path}: {error.strerror}; remove it or choose "
                "another output"
            ) from error

    def folder(self, name: str) -> Path:
        """A folder inside, made if need be: one a step."""
        path = self.path / name
        path.mkdir(exist_ok=True)
        return path

    def remove(self) -> None:
        """Delete the folder; one without our note is left alone."""
        if (self.path / "made-from.json").is_file():
            shutil.rmtree(self.path, ignore_errors=True)


def fingerprint(paths: Sequence[str]) -> list[list[str | int]]:
    """Names, dates and sizes of input files; what is piped in is never the same."""
    found: list[list[str | int]] = []
    for path in paths:
        there = path != STDIN and Path(path).exists()
        found.append([str(Path(path).resolve()), *stamp(Path(path))] if there else [path, 0, 0])
    return found
