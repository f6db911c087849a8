"""Split large files into pieces, one per Spark task.

With pieces, all formats are read as on one machine, and rows keep their order; Spark's own reader
takes large files first. Parquet is split by rows. Uncompressed TSV and JSON lines files are split
by bytes, and a line belongs to the piece in which it starts. A compressed file is one piece, and so
is a CSV file, because quoted cells may contain line breaks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from ...errors import InputError, UsageError
from ...files.compression import compression_suffix
from ...files.input_file import InputFile
from ...files.lines import decoded_lines
from ..frames.parquet import ParquetRows
from ..frames.row_files import MAX_BATCH_ROWS, RowBatch
from ..frames.tables import TableRows
from .workers import Batches

# Minimum and maximum bytes of a piece: small pieces let cores finish at the same time, and large
# pieces keep the cost of starting a task low.
MIN_PIECE_BYTES, MAX_PIECE_BYTES = 1 << 20, 1 << 25
# Minimum and maximum rows of a piece of Parquet.
MIN_PIECE_ROWS, MAX_PIECE_ROWS = MAX_BATCH_ROWS, 200_000
_BLOCK_BYTES = 1 << 20


class FilePiece(NamedTuple):
    """A range of bytes or rows of the file with index `file`; `end` None: to the end."""

    file: int
    start: int = 0
    end: int | None = None


def split_parquet(rows: ParquetRows, tasks: int) -> list[FilePiece]:
    """Split Parquet files into pieces of rows, at least one per task if rows suffice."""
    size = max(MIN_PIECE_ROWS, min(MAX_PIECE_ROWS, -(-rows.count // max(1, tasks))))
    return [
        FilePiece(index, start, min(start + size, count))
        for index, count in enumerate(rows.row_counts)
        for start in range(0, count, size)
    ]


class ParquetReader:
    """Function for workers: reads Parquet pieces by index, in types that Spark supports."""

    def __init__(self, rows: ParquetRows, pieces: Sequence[FilePiece], schema: Any) -> None:
        self._rows, self._pieces, self._schema = rows, pieces, schema
        self._paths = [str(Path(path).resolve()) for path in rows.paths]

    def __call__(self, batches: Batches) -> Iterator[RowBatch]:
        import pyarrow as pa

        for file, start, end in _pieces_of_task(self._pieces, batches):
            assert end is not None
            for batch in self._rows.read_part(file, start, end, self._paths[file]):
                columns = [
                    column if column.type == field.type else column.cast(field.type)
                    for column, field in zip(batch.output_rows.columns, self._schema, strict=True)
                ]
                cast_batch = pa.RecordBatch.from_arrays(columns, schema=self._schema)
                yield replace(batch, output_rows=cast_batch)


def _pieces_of_task(pieces: Sequence[FilePiece], batches: Batches) -> Iterator[FilePiece]:
    return (pieces[index] for batch in batches for index in batch.column(0).to_pylist())


def split_tables(rows: TableRows, tasks: int) -> list[FilePiece]:
    """Split table files into pieces in order, at least one per task if bytes suffice."""
    sizes = []
    for file in rows.files:
        if file.pipe is not None:
            raise UsageError(
                f"Spark's workers cannot read {file.name}: give a file on a shared path"
            )
        sizes.append(Path(file.path).stat().st_size)
    size = max(MIN_PIECE_BYTES, min(MAX_PIECE_BYTES, sum(sizes) // max(1, tasks)))
    pieces = []
    for index, (file, file_size) in enumerate(zip(rows.files, sizes, strict=True)):
        if rows.kind == "csv" or compression_suffix(file.path):
            pieces.append(FilePiece(index))
        else:
            pieces += [FilePiece(index, start, start + size) for start in range(0, file_size, size)]
    return pieces


class PieceReader:
    """Function for workers: reads pieces of table files by index."""

    def __init__(self, rows: TableRows, pieces: Sequence[FilePiece]) -> None:
        self._rows, self._pieces = rows, pieces
        # Workers have other working directories.
        self._paths = [str(Path(file.path).resolve()) for file in rows.files]

    def __call__(self, batches: Batches) -> Iterator[RowBatch]:
        for piece in _pieces_of_task(self._pieces, batches):
            yield from self._read_piece(piece)

    def _read_piece(self, piece: FilePiece) -> Iterator[RowBatch]:
        rows = self._rows
        file = PartOfFile(rows.files[piece.file], self._paths[piece.file], piece, rows)
        # The first line of the file precedes each TSV piece; without a header it is a row to skip.
        skipped = int(bool(piece.start) and rows.kind == "tsv" and not rows.has_header)
        try:
            for batch in rows.read_part(piece.file, file):
                if len(batch.line_numbers) > skipped:
                    yield PieceBatch(**vars(batch), part=file).drop_first(skipped)
                skipped = 0
        except InputError as error:
            raise file.with_file_line(error) from error


class PartOfFile(InputFile):
    """The lines of a piece; in TSV after the first line of the file, which has the columns."""

    def __init__(self, file: InputFile, path: str, piece: FilePiece, rows: TableRows) -> None:
        super().__init__(path, 0, file.max_line)
        self.name, self.label = file.name, file.label
        self._piece = piece
        self._has_first_line = rows.kind == "tsv"
        # In a table of one column a blank line is a row. Otherwise blank lines are allowed only
        # at the end of the file.
        self._check_blank_end = rows.kind == "tsv" and len(rows.schema) > 1

    def lines(self) -> Iterator[str]:
        with self.open() as stream:
            part = _PieceStream(stream, self._piece)
            lines = decoded_lines(cast(BinaryIO, part), self.name, self.max_line)
            if self._piece.start and not self._has_first_line:
                next(lines, None)
            last = "-"
            for last in lines:
                yield last
            if self._check_blank_end and not last:
                # Read on: the blank line is an error unless only blank lines follow.
                yield from lines_until_nonblank(stream, self.name, self.max_line)

    @cached_property
    def line_offset(self) -> int:
        """Number of lines of the file before line 1 of the piece; counted when needed."""
        if not self._piece.start:
            return 0
        with self.open() as stream:
            skip_to(stream, self._piece.start)
            end = stream.tell()
            stream.seek(0)
            blocks = iter(lambda: stream.read(min(_BLOCK_BYTES, end - stream.tell())), b"")
            return sum(block.count(b"\n") for block in blocks) - self._has_first_line

    def with_file_line(self, error: InputError) -> InputError:
        """Return the error with the line number in the file instead of the piece."""
        start, text = f"{self.name}, line ", str(error)
        line, colon, message = text.removeprefix(start).partition(":")
        if not text.startswith(start) or not line.isdecimal():
            return error
        return InputError(f"{start}{int(line) + self.line_offset}{colon}{message}")


def lines_until_nonblank(stream: BinaryIO, name: str, max_line: int) -> Iterator[str]:
    """Yield the following blank lines and the first line that is not blank."""
    for line in decoded_lines(stream, name, max_line):
        yield line
        if line:
            return


@dataclass(frozen=True)
class PieceBatch(RowBatch):
    """A batch of rows of a piece, with their line numbers in the file."""

    part: PartOfFile | None = None

    def describe_location(self, index: int) -> str:
        offset = self.part.line_offset if self.part else 0
        return f"{self.file}, {self.unit} {self.line_numbers[index] + offset}"

    def drop_first(self, n_rows: int) -> "PieceBatch":
        return PieceBatch(**vars(super().drop_first(n_rows)), part=self.part)


class _PieceStream:
    """Stream of the first line of a file and the lines that start in a piece."""

    def __init__(self, stream: BinaryIO, piece: FilePiece) -> None:
        self._stream, self._piece, self._at_start = stream, piece, True

    def readline(self, size: int = -1) -> bytes:
        """Return the next line, or b"" at the end of the piece."""
        if self._at_start and self._piece.start:
            self._at_start = False
            first = self._stream.readline(size)
            skip_to(self._stream, self._piece.start)
            return first
        if self._piece.end is not None and self._stream.tell() >= self._piece.end:
            return b""
        return self._stream.readline(size)


def skip_to(stream: BinaryIO, start: int) -> None:
    """Move to the first line that starts at byte `start` or later."""
    stream.seek(start - 1)
    while (line := stream.readline(_BLOCK_BYTES)) and not line.endswith(b"\n"):
        pass
