"""Read TSV, CSV and JSON lines files as Arrow batches."""

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Any, cast

from ...errors import InputError, UsageError
from ...files.field_names import CANDIDATE, REFERENCE, SOURCE, SYSTEM
from ...files.input_file import InputFile
from ...files.inputs.counterparts import find_required_counterpart
from ...files.testsets.delimited import DelimitedTable
from ...files.testsets.jsonl import JsonLinesTable
from ...files.testsets.sheet import shorten
from ...files.testsets.table_columns import RowReader, TableOptions, parse_columns_option
from ...files.testsets.table_layouts import open_table
from ...reporting.segment_rows import unused_name
from .job import ColumnRoles, FrameJob
from .row_files import MAX_BATCH_BYTES, MAX_BATCH_ROWS, RowBatch

# Field metadata that marks a string column whose values are JSON documents.
_JSON_METADATA = {b"tesla": b"json"}
_LIST_PREFIX = "list of "


def make_json_schema(types_by_file: Sequence[Mapping[str, set[str]]]) -> Any:
    """Return the Arrow schema of JSON lines files.

    `types_by_file` has for each file the types of values by field (see `value_kinds_by_field`).
    """
    import pyarrow as pa

    types_by_field: dict[str, set[str]] = {}
    for file in types_by_file:
        for name, types in file.items():
            types_by_field.setdefault(name, set()).update(types)
    fields = []
    for name, types in types_by_field.items():
        arrow_type = _find_arrow_type(types)
        fields.append(
            pa.field(name, pa.string(), metadata=_JSON_METADATA)
            if arrow_type is None
            else pa.field(name, arrow_type)
        )
    return pa.schema(fields)


def make_json_array(values: Sequence[Any], column: Any) -> Any:
    """Return values as an Arrow array; `column` is a field of the result of `make_json_schema`."""
    import pyarrow as pa

    if is_json(column):
        values = [
            None if value is None else json.dumps(value, ensure_ascii=False) for value in values
        ]
    return pa.array(values, column.type)


def is_json(column: Any) -> bool:
    """Return whether a column has JSON documents, as `make_json_array` writes them."""
    return bool(column.metadata and column.metadata.get(b"tesla") == b"json")


def _find_arrow_type(types: set[str]) -> Any:
    """Return the Arrow type for values of these types; None for objects and for mixed types.

    A list has the type "list", and "list of T" for the type T of each of its values.
    """
    import pyarrow as pa

    names = types - {"NoneType"}
    if "list" in names:
        other_names = names - {"list"}
        value_names = {name.removeprefix(_LIST_PREFIX) for name in other_names}
        is_list_only = all(name.startswith(_LIST_PREFIX) for name in other_names)
        if not is_list_only or "list" in value_names:
            return None
        value_type = _find_arrow_type(value_names)
        return None if value_type is None else pa.list_(value_type)
    if not names or names == {"str"}:
        return pa.string()
    if names == {"bool"}:
        return pa.bool_()
    if names <= {"int", "long"}:
        return pa.int64()
    return pa.float64() if names <= {"int", "float"} else None


_NumberedRows = list[tuple[int, Any]]  # line number, and the cells or the JSON object of a row


class TableRows:
    """Rows of TSV, CSV or JSON lines files that have the same columns.

    kind        tsv, csv or jsonl
    paths       the files
    count       number of rows of all files
    columns     roles of the columns
    schema      Arrow schema of all columns
    """

    def __init__(self, files: Sequence[InputFile], kind: str, job: FrameJob) -> None:
        requested = TableOptions(
            parse_columns_option(job.columns),
            job.header,
            counterpart=find_required_counterpart(job.metrics),
        )
        self.kind = kind
        self._tables = [open_table(file, kind, requested) for file in files]
        self.paths = [file.path for file in files]
        self.count = sum(table.count_rows() for table in self._tables)
        first = self._tables[0]
        for table in self._tables:
            _check_one_system(table)
            _check_same_columns(first, table, kind == "jsonl")
        self.columns = _make_roles(first)
        if kind == "jsonl":
            self.schema = make_json_schema(
                [cast(JsonLinesTable, table).value_kinds_by_field for table in self._tables]
            )
        else:
            self.schema = _make_string_schema(first)

    def iter_batches(self, start: int = 0) -> Iterator[RowBatch]:
        for table in self._tables:
            for rows in _group_rows(table):
                n_skipped = min(start, len(rows))
                start -= n_skipped
                if len(rows) > n_skipped:
                    yield self._make_batch(table, rows[n_skipped:])

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
        for rows in _group_rows(table):
            yield self._make_batch(table, rows)

    def _make_batch(self, table: RowReader, rows: _NumberedRows) -> RowBatch:
        import pyarrow as pa

        lines = [line for line, _ in rows]
        if self.kind == "jsonl":
            arrays = [
                make_json_array([row.get(field.name) for _, row in rows], field)
                for field in self.schema
            ]
            batch = pa.RecordBatch.from_arrays(arrays, schema=self.schema)
            return self._make_json_batch(table, rows, batch, lines)
        cells = zip(*(row for _, row in rows), strict=True)
        arrays = [pa.array(column, pa.string()) for column in cells]
        batch = pa.RecordBatch.from_arrays(arrays, schema=self.schema)
        scored_arrays = [
            _normalise_systems(arrays[index]) if role == SYSTEM else arrays[index]
            for role, index in _list_scored_columns(table)
        ]
        texts = pa.RecordBatch.from_arrays(scored_arrays, names=self._text_names)
        return RowBatch(table.file.name, batch, texts, lines)

    def _make_json_batch(
        self, table: RowReader, rows: _NumberedRows, output_rows: Any, lines: Sequence[int]
    ) -> RowBatch:
        """Read the texts of JSON objects; values of a wrong type are faults of their rows."""
        import pyarrow as pa

        faults: dict[int, str] = {}
        arrays = []
        for role, key in _list_scored_columns(table):
            read_value = {REFERENCE: table.read_texts, SYSTEM: table.read_label}.get(
                role, table.read_text
            )
            arrow_type = pa.list_(pa.string()) if role == REFERENCE else pa.string()
            values: list[Any] = []
            for index, (line, row) in enumerate(rows):
                try:
                    values.append(read_value(row, key, line))
                except InputError as error:
                    values.append(None)
                    location = f"{table.file.name}, line {line}: "
                    faults.setdefault(index, _extract_message(error, location))
            array = pa.array(values, arrow_type)
            arrays.append(_normalise_systems(array) if role == SYSTEM else array)
        texts = pa.RecordBatch.from_arrays(arrays, names=self._text_names)
        return RowBatch(table.file.name, output_rows, texts, lines, faults)

    @property
    def _text_names(self) -> list[str]:
        # All batches have the names of the first file; other files may have other names.
        return _list_scored_names(self._tables[0])


