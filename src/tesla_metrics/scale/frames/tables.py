"""Read TSV, CSV and JSON lines files as Arrow batches."""

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, cast

from ...errors import InputError, UsageError
from ...files.field_names import CANDIDATE, REFERENCE, SOURCE, SYSTEM
from ...files.input_file import InputFile
from ...files.inputs.counterparts import required_counterpart
from ...files.testsets.delimited import DelimitedTable
from ...files.testsets.jsonl import JsonLines
from ...files.testsets.sheet import shorten
from ...files.testsets.table_columns import RowReader, TableOptions, parse_columns
from ...files.testsets.table_layouts import open_table
from ...reporting.segment_rows import unused_name
from .job import ColumnRoles, FrameJob
from .row_files import MAX_BATCH_BYTES, MAX_BATCH_ROWS, RowBatch

# Field metadata that marks a string column whose values are JSON documents.
_JSON_METADATA = {b"tesla": b"json"}
_LIST_PREFIX = "list of "


def json_schema(files: Sequence[Mapping[str, set[str]]]) -> Any:
    """Return the Arrow schema of JSON lines files from the value types per field in each file."""
    import pyarrow as pa

    kinds: dict[str, set[str]] = {}
    for file in files:
        for name, types in file.items():
            kinds.setdefault(name, set()).update(types)
    fields = []
    for name, types in kinds.items():
        arrow_type = _arrow_type(types)
        fields.append(
            pa.field(name, pa.string(), metadata=_JSON_METADATA)
            if arrow_type is None
            else pa.field(name, arrow_type)
        )
    return pa.schema(fields)


def json_values(values: Sequence[Any], column: Any) -> Any:
    """Return the Arrow array of the values of a column that `json_schema` defines."""
    import pyarrow as pa

    if is_json(column):
        values = [
            None if value is None else json.dumps(value, ensure_ascii=False) for value in values
        ]
    return pa.array(values, column.type)


def is_json(column: Any) -> bool:
    """Return whether the values of a column are JSON documents written by `json_values`."""
    return bool(column.metadata and column.metadata.get(b"tesla") == b"json")


def _arrow_type(kinds: set[str]) -> Any:
    """Return the Arrow type of these JSON types; None for objects and for mixed types."""
    import pyarrow as pa

    names = kinds - {"NoneType"}
    if "list" in names:
        inner = {kind.removeprefix(_LIST_PREFIX) for kind in names - {"list"}}
        if not all(kind.startswith(_LIST_PREFIX) for kind in names - {"list"}) or "list" in inner:
            return None
        inner_type = _arrow_type(inner)
        return None if inner_type is None else pa.list_(inner_type)
    if not names or names == {"str"}:
        return pa.string()
    if names == {"bool"}:
        return pa.bool_()
    if names <= {"int", "long"}:
        return pa.int64()
    return pa.float64() if names <= {"int", "float"} else None


_NumberedRows = list[tuple[int, Any]]


class TableRows:
    """Rows of TSV, CSV or JSON lines files that have the same columns."""

    def __init__(self, files: Sequence[InputFile], kind: str, job: FrameJob) -> None:
        requested = TableOptions(
            parse_columns(job.columns), job.header, against=required_counterpart(job.metrics)
        )
        self.kind = kind
        self._tables = [open_table(file, kind, requested) for file in files]
        self.paths = [file.path for file in files]
        self.count = sum(table.count() for table in self._tables)
        first = self._tables[0]
        for table in self._tables:
            _check_one_system(table)
            _check_same_columns(first, table, kind == "jsonl")
        self.columns = _make_columns(first)
        if kind == "jsonl":
            self.schema = json_schema([cast(JsonLines, table).kinds for table in self._tables])
        else:
            self.schema = _string_schema(first)

    def iter_batches(self, start: int = 0) -> Iterator[RowBatch]:
        for table in self._tables:
            for rows in _batch_rows(table):
                skipped = min(start, len(rows))
                start -= skipped
                if len(rows) > skipped:
                    yield self._make_batch(table, rows[skipped:])

    @property
    def files(self) -> list[InputFile]:
        """The input files in the order of the command line."""
        return [table.file for table in self._tables]

    @property
    def has_header(self) -> bool:
        """Whether the first line of each file is a header with column names."""
        return isinstance(self._tables[0], DelimitedTable) and self._tables[0].has_header

    def read_part(self, file_index: int, file: InputFile) -> Iterator[RowBatch]:
        """Read the rows of `file`, a part of the file with index `file_index`."""
        table = copy(self._tables[file_index])
        table.file = file
        for rows in _batch_rows(table):
            yield self._make_batch(table, rows)

    def _make_batch(self, table: RowReader, rows: _NumberedRows) -> RowBatch:
        import pyarrow as pa

        lines = [line for line, _ in rows]
        if self.kind == "jsonl":
            arrays = [json_values([row.get(f.name) for _, row in rows], f) for f in self.schema]
            batch = pa.RecordBatch.from_arrays(arrays, schema=self.schema)
            return self._read_json_objects(table, rows, batch, lines)
        cells = zip(*(row for _, row in rows), strict=True)
        arrays = [pa.array(column, pa.string()) for column in cells]
        batch = pa.RecordBatch.from_arrays(arrays, schema=self.schema)
        scored = [
            _normalise_systems(arrays[index]) if role == SYSTEM else arrays[index]
            for role, index in _scored_columns(table)
        ]
        texts = pa.RecordBatch.from_arrays(scored, names=self._text_names)
        return RowBatch(table.file.name, batch, texts, lines)

    def _read_json_objects(
        self, table: RowReader, rows: _NumberedRows, batch: Any, lines: Sequence[int]
    ) -> RowBatch:
        """Read the texts of JSON objects as `tesla score` does; report wrong types per row."""
        import pyarrow as pa

        faults: dict[int, str] = {}
        arrays = []
        for role, key in _scored_columns(table):
            read = {REFERENCE: table.texts, SYSTEM: table.label}.get(role, table.text)
            arrow_type = pa.list_(pa.string()) if role == REFERENCE else pa.string()
            values: list[Any] = []
            for index, (line, row) in enumerate(rows):
                try:
                    values.append(read(row, key, line))
                except InputError as error:
                    values.append(None)
                    faults.setdefault(
                        index, _error_text(error, f"{table.file.name}, line {line}: ")
                    )
            arrays.append(pa.array(values, arrow_type))
            arrays[-1] = _normalise_systems(arrays[-1]) if role == SYSTEM else arrays[-1]
        texts = pa.RecordBatch.from_arrays(arrays, names=self._text_names)
        return RowBatch(table.file.name, batch, texts, lines, faults)

    @property
    def _text_names(self) -> list[str]:
        # Other files may name the columns of a role differently.
        return _scored_names(self._tables[0])


