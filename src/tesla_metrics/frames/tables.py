"""TSV, CSV and JSON lines as batches, by the readers that `tesla score` has for them."""

from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any, cast

from ..errors import InputError, UsageError
from ..files.given import Given
from ..intake.beside import most_wanted
from ..names import CANDIDATE, REFERENCE, SOURCE, SYSTEM
from ..reports.rows import free_name
from ..testsets.columns import Asked, parse_columns
from ..testsets.delimited import Delimited
from ..testsets.jsonl import JsonLines
from ..testsets.reader import RowReader
from ..testsets.sheet import shorten
from ..testsets.tables import open_table
from .columns import Columns
from .files import STRETCH, STRETCH_BYTES, Stretch
from .job import FrameJob
from .typed import json_schema, json_values

_Rows = list[tuple[int, Any]]


class TableRows:
    """Files of one of these kinds."""

    def __init__(self, files: Sequence[Given], kind: str, job: FrameJob) -> None:
        asked = Asked(parse_columns(job.columns), job.header, against=most_wanted(job.metrics))
        self.kind = kind
        self._tables = [open_table(file, kind, asked) for file in files]
        self.paths, self.count = [file.given for file in files], 0
        first = self._tables[0]
        for table in self._tables:
            _check_one_system(table)
            _check_same(first, table, kind == "jsonl")
        self.columns = _columns(first)
        if kind == "jsonl":
            self.schema = json_schema([cast(JsonLines, table).kinds for table in self._tables])
        else:
            self.schema = _schema(first)

    def stretches(self, start: int = 0) -> Iterator[Stretch]:
        for table in self._tables:
            for rows in _cut(table):
                skipped = min(start, len(rows))
                start -= skipped
                if len(rows) > skipped:
                    yield self._stretch(table, rows[skipped:])

    @property
    def files(self) -> list[Given]:
        """As they were given."""
        return [table.file for table in self._tables]

    @property
    def headed(self) -> bool:
        """Whether the first line of each file has names."""
        return isinstance(self._tables[0], Delimited) and self._tables[0].headed

    def part(self, number: int, file: Given) -> Iterator[Stretch]:
        """Rows of the file of this number, as far as they are in `file`, a part of it."""
        table = copy(self._tables[number])
        table.file = file
        for rows in _cut(table):
            yield self._stretch(table, rows)

    def _stretch(self, table: RowReader, rows: _Rows) -> Stretch:
        import pyarrow as pa

        places = [place for place, _ in rows]
        if self.kind == "jsonl":
            arrays = [json_values([row.get(f.name) for _, row in rows], f) for f in self.schema]
            kept = pa.RecordBatch.from_arrays(arrays, schema=self.schema)
            return self._of_objects(table, rows, kept, places)
        cells = zip(*(row for _, row in rows), strict=True)
        arrays = [pa.array(column, pa.string()) for column in cells]
        kept = pa.RecordBatch.from_arrays(arrays, schema=self.schema)
        own = [
            _systems(arrays[place]) if role == SYSTEM else arrays[place]
            for role, place in _wanted(table)
        ]
        texts = pa.RecordBatch.from_arrays(own, names=self._texts)
        return Stretch(table.file.name, kept, texts, places)

    def _of_objects(
        self, table: RowReader, rows: _Rows, kept: Any, places: Sequence[int]
    ) -> Stretch:
        """Texts as `tesla score` takes them out of objects; what is none is a row's fault."""
        import pyarrow as pa

        faults: dict[int, str] = {}
        arrays = []
        for role, place in _wanted(table):
            read = {REFERENCE: table.texts, SYSTEM: table.label}.get(role, table.text)
            kind = pa.list_(pa.string()) if role == REFERENCE else pa.string()
            values: list[Any] = []
            for number, (line, row) in enumerate(rows):
                try:
                    values.append(read(row, place, line))
                except InputError as error:
                    values.append(None)
                    faults.setdefault(number, _fault(error, f"{table.file.name}, line {line}: "))
            arrays.append(pa.array(values, kind))
            arrays[-1] = _systems(arrays[-1]) if role == SYSTEM else arrays[-1]
        texts = pa.RecordBatch.from_arrays(arrays, names=self._texts)
        return Stretch(table.file.name, kept, texts, places, faults)

    @property
    def _texts(self) -> list[str]:
        return _names(self._tables[0])  # other files may have other names of the same role


def _cut(table: RowReader) -> Iterator[_Rows]:
    rows: _Rows = []
    size = 0
    for line, row in table:
        rows.append((line, row))
        size += _size(row)
        if len(rows) >= STRETCH or size >= STRETCH_BYTES:
            yield rows
            rows, size = [], 0
    if rows:
        yield rows


def _size(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(map(_size, value.values()))
    return sum(map(_size, value)) if isinstance(value, list) else 8


def _fault(error: InputError, where: str) -> str:
    return str(error).removeprefix(where).removesuffix(": give a text")


def _systems(names: Any) -> Any:
    """As tables print them: spaces more or less are no other system."""
    import pyarrow as pa

    there = {one: None if one is None else " ".join(one.split()) for one in set(names.to_pylist())}
    same = all(one == name for one, name in there.items())
    return names if same else pa.array([there[one] for one in names.to_pylist()], pa.string())


def _wanted(table: RowReader) -> list[tuple[str, Any]]:
    """Roles and places of what is scored."""
    return [
        (role, place)
        for role in (CANDIDATE, REFERENCE, SOURCE, SYSTEM)
        for _, place in table.roles.get(role, ())
    ]


def _names(table: RowReader) -> list[str]:
    """What messages call what is scored, each by another name."""
    found: list[str] = []
    for role in (CANDIDATE, REFERENCE, SOURCE, SYSTEM):
        for name, _ in table.roles.get(role, ()):
            found.append(free_name(table.named(name), found))
    return found


def _columns(table: RowReader) -> Columns:
    names = iter(_names(table))
    hypothesis = next(names)
    references = tuple(next(names) for _ in table.roles.get(REFERENCE, ()))
    others = [next(names) if role in table.roles else None for role in (SOURCE, SYSTEM)]
    return Columns(hypothesis, references, *others)


def _schema(table: RowReader) -> Any:
    """Texts, each column by a name of its own."""
    import pyarrow as pa

    names: list[str] = []
    for name in table.names:
        names.append(free_name(name.strip(), names))
    return pa.schema([(name, pa.string()) for name in names])


def _check_one_system(table: RowReader) -> None:
    if len(table.roles[CANDIDATE]) > 1:
        names = ", ".join(name for name, _ in table.roles[CANDIDATE])
        raise UsageError(
            f"{table.file.name}: {names} are outputs of several systems: name one by hyp=, or give "
            "a row a system and segment, and system="
        )


def _check_same(first: RowReader, table: RowReader, objects: bool) -> None:
    """Columns of all files are the same; objects need not have all fields."""
    if objects:
        if [role for role, _ in _wanted(first)] != [role for role, _ in _wanted(table)]:
            raise _differing(first, table)
        return
    if [name.strip() for name in first.names] != [name.strip() for name in table.names]:
        raise _differing(first, table)


def _differing(first: RowReader, table: RowReader) -> InputError:
    both = (shorten(", ".join(one.names)) for one in (table, first))
    there, wanted = both
    return InputError(
        f"{table.file.name} has other columns than {first.file.name}: {there}, not {wanted}; "
        "several files are more rows of one table"
    )