def _group_rows(table: RowReader) -> Iterator[_NumberedRows]:
    """Yield the rows of a table in groups of limited size."""
    rows: _NumberedRows = []
    characters = 0
    for line, row in table:
        rows.append((line, row))
        characters += _count_characters(row)
        if len(rows) >= MAX_BATCH_ROWS or characters >= MAX_BATCH_BYTES:
            yield rows
            rows, characters = [], 0
    if rows:
        yield rows


def _count_characters(value: Any) -> int:
    """Return the number of characters of all texts in a value; other values count as 8."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, dict):
        return sum(map(_count_characters, value.values()))
    return sum(map(_count_characters, value)) if isinstance(value, list) else 8


def _extract_message(error: InputError, location: str) -> str:
    """Return the message of an error, without the location at the start and the final advice."""
    return str(error).removeprefix(location).removesuffix(": give a text")


def _normalise_systems(names: Any) -> Any:
    """Normalise the spaces in system names, as tables print them."""
    import pyarrow as pa

    values = names.to_pylist()
    normalised = {name: None if name is None else " ".join(name.split()) for name in set(values)}
    if all(name == new_name for name, new_name in normalised.items()):
        return names
    return pa.array([normalised[name] for name in values], pa.string())


def _list_scored_columns(table: RowReader) -> list[tuple[str, Any]]:
    """Return the role and the key (index or field name) of each scored column."""
    return [
        (role, key)
        for role in (CANDIDATE, REFERENCE, SOURCE, SYSTEM)
        for _, key in table.columns_by_role.get(role, ())
    ]


def _list_scored_names(table: RowReader) -> list[str]:
    """Return a unique name, for use in messages, of each scored column."""
    names: list[str] = []
    for role in (CANDIDATE, REFERENCE, SOURCE, SYSTEM):
        for name, _ in table.columns_by_role.get(role, ()):
            names.append(unused_name(table.format_column_label(name), names))
    return names


def _make_roles(table: RowReader) -> ColumnRoles:
    # The names are in the order: hypothesis, references, source, system.
    names = iter(_list_scored_names(table))
    hypothesis = next(names)
    references = tuple(next(names) for _ in table.columns_by_role.get(REFERENCE, ()))
    source = next(names) if SOURCE in table.columns_by_role else None
    system = next(names) if SYSTEM in table.columns_by_role else None
    return ColumnRoles(hypothesis, references, source, system)


def _make_string_schema(table: RowReader) -> Any:
    """Return a schema of string columns with unique names."""
    import pyarrow as pa

    names: list[str] = []
    for name in table.names:
        names.append(unused_name(name.strip(), names))
    return pa.schema([(name, pa.string()) for name in names])


def _check_one_system(table: RowReader) -> None:
    if len(table.columns_by_role[CANDIDATE]) > 1:
        names = ", ".join(name for name, _ in table.columns_by_role[CANDIDATE])
        raise UsageError(
            f"{table.file.name}: {names} are outputs of several systems: select one with hyp=, or "
            "write one row per system and segment and name the column of systems with system="
        )


def _check_same_columns(first: RowReader, table: RowReader, is_json_lines: bool) -> None:
    """Check that two files have the same columns; JSON objects need the same roles only."""
    if is_json_lines:
        first_columns = [role for role, _ in _list_scored_columns(first)]
        columns = [role for role, _ in _list_scored_columns(table)]
    else:
        first_columns = [name.strip() for name in first.names]
        columns = [name.strip() for name in table.names]
    if columns != first_columns:
        raise _make_columns_error(first, table)


def _make_columns_error(first: RowReader, table: RowReader) -> InputError:
    columns, expected = (shorten(", ".join(reader.names)) for reader in (table, first))
    return InputError(
        f"{table.file.name} has other columns than {first.file.name}: {columns}, not {expected}; "
        "all files of a table must have the same columns"
    )
