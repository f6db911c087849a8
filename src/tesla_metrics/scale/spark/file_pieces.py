"""Split large files into pieces, one per Spark task.

Workers read pieces with the same readers as on one machine, and rows keep their order. (Spark's own
reader would start with the largest file.) Parquet is split by rows. Uncompressed TSV and JSON lines
files are split by bytes, and a line belongs to the piece in which it starts. A compressed file is a
single piece, and so is a CSV file, because quoted cells may contain line breaks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from ...errors import InputError, UsageError
from ...files.compression import get_compression_suffix
from ...files.input_file import InputFile
from ...files.lines import iterate_decoded_lines
from ..frames.parquet import ParquetRows
from ..frames.row_files import MAX_BATCH_ROWS, RowBatch
from ..frames.tables import TableRows
from .workers import Batches

# Minimum and maximum number of bytes of a piece. With small pieces, cores finish at about the same
# time; with large pieces, the cost of starting tasks is low.
MIN_PIECE_BYTES, MAX_PIECE_BYTES = 1 << 20, 1 << 25
# Minimum and maximum number of rows of a piece of Parquet.
MIN_PIECE_ROWS, MAX_PIECE_ROWS = MAX_BATCH_ROWS, 200_000
_READ_BYTES = 1 << 20  # bytes to read at a time


class FilePiece(NamedTuple):
    """A range of bytes, or of rows for Parquet, of the file with index `file`.

    end     end of the range (exclusive); None: the end of the file
    """

    file: int
    start: int = 0
    end: int | None = None


def split_parquet(rows: ParquetRows, task_count: int) -> list[FilePiece]:
    """Split Parquet files into about `task_count` pieces of rows, fewer if there are few rows."""
    rows_per_task = -(-rows.count // max(1, task_count))
    piece_rows = max(MIN_PIECE_ROWS, min(MAX_PIECE_ROWS, rows_per_task))
    return [
        FilePiece(index, start, min(start + piece_rows, count))
        for index, count in enumerate(rows.row_counts)
        for start in range(0, count, piece_rows)
    ]


class ParquetReader:
    """Function for workers that reads pieces of Parquet files.

    The batches that Spark passes to it have the indices of the pieces of the task.

    schema  Arrow schema of the rows, with types that Spark supports
    """

    def __init__(self, rows: ParquetRows, pieces: Sequence[FilePiece], schema: Any) -> None:
        self._rows, self._pieces, self._schema = rows, pieces, schema
        self._paths = [str(Path(path).resolve()) for path in rows.paths]

    def __call__(self, batches: Batches) -> Iterator[RowBatch]:
        import pyarrow as pa

        for piece in _select_pieces(self._pieces, batches):
            assert piece.end is not None
            path = self._paths[piece.file]
            for batch in self._rows.read_part(piece.file, piece.start, piece.end, path):
                columns = [
                    column if column.type == field.type else column.cast(field.type)
                    for column, field in zip(batch.output_rows.columns, self._schema, strict=True)
                ]
                output_rows = pa.RecordBatch.from_arrays(columns, schema=self._schema)
                yield replace(batch, output_rows=output_rows)


def _select_pieces(pieces: Sequence[FilePiece], batches: Batches) -> Iterator[FilePiece]:
    """Return the pieces of a task, given batches with their indices."""
    return (pieces[index] for batch in batches for index in batch.column(0).to_pylist())


def split_tables(rows: TableRows, task_count: int) -> list[FilePiece]:
    """Split table files into about `task_count` pieces of bytes, fewer if they are small."""
    file_sizes = []
    for file in rows.files:
        if file.pipe is not None:
            raise UsageError(
                f"Spark's workers cannot read {file.name}: give a file on a shared path"
            )
        file_sizes.append(Path(file.path).stat().st_size)
    bytes_per_task = sum(file_sizes) // max(1, task_count)
    piece_bytes = max(MIN_PIECE_BYTES, min(MAX_PIECE_BYTES, bytes_per_task))
    pieces = []
    for index, (file, file_size) in enumerate(zip(rows.files, file_sizes, strict=True)):
        if rows.kind == "csv" or get_compression_suffix(file.path):
            pieces.append(FilePiece(index))
        else:
            starts = range(0, file_size, piece_bytes)
            pieces += [FilePiece(index, start, start + piece_bytes) for start in starts]
    return pieces


class PieceReader:
    """Function for workers that reads pieces of table files.

    The batches that Spark passes to it have the indices of the pieces of the task.
    """

    def __init__(self, rows: TableRows, pieces: Sequence[FilePiece]) -> None:
        self._rows, self._pieces = rows, pieces
        # Workers have other working directories.
        self._paths = [str(Path(file.path).resolve()) for file in rows.files]

    def __call__(self, batches: Batches) -> Iterator[RowBatch]:
        for piece in _select_pieces(self._pieces, batches):
            yield from self._read_piece(piece)

    def _read_piece(self, piece: FilePiece) -> Iterator[RowBatch]:
        rows = self._rows
        part = FilePart(rows.files[piece.file], self._paths[piece.file], piece, rows)
        # Each part of a TSV file has the first line of the file; without a header, this is a row
        # of another piece.
        n_skipped = int(bool(piece.start) and rows.kind == "tsv" and not rows.has_header)
        try:
            for batch in rows.read_part(piece.file, part):
                if len(batch.line_numbers) > n_skipped:
                    yield PieceBatch(**vars(batch), part=part).drop_first(n_skipped)
                n_skipped = 0
        except InputError as error:
            raise part.correct_line(error) from error


class FilePart(InputFile):
    """The lines of a piece; in TSV, preceded by the first line of the file with the columns."""

    def __init__(self, file: InputFile, path: str, piece: FilePiece, rows: TableRows) -> None:
        super().__init__(path, 0, file.max_line_length)
        self.name, self.label = file.name, file.label
        self._piece = piece
        self._has_first_line = rows.kind == "tsv"
        # In a table of one column a blank line is a row. Otherwise blank lines are allowed only
        # at the end of the file.
        self._check_blank_end = rows.kind == "tsv" and len(rows.schema) > 1

    def lines(self) -> Iterator[str]:
        with self.open() as stream:
            piece_stream = _PieceStream(stream, self._piece)
            lines = iterate_decoded_lines(
                cast(BinaryIO, piece_stream), self.name, self.max_line_length
            )
            if self._piece.start and not self._has_first_line:
                next(lines, None)
            line = "-"
            for line in lines:
                yield line
            is_blank_end = not line
            if self._check_blank_end and is_blank_end:
                # Read on: the blank line is an error unless only blank lines follow.
                yield from read_until_nonblank(stream, self.name, self.max_line_length)

    @cached_property
    def line_offset(self) -> int:
        """Difference between line numbers in the file and in the piece; computed when needed."""
        if not self._piece.start:
            return 0
        with self.open() as stream:
            seek_line(stream, self._piece.start)
            end = stream.tell()
            stream.seek(0)
            chunks = iter(lambda: stream.read(min(_READ_BYTES, end - stream.tell())), b"")
            return sum(chunk.count(b"\n") for chunk in chunks) - self._has_first_line

    def correct_line(self, error: InputError) -> InputError:
        """Return the error with the line number in the file instead of the piece."""
        prefix, text = f"{self.name}, line ", str(error)
        line, colon, message = text.removeprefix(prefix).partition(":")
        if not text.startswith(prefix) or not line.isdecimal():
            return error
        return InputError(f"{prefix}{int(line) + self.line_offset}{colon}{message}")


def read_until_nonblank(stream: BinaryIO, name: str, max_line: int) -> Iterator[str]:
    """Yield the following blank lines and the first line that is not blank."""
    for line in iterate_decoded_lines(stream, name, max_line):
        yield line
        if line:
            return


@dataclass(frozen=True)
class PieceBatch(RowBatch):
    """A batch of rows of a piece, with their line numbers in the file."""

    part: FilePart | None = None

    def describe_location(self, index: int) -> str:
        offset = self.part.line_offset if self.part else 0
        return f"{self.file}, {self.unit} {self.line_numbers[index] + offset}"

    def drop_first(self, n_rows: int) -> "PieceBatch":
        return PieceBatch(**vars(super().drop_first(n_rows)), part=self.part)


class _PieceStream:
    """Stream of the first line of a file and of the lines that start in a piece."""

    def __init__(self, stream: BinaryIO, piece: FilePiece) -> None:
        self._stream, self._piece, self._is_at_start = stream, piece, True

    def readline(self, size: int = -1) -> bytes:
        """Return the next line, or b"" at the end of the piece."""
        if self._is_at_start and self._piece.start:
            self._is_at_start = False
            first_line = self._stream.readline(size)
            seek_line(self._stream, self._piece.start)
            return first_line
        if self._piece.end is not None and self._stream.tell() >= self._piece.end:
            return b""
        return self._stream.readline(size)


def seek_line(stream: BinaryIO, start: int) -> None:
    """Move to the first line that starts at byte `start` or later."""
    stream.seek(start - 1)
    while (line := stream.readline(_READ_BYTES)) and not line.endswith(b"\n"):
        pass
