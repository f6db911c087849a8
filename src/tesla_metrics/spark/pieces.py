"""Large files in pieces, one for each task of Spark; workers read them themselves.

So all formats are read as on one machine, and rows stay in their order: Spark's own reader takes
large files first. Parquet is cut by rows. A plain file of TSV or JSON lines is cut by bytes, and a
line belongs to the piece that it starts in. CSV, whose quotes may hold lines together, and
compressed files are one piece each.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from ..errors import InputError, UsageError
from ..files.given import Given
from ..files.lines import decoded_lines
from ..files.packed import packing
from ..frames.files import STRETCH, Stretch
from ..frames.parquet import ParquetRows
from ..frames.tables import TableRows
from .work import Batches

# Bytes of a piece: few, so that cores end at the same time; many, beside the start of a task.
LEAST, MOST = 1 << 20, 1 << 25
# Rows of a piece of Parquet.
LEAST_ROWS, MOST_ROWS = STRETCH, 200_000
_BLOCK = 1 << 20


class FilePiece(NamedTuple):
    """A file by its number, and its bytes or rows; without an end it is all of the file."""

    file: int
    start: int = 0
    end: int | None = None


def cut_rows(rows: ParquetRows, tasks: int) -> list[FilePiece]:
    """The same of Parquet files."""
    size = max(LEAST_ROWS, min(MOST_ROWS, -(-rows.count // max(1, tasks))))
    return [
        FilePiece(number, start, min(start + size, count))
        for number, count in enumerate(rows.counts)
        for start in range(0, count, size)
    ]


class ParquetReader:
    """Sent to workers: from numbers of pieces to rows of Parquet files, in types that Spark has."""

    def __init__(self, rows: ParquetRows, pieces: Sequence[FilePiece], schema: Any) -> None:
        self._rows, self._pieces, self._schema = rows, pieces, schema
        self._paths = [str(Path(path).resolve()) for path in rows.paths]

    def __call__(self, batches: Batches) -> Iterator[Stretch]:
        import pyarrow as pa

        for file, start, end in _chosen(self._pieces, batches):
            assert end is not None
            for stretch in self._rows.part(file, start, end, self._paths[file]):
                columns = [
                    column if column.type == own.type else column.cast(own.type)
                    for column, own in zip(stretch.kept.columns, self._schema, strict=True)
                ]
                kept = pa.RecordBatch.from_arrays(columns, schema=self._schema)
                yield replace(stretch, kept=kept)


def _chosen(pieces: Sequence[FilePiece], batches: Batches) -> Iterator[FilePiece]:
    return (pieces[number] for batch in batches for number in batch.column(0).to_pylist())


def cut(rows: TableRows, tasks: int) -> list[FilePiece]:
    """All pieces, in order; at least so many `tasks` should have one."""
    sizes = []
    for file in rows.files:
        if file.piped is not None:
            raise UsageError(f"Spark's workers cannot read {file.name}: give a file that they see")
        sizes.append(Path(file.given).stat().st_size)
    size = max(LEAST, min(MOST, sum(sizes) // max(1, tasks)))
    found = []
    for number, (file, whole) in enumerate(zip(rows.files, sizes, strict=True)):
        if rows.kind == "csv" or packing(file.given):
            found.append(FilePiece(number))
        else:
            found += [FilePiece(number, start, start + size) for start in range(0, whole, size)]
    return found


class PieceReader:
    """Sent to workers: from numbers of pieces to their rows."""

    def __init__(self, rows: TableRows, pieces: Sequence[FilePiece]) -> None:
        self._rows, self._pieces = rows, pieces
        # Workers are in other folders.
        self._paths = [str(Path(file.given).resolve()) for file in rows.files]

    def __call__(self, batches: Batches) -> Iterator[Stretch]:
        for piece in _chosen(self._pieces, batches):
            yield from self._read(piece)

    def _read(self, piece: FilePiece) -> Iterator[Stretch]:
        rows = self._rows
        file = PartOfFile(rows.files[piece.file], self._paths[piece.file], piece, rows)
        # The file's first line stands before each piece of TSV; where it has no names it is a row.
        skipped = int(bool(piece.start) and rows.kind == "tsv" and not rows.headed)
        try:
            for stretch in rows.part(piece.file, file):
                if len(stretch.places) > skipped:
                    yield PieceStretch(**vars(stretch), part=file).after(skipped)
                skipped = 0
        except InputError as error:
            raise file.placed(error) from error


class PartOfFile(Given):
    """The lines of a piece; of TSV after the first line of the file, which says how wide it is."""

    def __init__(self, whole: Given, path: str, piece: FilePiece, rows: TableRows) -> None:
        super().__init__(path, 0, whole.max_line)
        self.name, self.label = whole.name, whole.label
        self._piece = piece
        self._first = rows.kind == "tsv"
        # A row of one cell may be blank; else blank ones are none at the end of a file only.
        self._blank = rows.kind == "tsv" and len(rows.schema) > 1

    def lines(self) -> Iterator[str]:
        with self.open() as stream:
            part = _Part(stream, self._piece)
            lines = decoded_lines(cast(BinaryIO, part), self.name, self.max_line)
            if self._piece.start and not self._first:
                next(lines, None)
            last = "-"
            for last in lines:
                yield last
            if self._blank and not last:
                # Whether a row is missing here only the next lines tell.
                yield from lines_until_full(stream, self.name, self.max_line)

    @cached_property
    def before(self) -> int:
        """Lines of the file before what is here called line 1; counted where somebody asks."""
        if not self._piece.start:
            return 0
        with self.open() as stream:
            skip_to(stream, self._piece.start)
            end = stream.tell()
            stream.seek(0)
            blocks = iter(lambda: stream.read(min(_BLOCK, end - stream.tell())), b"")
            return sum(block.count(b"\n") for block in blocks) - self._first

    def placed(self, error: InputError) -> InputError:
        """The same with the line as the file has it."""
        start, text = f"{self.name}, line ", str(error)
        number, colon, rest = text.removeprefix(start).partition(":")
        if not text.startswith(start) or not number.isdecimal():
            return error
        return InputError(f"{start}{int(number) + self.before}{colon}{rest}")


def lines_until_full(stream: BinaryIO, name: str, most: int) -> Iterator[str]:
    """As many blank lines as follow, and one that is not."""
    for line in decoded_lines(stream, name, most):
        yield line
        if line:
            return


@dataclass(frozen=True)
class PieceStretch(Stretch):
    """Rows of a piece, with where they stand in the whole file."""

    part: PartOfFile | None = None

    def where(self, place: int) -> str:
        before = self.part.before if self.part else 0
        return f"{self.file}, {self.unit} {self.places[place] + before}"

    def after(self, skipped: int) -> "PieceStretch":
        return PieceStretch(**vars(super().after(skipped)), part=self.part)


class _Part:
    """A file's first line, and then those that start in a piece."""

    def __init__(self, stream: BinaryIO, piece: FilePiece) -> None:
        self._stream, self._piece, self._first = stream, piece, True

    def readline(self, size: int = -1) -> bytes:
        """One more, or nothing where the piece ends."""
        if self._first and self._piece.start:
            self._first = False
            first = self._stream.readline(size)
            skip_to(self._stream, self._piece.start)
            return first
        if self._piece.end is not None and self._stream.tell() >= self._piece.end:
            return b""
        return self._stream.readline(size)


def skip_to(stream: BinaryIO, start: int) -> None:
    """Where the first line starts that starts there or behind it."""
    stream.seek(start - 1)
    while (line := stream.readline(_BLOCK)) and not line.endswith(b"\n"):
        pass