def _batch_rows(table: RowReader) -> Iterator[_NumberedRows]:
    rows: _NumberedRows = []
    size = 0
    for line, row in table:
        rows.append((line, row))
        size += _count_characters(row)
        if len(rows) >= MAX_BATCH_ROWS or size >= MAX_BATCH_BYTES:
            yield rows
            rows, size = [], 0
    if rows:
        yield rows


def _count_characters(value: Any) -> int:
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(map(_count_characters, value.values()))
    return sum(map(_count_characters, value)) if isinstance(value, list) else 8


def _error_text(error: InputError, where: str) -> str:
    return str(error).removeprefix(where).removesuffix(": give a text")


def _normalise_systems(names: Any) -> Any:
    """Normalise the spaces in system names, as tables print them."""
    import pyarrow as pa

    normalised = {
        raw: None if raw is None else " ".join(raw.split()) for raw in set(names.to_pylist())
    }
    unchanged = all(raw == name for raw, name in normalised.items())
    return (
        names
        if unchanged
        else pa.array([normalised[raw] for raw in names.to_pylist()], pa.string())
    )


def _scored_columns(table: RowReader) -> list[tuple[str, Any]]:
    """Return the role and the key (index or field name) of each scored column."""
    return [
        (role, key)
        for role in (CANDIDATE, REFERENCE, SOURCE, SYSTEM)
        for _, key in table.roles.get(role, ())
    ]


def _scored_names(table: RowReader) -> list[str]:
    """Return a unique name, for use in messages, of each scored column."""
    names: list[str] = []
    for role in (CANDIDATE, REFERENCE, SOURCE, SYSTEM):
        for name, _ in table.roles.get(role, ()):
            names.append(unused_name(table.column_label(name), names))
    return names


def _make_columns(table: RowReader) -> ColumnRoles:
    names = iter(_scored_names(table))
    hypothesis = next(names)
    references = tuple(next(names) for _ in table.roles.get(REFERENCE, ()))
    others = [next(names) if role in table.roles else None for role in (SOURCE, SYSTEM)]
    return ColumnRoles(hypothesis, references, *others)


def _string_schema(table: RowReader) -> Any:
    """Return a schema of string columns with unique names."""
    import pyarrow as pa

    names: list[str] = []
    for name in table.names:
        names.append(unused_name(name.strip(), names))
    return pa.schema([(name, pa.string()) for name in names])


def _check_one_system(table: RowReader) -> None:
    if len(table.roles[CANDIDATE]) > 1:
        names = ", ".join(name for name, _ in table.roles[CANDIDATE])
        raise UsageError(
            f"{table.file.name}: {names} are outputs of several systems: select one with hyp=, or "
            "write one row per system and segment and name the column of systems with system="
        )


def _check_same_columns(first: RowReader, table: RowReader, is_json_lines: bool) -> None:
    """Check that two files have the same columns; JSON objects need the same roles only."""
    if is_json_lines:
        if [role for role, _ in _scored_columns(first)] != [
            role for role, _ in _scored_columns(table)
        ]:
            raise _different_columns(first, table)
        return
    if [name.strip() for name in first.names] != [name.strip() for name in table.names]:
        raise _different_columns(first, table)


def _different_columns(first: RowReader, table: RowReader) -> InputError:
    listings = (shorten(", ".join(reader.names)) for reader in (table, first))
    columns, expected = listings
    return InputError(
        f"{table.file.name} has other columns than {first.file.name}: {columns}, not {expected}; "
        "all files of a table must have the same columns"
    )
