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
# Maximum length of a line in the file of lists; a line has all candidates of a sentence.
_MAX_LINE_LENGTH = 10**9
_NUMBER_SCHEMA = number(-1e300, 1e300)
_DIGEST_SIZE = hashlib.sha256().digest_size


@dataclass(frozen=True)
class Iteration:
    """The result of one iteration of decoding and tuning.

    number      index of the iteration, from 0
    names       names of features
    weights     weights that were used for decoding
    decoded     score of the decoder's first candidates
    before      score of the candidates that these weights choose from all candidates so far
    tuned       score of the candidates that the new weights choose from all candidates so far
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


_ITERATION_SCHEMA = record(
    {
        "number": integer(0, 10**6),
        "names": list_of(text()),
        "weights": list_of(_NUMBER_SCHEMA),
        "decoded": _NUMBER_SCHEMA,
        "before": _NUMBER_SCHEMA,
        "tuned": _NUMBER_SCHEMA,
        "new": integer(0, 2**62),
        "candidates": integer(0, 2**62),
        "after": list_of(_NUMBER_SCHEMA),
    }
)


class WorkState:
    """The files of a run: one folder per iteration, and a file that identifies the run.

    `identity` has the settings that must be unchanged to resume the run.
    """

    def __init__(self, folder: Path, identity: Mapping[str, Any]) -> None:
        self._folder, self._identity = folder, dict(identity)

    def open(self, restart: bool) -> None:
        """Prepare the folder to resume its run or to start a new one.

        With `restart`, an earlier run is deleted. Raise an error if the folder has a run with other
        settings.
        """
        try:
            with report_full_disk(self._folder):
                self._open(restart)
        except OSError as error:
            raise InputError(
                f"cannot use the work folder {self._folder}: {error.strerror}; choose another"
            ) from error

    def _open(self, restart: bool) -> None:
        identity_file = self._folder / _IDENTITY_FILE
        if self._folder.exists() and not identity_file.is_file() and any(self._folder.iterdir()):
            raise InputError(
                f"{self._folder} cannot be the work folder because it has other files: name "
                "another as work in the configuration"
            )
        if restart and identity_file.is_file():
            shutil.rmtree(self._folder)
        self._folder.mkdir(exist_ok=True)
        if not identity_file.is_file():
            write_atomically(identity_file, json.dumps(self._identity, indent=1).encode())
            return
        stored_identity = self._read_json(identity_file, anything())
        changed_names = sorted(
            name
            for name in self._identity.keys() | stored_identity
            if self._identity.get(name) != stored_identity.get(name)
        )
        if changed_names:
            raise UsageError(
                f"{self._folder} was started with another {', '.join(changed_names)}: give "
                "--restart to start again, or name another folder as work in the configuration"
            )

    def _read_json(self, path: Path, schema: Any) -> Any:
        try:
            return schema(parse_json(path.read_bytes()), "")
        except (OSError, SchemaError) as error:
            raise self._make_damaged_error(path, error) from error

    def _make_damaged_error(self, path: Path, error: object) -> TeslaError:
        return TeslaError(f"{path} cannot be used ({error}): give --restart to start again")

    def get_iteration_folder(self, iteration_number: int) -> Path:
        """Return the folder of an iteration, and create it if needed."""
        path = self._folder / str(iteration_number)
        path.mkdir(exist_ok=True)
        return path

    def read_lists(self, iteration_number: int) -> Nbest | None:
        """Return the n-best lists of an iteration, or None if it was not decoded yet."""
        path = self.get_iteration_folder(iteration_number) / _LISTS_FILE
        if not path.is_file():
            return None
        try:
            return read_nbest([str(path)], "jsonl", max_line=_MAX_LINE_LENGTH)
        except InputError as error:
            raise self._make_damaged_error(path, error) from error

    def write_lists(self, iteration_number: int, nbest: Nbest) -> None:
        """Store the lists of an iteration as JSON lines, which support any text and name."""
        # Statistics that are already in the folder belong to other lists.
        (self.get_iteration_folder(iteration_number) / _STATISTICS_FILE).unlink(missing_ok=True)
        write_nbest(nbest, str(self.get_iteration_folder(iteration_number) / _LISTS_FILE), "jsonl")

    def read_statistics(self, iteration_number: int, nbest: Nbest) -> Floats | None:
        """Return the statistics, one row per candidate, or None if they were not stored yet."""
        path = self.get_iteration_folder(iteration_number) / _STATISTICS_FILE
        if not path.is_file():
            return None
        try:
            content = path.read_bytes()
        except OSError as error:
            raise self._make_damaged_error(path, error) from error
        digest, data = content[:_DIGEST_SIZE], content[_DIGEST_SIZE:]
        if digest != _compute_digest(nbest, data):
            raise self._make_damaged_error(path, "its checksum is wrong")
        rows: Floats = np.load(BytesIO(data), allow_pickle=False)
        return rows

    def write_statistics(self, iteration_number: int, nbest: Nbest, rows: Floats) -> None:
        """Store statistics, preceded by a checksum of the statistics and the texts."""
        data = BytesIO()
        np.save(data, rows)
        content = _compute_digest(nbest, data.getvalue()) + data.getvalue()
        write_atomically(self.get_iteration_folder(iteration_number) / _STATISTICS_FILE, content)

    def read_iteration(self, iteration_number: int) -> Iteration | None:
        """Return the result of an iteration, or None if it is not complete."""
        path = self.get_iteration_folder(iteration_number) / _ITERATION_FILE
        if not path.is_file():
            return None
        values = self._read_json(path, _ITERATION_SCHEMA)
        if not len(values["names"]) == len(values["weights"]) == len(values["after"]):
            raise self._make_damaged_error(path, "it does not have one weight per name")
        values = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in values.items()
        }
        return Iteration(**values)

    def write_iteration(self, iteration: Iteration) -> None:
        content = json.dumps(iteration.to_dict(), indent=1).encode()
        write_atomically(self.get_iteration_folder(iteration.number) / _ITERATION_FILE, content)


def _compute_digest(nbest: Nbest, data: bytes) -> bytes:
    """Return the checksum of stored statistics and the texts they belong to."""
    checksum = hashlib.sha256(data)
    for index in range(len(nbest)):
        checksum.update(json.dumps(list(nbest.candidates(index))).encode())
    return checksum.digest()


def compute_file_digest(path: Path) -> str:
    """Return the SHA-256 checksum of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
