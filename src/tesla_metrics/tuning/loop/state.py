"""The folder in which a run keeps what it has done, so that an interrupted one goes on."""

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
from ...files.room import room_for
from ...files.schema import MisfitError, anything, list_of, number, record, text, whole
from ...files.strict_json import parse_json
from ...nbest.nbest import Nbest, read_nbest, write_nbest

_NOTE, _LIST, _STATISTICS, _RECORD = "run.json", "nbest.jsonl", "statistics", "done.json"
# All candidates of a sentence are in a line; we wrote it ourselves.
_LONGEST_LINE = 10**9
_ANY = number(-1e300, 1e300)
_DIGEST = hashlib.sha256().digest_size


@dataclass(frozen=True)
class Iteration:
    """What one round of decoding and tuning gave.

    weights     that the decoder had
    decoded     the metric's value of what it translated with these
    before      the same weights' value on all candidates so far
    tuned       the new weights' value on these
    new         candidates that were not seen before, of so many `candidates`
    after       the new weights
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
        """By name, as JSON can have it."""
        return asdict(self)


_SHAPE = record(
    {
        "number": whole(0, 10**6),
        "names": list_of(text()),
        "weights": list_of(_ANY),
        "decoded": _ANY,
        "before": _ANY,
        "tuned": _ANY,
        "new": whole(0, 2**62),
        "candidates": whole(0, 2**62),
        "after": list_of(_ANY),
    }
)


class WorkState:
    """A folder for each iteration, and a note of what the run was asked for."""

    def __init__(self, folder: Path, identity: Mapping[str, Any]) -> None:
        self._folder, self._identity = folder, dict(identity)

    def open(self, restart: bool) -> None:
        """Go on with what is there, or begin anew; what another run left is refused."""
        try:
            with room_for(self._folder):
                self._open(restart)
        except OSError as error:
            raise InputError(
                f"cannot use the work folder {self._folder}: {error.strerror}; choose another"
            ) from error

    def _open(self, restart: bool) -> None:
        note = self._folder / _NOTE
        if self._folder.exists() and not note.is_file() and any(self._folder.iterdir()):
            raise InputError(
                f"{self._folder} is wanted as a work folder but holds something else: name another "
                "as work in the configuration"
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
                f"{self._folder} was begun with another {', '.join(changed)}: give --restart to "
                "begin anew, or name another folder as work in the configuration"
            )

    def _parsed(self, path: Path, shape: Any) -> Any:
        try:
            return shape(parse_json(path.read_bytes()), "")
        except (OSError, MisfitError) as error:
            raise self._damaged(path, error) from error

    def _damaged(self, path: Path, error: object) -> TeslaError:
        return TeslaError(f"{path} cannot be used ({error}): give --restart to begin anew")

    def folder(self, number: int) -> Path:
        """Of one iteration, made if need be."""
        path = self._folder / str(number)
        path.mkdir(exist_ok=True)
        return path

    def lists(self, number: int) -> Nbest | None:
        """What was decoded in that iteration, if it was."""
        path = self.folder(number) / _LIST
        if not path.is_file():
            return None
        try:
            return read_nbest([str(path)], "jsonl", max_line=_LONGEST_LINE)
        except InputError as error:
            raise self._damaged(path, error) from error

    def keep_lists(self, number: int, nbest: Nbest) -> None:
        """As JSON lines, which can have any text and any name."""
        (self.folder(number) / _STATISTICS).unlink(missing_ok=True)  # of other lists
        write_nbest(nbest, str(self.folder(number) / _LIST), "jsonl")

    def statistics(self, number: int, nbest: Nbest) -> Floats | None:
        """A row for each candidate of that iteration, if they were scored."""
        path = self.folder(number) / _STATISTICS
        if not path.is_file():
            return None
        try:
            content = path.read_bytes()
        except OSError as error:
            raise self._damaged(path, error) from error
        digest, kept = content[:_DIGEST], content[_DIGEST:]
        if digest != _digest(nbest, kept):
            raise self._damaged(path, "it is not what was written")
        rows: Floats = np.load(BytesIO(kept), allow_pickle=False)
        return rows

    def keep_statistics(self, number: int, nbest: Nbest, rows: Floats) -> None:
        """After a checksum of them and of the texts that they belong to."""
        kept = BytesIO()
        np.save(kept, rows)
        content = _digest(nbest, kept.getvalue()) + kept.getvalue()
        write_atomically(self.folder(number) / _STATISTICS, content)

    def done(self, number: int) -> Iteration | None:
        """The whole iteration, if it came to its end."""
        path = self.folder(number) / _RECORD
        if not path.is_file():
            return None
        facts = self._parsed(path, _SHAPE)
        if not len(facts["names"]) == len(facts["weights"]) == len(facts["after"]):
            raise self._damaged(path, "it has not a weight for each name")
        facts = {name: tuple(x) if isinstance(x, list) else x for name, x in facts.items()}
        return Iteration(**facts)

    def keep_done(self, iteration: Iteration) -> None:
        content = json.dumps(iteration.to_dict(), indent=1).encode()
        write_atomically(self.folder(iteration.number) / _RECORD, content)


def _digest(nbest: Nbest, kept: bytes) -> bytes:
    digest = hashlib.sha256(kept)
    for place in range(len(nbest)):
        digest.update(json.dumps(list(nbest.candidates(place))).encode())
    return digest.digest()


def file_digest(path: Path) -> str:
    """Of a file's content; what cannot be read is told by whoever reads it."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
