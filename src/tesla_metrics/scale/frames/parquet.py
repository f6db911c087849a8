"""Read Parquet files as Arrow batches."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...errors import InputError, UsageError
from ...files.field_names import CANDIDATE
from ...files.lines import STDIN
from ...files.testsets.table_columns import find_roles, parse_columns
from .job import ColumnRoles, FrameJob, parse_column_roles
from .row_files import MAX_BATCH_BYTES, MAX_BATCH_ROWS, RowBatch
from .texts import is_list, is_text, not_text_error

# Bytes of a column to read at a time. Without a buffer, Arrow reads a whole row group.
_BUFFER_BYTES = 1 << 20


class ParquetRows:
    """Rows of Parquet files with the same columns; a null column gets the type of other files."""

    def __init__(self, files: Sequence[str], job: FrameJob) -> None:
        if STDIN in files:
            raise UsageError("Parquet cannot be read from standard input: give a file name")
        self.paths = list(files)
        schemas = []
        self.row_counts = []
        for name in files:
            with _open_parquet(name, name) as file:
                schemas.append(file.schema_arrow.remove_metadata())
                self.row_counts.append(file.metadata.num_rows)
        self.count = sum(self.row_counts)
        if not self.count:
            raise InputError(f"{files[0]} is empty: give a file with at least one row")
        self.schema = _merge_schemas(files, schemas)
        self.columns = find_columns(files[0], self.schema.names, job)
        self.columns.check(self.schema.names, files[0])
        _check_types(files[0], self.schema, self.columns)

    def iter_batches(self, start: int = 0) -> Iterator[RowBatch]:
        for index, count in enumerate(self.row_counts):
            if start < count:
                yield from self.read_part(index, start, count)
            start = max(0, start - count)

    def read_part(
        self, file_index: int, start: int, end: int, path: str = ""
    ) -> Iterator[RowBatch]:
        """Yield rows `start` to `end` of the file with index `file_index`.

        Read from `path` if set.
        """
        name = self.paths[file_index]
        with _open_parquet(path or name, name) as file:
            groups = [file.metadata.row_group(index) for index in range(file.num_row_groups)]
            done = first = 0
            while done + groups[first].num_rows <= start:  # skip row groups before the first row
                done += groups[first].num_rows
                first += 1
            rows = min(map(_rows_per_batch, groups[first:]))
            for batch in file.iter_batches(rows, range(first, len(groups))):
                rows_batch = self._make_batch(name, batch.slice(0, end - done), done)
                skipped = max(0, start - done)
                done += batch.num_rows
                if skipped < len(rows_batch.line_numbers):
                    yield rows_batch.drop_first(skipped) if skipped else rows_batch
                if done >= end:
                    return

    def _make_batch(self, name: str, batch: Any, offset: int) -> RowBatch:
        import pyarrow as pa

        columns = [
            batch.column(field.name)
            if batch.column(field.name).type == field.type
            else batch.column(field.name).cast(field.type)
            for field in self.schema
        ]
        aligned = pa.RecordBatch.from_arrays(columns, schema=self.schema)
        numbers = range(offset + 1, offset + batch.num_rows + 1)
        return RowBatch(name, aligned, aligned, numbers, unit="row")


@contextmanager
def _open_parquet(path: str, name: str) -> Iterator[Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, buffer_size=_BUFFER_BYTES, pre_buffer=False) as file:
            yield file
    except FileNotFoundError as error:
        raise InputError(f"{name} does not exist: check the path") from error
    except (pa.ArrowException, OSError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise InputError(
            f"{name} is not a complete Parquet file ({reason}): check the file"
        ) from error


def _rows_per_batch(row_group: Any) -> int:
    """Return the rows per batch that fit into memory by the mean row size of a row group."""
    row_bytes = max(1, row_group.total_byte_size // max(1, row_group.num_rows))
    return int(max(1, min(MAX_BATCH_ROWS, MAX_BATCH_BYTES // row_bytes)))


def _merge_schemas(files: Sequence[str], schemas: Sequence[Any]) -> Any:
    """Merge the schemas into the first one; a null column matches any type."""
    import pyarrow as pa

    merged = schemas[0]
    for name, schema in zip(files, schemas, strict=True):
        if sorted(schema.names) != sorted(merged.names):
            raise _different_columns(name, schema.names, files[0], merged.names)
        duplicate = next(
            (column for column in schema.names if schema.names.count(column) > 1), None
        )
        if duplicate is not None:
            raise InputError(f"{name} has two columns {duplicate!r}: rename one of them")
        try:
            merged = pa.unify_schemas([merged, schema])
        except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
            conflict = next(
                field for field in schema if field.type != merged.field(field.name).type
            )
            raise InputError(
                f"{name}: column {conflict.name!r} holds {conflict.type}, but in {files[0]} it "
                f"holds {merged.field(conflict.name).type}; all files must have the same types"
            ) from error
    return merged


def _different_columns(
    name: str, columns: Sequence[str], first: str, expected: Sequence[str]
) -> InputError:
    return InputError(
        f"{name} has other columns than {first}: {', '.join(columns)}, not {', '.join(expected)}; "
        "all files of a table must have the same columns"
    )


def find_columns(name: str, there: Sequence[str], job: FrameJob) -> ColumnRoles:
    """Return the columns by role, from --columns or by their usual names."""
    if job.columns:
        requested = parse_columns(job.columns)
        column_numbers = [
            int(column_name)
            for names in requested.values()
            for column_name in names
            if column_name.isdecimal()
        ]
        if column_numbers and any(
            str(column_number) not in there for column_number in column_numbers
        ):
            raise UsageError(
                f"Parquet columns are chosen by name, not by number: {name} has {', '.join(there)}"
            )
        return parse_column_roles(job.columns)
    roles = find_roles(there, name)
    if CANDIDATE not in roles:
        raise UsageError(
            f"{name}: no column has a usual name of a system output: give --columns "
            f"hyp=NAME,ref=NAME (columns: {', '.join(there)})"
        )
    return parse_column_roles(roles)


def _check_types(name: str, schema: Any, columns: ColumnRoles) -> None:
    """Check before scoring that the scored columns hold texts."""
    import pyarrow as pa

    for column in columns.texts:
        arrow_type = schema.field(column).type
        arrow_type = arrow_type.value_type if pa.types.is_dictionary(arrow_type) else arrow_type
        inner = (
            arrow_type.value_type
            if is_list(arrow_type) and column in columns.references
            else arrow_type
        )
        if not is_text(inner):
            raise InputError(f"{name}: {not_text_error(column, arrow_type)}")
