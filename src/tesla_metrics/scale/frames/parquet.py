"""Read Parquet files as Arrow batches."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ...errors import InputError, UsageError
from ...files.field_names import CANDIDATE
from ...files.lines import STDIN
from ...files.testsets.table_columns import group_by_role, parse_columns_option
from .job import ColumnRoles, FrameJob, parse_column_roles
from .row_files import MAX_BATCH_BYTES, MAX_BATCH_ROWS, RowBatch
from .texts import is_list, is_text, make_not_text_error

# Bytes of a column to read at a time. Without a buffer, Arrow reads a complete row group.
_BUFFER_BYTES = 1 << 20


class ParquetRows:
    """Rows of Parquet files with the same columns.

    A column with only null values in a file gets the type that it has in other files.

    paths       the files
    row_counts  number of rows of each file
    count       number of rows of all files
    schema      merged Arrow schema of all files
    columns     roles of the columns
    """

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
        """Yield batches of the rows from `start` up to, but not including, `end` of a file.

        `path` is the path of the file for workers; by default it is the path in `paths`.
        """
        name = self.paths[file_index]
        with _open_parquet(path or name, name) as file:
            groups = [file.metadata.row_group(index) for index in range(file.num_row_groups)]
            offset = first_group = 0
            # Skip row groups that end before the first row.
            while offset + groups[first_group].num_rows <= start:
                offset += groups[first_group].num_rows
                first_group += 1
            batch_rows = min(map(_count_batch_rows, groups[first_group:]))
            for arrow_batch in file.iter_batches(batch_rows, range(first_group, len(groups))):
                batch = self._make_batch(name, arrow_batch.slice(0, end - offset), offset)
                n_skipped = max(0, start - offset)
                offset += arrow_batch.num_rows
                if n_skipped < len(batch.line_numbers):
                    yield batch.drop_first(n_skipped) if n_skipped else batch
                if offset >= end:
                    return

    def _make_batch(self, name: str, batch: Any, offset: int) -> RowBatch:
        import pyarrow as pa

        columns = []
        for field in self.schema:
            column = batch.column(field.name)
            columns.append(column if column.type == field.type else column.cast(field.type))
        rows = pa.RecordBatch.from_arrays(columns, schema=self.schema)
        row_numbers = range(offset + 1, offset + batch.num_rows + 1)
        return RowBatch(name, rows, rows, row_numbers, unit="row")


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


def _count_batch_rows(row_group: Any) -> int:
    """Return the maximum number of rows of a batch, given the mean row size of a row group."""
    row_bytes = max(1, row_group.total_byte_size // max(1, row_group.num_rows))
    return int(max(1, min(MAX_BATCH_ROWS, MAX_BATCH_BYTES // row_bytes)))


def _merge_schemas(files: Sequence[str], schemas: Sequence[Any]) -> Any:
    """Merge the schemas into the first one; a null column matches any type."""
    import pyarrow as pa

    merged = schemas[0]
    for name, schema in zip(files, schemas, strict=True):
        if sorted(schema.names) != sorted(merged.names):
            raise _make_columns_error(name, schema.names, files[0], merged.names)
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


def _make_columns_error(
    name: str, columns: Sequence[str], first_name: str, expected: Sequence[str]
) -> InputError:
    return InputError(
        f"{name} has other columns than {first_name}: {', '.join(columns)}, "
        f"not {', '.join(expected)}; "
        "all files of a table must have the same columns"
    )


def find_columns(name: str, column_names: Sequence[str], job: FrameJob) -> ColumnRoles:
    """Return the columns of a table by role, from --columns or by their usual names.

    `name` is the name of the table for messages.
    """
    listing = ", ".join(column_names)
    if job.columns:
        requested = [
            column for names in parse_columns_option(job.columns).values() for column in names
        ]
        numbers = [int(column) for column in requested if column.isdecimal()]
        if any(str(number) not in column_names for number in numbers):
            raise UsageError(
                f"Parquet columns are chosen by name, not by number: {name} has {listing}"
            )
        return parse_column_roles(job.columns)
    roles = group_by_role(column_names, name)
    if CANDIDATE not in roles:
        raise UsageError(
            f"{name}: no column has a usual name of a system output: give --columns "
            f"hyp=NAME,ref=NAME (columns: {listing})"
        )
    return parse_column_roles(roles)


def _check_types(name: str, schema: Any, columns: ColumnRoles) -> None:
    """Check before scoring that the scored columns hold texts."""
    import pyarrow as pa

    for column in columns.text_columns:
        arrow_type = schema.field(column).type
        if pa.types.is_dictionary(arrow_type):
            arrow_type = arrow_type.value_type
        may_be_list = column in columns.references
        value_type = arrow_type.value_type if may_be_list and is_list(arrow_type) else arrow_type
        if not is_text(value_type):
            raise InputError(f"{name}: {make_not_text_error(column, arrow_type)}")
