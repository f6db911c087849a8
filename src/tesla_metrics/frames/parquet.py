"""Parquet files as batches, a stretch of rows in memory at a time."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from ..errors import InputError, UsageError
from ..files.lines import STDIN
from ..names import CANDIDATE
from ..testsets.columns import find_roles, parse_columns
from .columns import Columns, columns_of
from .files import STRETCH, STRETCH_BYTES, Stretch
from .job import FrameJob
from .texts import is_list, is_text, no_texts

# Bytes of a column that are read at a time; else a whole row group would be.
_BUFFER = 1 << 20


class ParquetRows:
    """Parquet files with the same columns; types that one leaves open are those of the others."""

    def __init__(self, files: Sequence[str], job: FrameJob) -> None:
        if STDIN in files:
            raise UsageError("Parquet cannot be read from standard input: name a file")
        self.paths = list(files)
        schemas = []
        self.counts = []
        for name in files:
            with _opened(name, name) as file:
                schemas.append(file.schema_arrow.remove_metadata())
                self.counts.append(file.metadata.num_rows)
        self.count = sum(self.counts)
        if not self.count:
            raise InputError(f"{files[0]} is empty: give a file with at least one row")
        self.schema = _unified(files, schemas)
        self.columns = named_columns(files[0], self.schema.names, job)
        self.columns.check(self.schema.names, files[0])
        _check_types(files[0], self.schema, self.columns)

    def stretches(self, start: int = 0) -> Iterator[Stretch]:
        for number, count in enumerate(self.counts):
            if start < count:
                yield from self.part(number, start, count)
            start = max(0, start - count)

    def part(self, number: int, start: int, end: int, path: str = "") -> Iterator[Stretch]:
        """Rows of one file, which lies at `path`, if not where it was named."""
        name = self.paths[number]
        with _opened(path or name, name) as file:
            groups = [file.metadata.row_group(k) for k in range(file.num_row_groups)]
            done = first = 0
            while done + groups[first].num_rows <= start:  # which need not be read
                done += groups[first].num_rows
                first += 1
            rows = min(map(_rows_at_a_time, groups[first:]))
            for batch in file.iter_batches(rows, range(first, len(groups))):
                found = self._stretch(name, batch.slice(0, end - done), done)
                skipped = max(0, start - done)
                done += batch.num_rows
                if skipped < len(found.places):
                    yield found.after(skipped) if skipped else found
                if done >= end:
                    return

    def _stretch(self, name: str, batch: Any, before: int) -> Stretch:
        import pyarrow as pa

        columns = [
            batch.column(own.name)
            if batch.column(own.name).type == own.type
            else batch.column(own.name).cast(own.type)
            for own in self.schema
        ]
        kept = pa.RecordBatch.from_arrays(columns, schema=self.schema)
        places = range(before + 1, before + batch.num_rows + 1)
        return Stretch(name, kept, kept, places, unit="row")


@contextmanager
def _opened(path: str, name: str) -> Iterator[Any]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path, buffer_size=_BUFFER, pre_buffer=False) as file:
            yield file
    except FileNotFoundError as error:
        raise InputError(f"{name} does not exist: check the path") from error
    except (pa.ArrowException, OSError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise InputError(f"{name} is no whole Parquet file ({reason}): check the file") from error


def _rows_at_a_time(facts: Any) -> int:
    """So many that they fit, by the mean of a row group."""
    bytes_a_row = max(1, facts.total_byte_size // max(1, facts.num_rows))
    return int(max(1, min(STRETCH, STRETCH_BYTES // bytes_a_row)))


def _unified(files: Sequence[str], schemas: Sequence[Any]) -> Any:
    """One schema, the first's; a column that is null in a file has any type."""
    import pyarrow as pa

    found = schemas[0]
    for name, schema in zip(files, schemas, strict=True):
        if sorted(schema.names) != sorted(found.names):
            raise _differing(name, schema.names, files[0], found.names)
        twice = next((one for one in schema.names if schema.names.count(one) > 1), None)
        if twice is not None:
            raise InputError(f"{name} has two columns {twice!r}: give each another name")
        try:
            found = pa.unify_schemas([found, schema])
        except (pa.ArrowInvalid, pa.ArrowTypeError) as error:
            odd = next(one for one in schema if one.type != found.field(one.name).type)
            raise InputError(
                f"{name}: column {odd.name!r} holds {odd.type}, and in {files[0]} it holds "
                f"{found.field(odd.name).type}; several files are more rows of one table"
            ) from error
    return found


def _differing(name: str, there: Sequence[str], first: str, wanted: Sequence[str]) -> InputError:
    return InputError(
        f"{name} has other columns than {first}: {', '.join(there)}, not {', '.join(wanted)}; "
        "several files are more rows of one table"
    )


def named_columns(name: str, there: Sequence[str], job: FrameJob) -> Columns:
    """By the names of --columns, or by known names."""
    if job.columns:
        asked = parse_columns(job.columns)
        numbers = [int(x) for same in asked.values() for x in same if x.isdecimal()]
        if numbers and any(str(number) not in there for number in numbers):
            raise UsageError(f"columns of Parquet have names: {name} has {', '.join(there)}")
        return columns_of(job.columns)
    roles = find_roles(there, name)
    if CANDIDATE not in roles:
        raise UsageError(
            f"{name}: no name says which column is a system's output: give --columns "
            f"hyp=NAME,ref=NAME (it has: {', '.join(there)})"
        )
    return columns_of(roles)


def _check_types(name: str, schema: Any, columns: Columns) -> None:
    """Before the work, so that it is not in vain."""
    import pyarrow as pa

    for own in columns.texts:
        kind = schema.field(own).type
        kind = kind.value_type if pa.types.is_dictionary(kind) else kind
        inner = kind.value_type if is_list(kind) and own in columns.references else kind
        if not is_text(inner):
            raise InputError(f"{name}: {no_texts(own, kind)}")
