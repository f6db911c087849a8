"""The output of a long run, in parts: what is written stays, and the run goes on behind it."""

import json
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from .._version import __version__
from ..errors import InputError, UsageError
from ..files.atomic import write_atomically
from ..files.room import room_for
from ..reports.rows import check_rows, write_fields
from ..testsets.sheet import Fields
from .typed import is_json

SUFFIX = ".parquet"
_PART = re.compile(r"part-\d{6,}\.parquet")
# In the schema of each part: who finds it knows that it may be replaced.
_MARK = b"tesla_metrics"
_STATE = "state.json"


class State(NamedTuple):
    """How far a run has come.

    parts   that are written
    rows    that are in them
    facts   what else is known of these rows
    """

    parts: int = 0
    rows: int = 0
    facts: Mapping[str, Any] = {}


class Parts:
    """A folder of parts, and beside it the state, which is written after each of them."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._parts = folder, folder / "parts"
        with room_for(self._parts):
            self._parts.mkdir(exist_ok=True)

    def state(self) -> State:
        """Of a run that was interrupted, or at the start."""
        path = self._folder / _STATE
        found = State(**json.loads(path.read_bytes())) if path.is_file() else State()
        # They are not where the last run was killed after it had put them into their place.
        there = all(self._path(number).is_file() for number in range(found.parts))
        return found if there else State()

    def add(self, batches: Sequence[Any], state: State) -> None:
        """The last part that `state` counts; before that is written, the part does not count."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        table = pa.Table.from_batches(batches)
        kept = {**(table.schema.metadata or {}), _MARK: __version__.encode()}
        written = pa.BufferOutputStream()
        pq.write_table(table.replace_schema_metadata(kept), written)
        write_atomically(self._path(state.parts - 1), written.getvalue())
        write_atomically(self._folder / _STATE, json.dumps(state._asdict()).encode())

    def finish(self, output: Path, documents: bool) -> None:
        """All of them where the output belongs: a folder of parts, or one file."""
        count = self.state().parts
        if output.suffix != SUFFIX:
            write_fields(output, lambda: self._rows(count), documents)
            return
        for path in self._parts.iterdir():  # of a run that was killed while it wrote
            if not _PART.fullmatch(path.name) or int(path.name[5:-8]) >= count:
                path.unlink()
        if output.exists():
            # Of its own name: a run that was killed here may have left one.
            output.rename(self._folder / f"replaced-{secrets.token_hex(4)}")
        self._parts.rename(output)

    def _path(self, number: int) -> Path:
        return self._parts / f"part-{number:06d}{SUFFIX}"

    def _rows(self, count: int) -> Iterator[Fields]:
        return rows_of_parts(map(self._path, range(count)))


def rows_of_parts(paths: Iterable[Path], json_columns: Iterable[str] = ()) -> Iterator[Fields]:
    """Rows by name; columns whose texts are JSON say so themselves, or are named."""
    import pyarrow.parquet as pq

    for path in paths:
        with pq.ParquetFile(path) as file:
            json_texts = {own.name for own in file.schema_arrow if is_json(own)} | {*json_columns}
            for batch in file.iter_batches():
                names = batch.schema.names
                columns = [
                    [None if one is None else json.loads(one) for one in column.to_pylist()]
                    if name in json_texts
                    else column.to_pylist()
                    for name, column in zip(names, batch.columns, strict=True)
                ]
                for values in zip(*columns, strict=True):
                    yield list(zip(names, values, strict=True))


def check_output(output: Path) -> None:
    """Before the work, so that it is not in vain; what is not ours is not replaced."""
    if output.suffix != SUFFIX:
        try:
            check_rows(output)
        except UsageError as error:
            raise UsageError(f"{error}, or {SUFFIX} for a folder of parts") from error
        return
    if not output.resolve().parent.is_dir():
        raise InputError(f"cannot write {output}: there is no folder {output.parent}")
    if output.is_symlink() or (output.exists() and not _is_ours(output)):
        raise InputError(
            f"{output} is there and is no folder of scored parts: remove it, or choose another name"
        )


def _is_ours(output: Path) -> bool:
    import pyarrow as pa
    import pyarrow.parquet as pq

    if not output.is_dir():
        return False
    try:
        return all(
            _PART.fullmatch(path.name) and _MARK in (pq.read_schema(path).metadata or {})
            for path in output.iterdir()
        )
    except (OSError, pa.ArrowException):
        return False
