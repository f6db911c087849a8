"""The folder in which the tuning loop keeps its state."""

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from ...arrays import Floats
from ...errors import InputError, TeslaError, UsageError
from ...files.atomic import write_atomically
from ...files.disk_space import report_full_disk
from ...files.schema import (
    SchemaError,
    anything,
    integer,
    list_of,
    number,
    parse_json,
    record,
    text,
)
from ..nbest.nbest import Nbest
from ..nbest.nbest_files import read_nbest, write_nbest

_IDENTITY_FILE, _LISTS_FILE, _STATISTICS_FILE, _ITERATION_FILE = (
    "run.json",
    "nbest.jsonl",
    "statistics",
    "done.json",
)
# A line has all candidates of a sentence. The file was written by this module.
_LONGEST_LINE = 10**9
_ANY = number(-1e300, 1e300)
_DIGEST = hashlib.sha256().digest_size


@dataclass(frozen=True)
class Iteration:
    """The result of one iteration of decoding and tuning.

    weights     weights of the decoder
    decoded     score of its translations with these weights
    before      score of these weights on all candidates so far
    tuned       score of the new weights on all candidates so far
    new         number of new candidates
    candidates  number of all candidates so far
    after       new weights
    """

    number: int
    names: tuple[str, ...]
    weights: tuple[float, ...]
    decoded: float
    before: float
    tuned: float
    new: int
    candidates: int
    after: tuple[float, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all values by name, in types that JSON supports."""
        return asdict(self)


_SHAPE = record(
    {
        "number": integer(0, 10**6),
        "names": list_of(text()),
        "weights": list_of(_ANY),
        "decoded": _ANY,
        "before": _ANY,
        "tuned": _ANY,
        "new": integer(0, 2**62),
        "candidates": integer(0, 2**62),
        "after": list_of(_ANY),
    }
)


class WorkState:
    """One folder per iteration, and a file that identifies the run."""

    def __init__(self, folder: Path, identity: Mapping[str, Any]) -> None:
        self._folder, self._identity = folder, dict(identity)

    def open(self, restart: bool) -> None:
        """Resume the run in the folder or start a new one; raise an error if it is another run."""
        try:
            with report_full_disk(self._folder):
                self._open(restart)
        except OSError as error:
            raise InputError(
                f"cannot use the work folder {self._folder}: {error.strerror}; choose another"
            ) from error

    def _open(self, restart: bool) -> None:
        note = self._folder / _IDENTITY_FILE
        if self._folder.exists() and not note.is_file() and any(self._folder.iterdir()):
            raise InputError(
                f"{self._folder} cannot be the work folder because it has other files: name "
                "another as work in the configuration"
            )
        if restart and note.is_file():
            shutil.rmtree(self._folder)
        self._folder.mkdir(exist_ok=True)
        if not note.is_file():
            write_atomically(note, json.dumps(self._identity, indent=1).encode())
            return
        other = self._parsed(note, anything())
        changed = sorted(
            name
            for name in self._identity.keys() | other
            if self._identity.get(name) != other.get(name)
        )
        if changed:
            raise UsageError(
                f"{self._folder} was started with another {', '.join(changed)}: give --restart to "
                "start again, or name another folder as work in the configuration"
            )

    def _parsed(self, path: Path, shape: Any) -> Any:
        try:
            return shape(parse_json(path.read_bytes()), "")
        except (OSError, SchemaError) as error:
            raise self._damaged(path, error) from error

    def _damaged(self, path: Path, error: object) -> TeslaError:
        return TeslaError(f"{path} cannot be used ({error}): give --restart to start again")

    def folder(self, number: int) -> Path:
        """Return the folder of an iteration, and create it if needed."""
        path = self._folder / str(number)
        path.mkdir(exist_ok=True)
        return path

    def read_lists(self, number: int) -> Nbest | None:
        """Return the lists that were decoded in an iteration, if any."""
        path = self.folder(number) / _LISTS_FILE
        if not path.is_file():
            return None
        try:
            return read_nbest([str(path)], "jsonl", max_line=_LONGEST_LINE)
        except InputError as error:
            raise self._damaged(path, error) from error

    def write_lists(self, number: int, nbest: Nbest) -> None:
        """Store the lists of an iteration as JSON lines, which support any text and name."""
        (self.folder(number) / _STATISTICS_FILE).unlink(missing_ok=True)  # belong to other lists
        write_nbest(nbest, str(self.folder(number) / _LISTS_FILE), "jsonl")

    def read_statistics(self, number: int, nbest: Nbest) -> Floats | None:
        """Return one row per candidate of an iteration, if they were scored."""
        path = self.folder(number) / _STATISTICS_FILE
        if not path.is_file():
            return None
        try:
            content = path.read_bytes()
        except OSError as error:
            raise self._damaged(path, error) from error
        digest, data = content[:_DIGEST], content[_DIGEST:]
        if digest != _digest(nbest, data):
            raise self._damaged(path, "its checksum is wrong")
        rows: Floats = np.load(BytesIO(data), allow_pickle=False)
        return rows

    def write_statistics(self, number: int, nbest: Nbest, rows: Floats) -> None:
        """Store statistics after a checksum of them and of their texts."""
        data = BytesIO()
        np.save(data, rows)
        content = _digest(nbest, data.getvalue()) + data.getvalue()
        write_atomically(self.folder(number) / _STATISTICS_FILE, content)

    def read_iteration(self, number: int) -> Iteration | None:
        """Return the result of an iteration, if it is complete."""
        path = self.folder(number) / _ITERATION_FILE
        if not path.is_file():
            return None
        facts = self._parsed(path, _SHAPE)
        if not len(facts["names"]) == len(facts["weights"]) == len(facts["after"]):
            raise self._damaged(path, "it does not have one weight per name")
        facts = {name: tuple(x) if isinstance(x, list) else x for name, x in facts.items()}
        return Iteration(**facts)

    def write_iteration(self, iteration: Iteration) -> None:
        content = json.dumps(iteration.to_dict(), indent=1).encode()
        write_atomically(self.folder(iteration.number) / _ITERATION_FILE, content)


def _digest(nbest: Nbest, data: bytes) -> bytes:
    digest = hashlib.sha256(data)
    for index in range(len(nbest)):
        digest.update(json.dumps(list(nbest.candidates(index))).encode())
    return digest.digest()


def file_digest(path: Path) -> str:
    """Return the checksum of a file's content."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
