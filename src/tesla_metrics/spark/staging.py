"""What Spark's workers build from: read here by the house's own readers, kept in numbered pieces.

The driver reads, so that every format is read as on one machine, with the same errors of file and
line. Pieces lie in a stage, a folder that driver and workers see, and are removed with it.
"""

import re
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ..errors import InputError
from ..files.locked import locked, real
from .faults import told

# Lines of a piece, and characters: a worker has pieces whole in memory.
PIECE = 2_000
_CHARACTERS = 1 << 22
# Lines and characters that are written at once.
_BLOCK_LINES = 200_000
_BLOCK_CHARACTERS = 1 << 26
_ROW_GROUP = 1 << 24  # bytes
_LEFT_BEHIND = re.compile(r"\.stage-[0-9a-f]{8}")
_HERE = "file://"
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


@contextmanager
def stage_folder(spark: Any, output: Path, given: str | None = None) -> Iterator[str]:
    """The URI of a new folder for what is kept while `output` is made; at the end it is removed.

    It lies beside the output, or in the folder `given`: a URI that Spark knows, or a path that
    all machines have. Who makes the same output meanwhile is refused.
    """
    with locked(output):
        output = real(output).absolute()
        if given is None:
            _clear_left_behind(output)
        name = f"{output.name}.stage-{secrets.token_hex(4)}"
        uri = f"{as_uri(given or str(output.parent))}/{name}"
        try:
            yield uri
        finally:
            remove_stage(spark, uri)


def as_uri(folder: str) -> str:
    """A folder as Spark wants it named, where a path alone may mean another file system.

    Spark takes what follows as it is: no character of a path is written as a percent sign.
    """
    uri = folder if _SCHEME.match(folder) else f"{_HERE}{Path(folder).absolute().as_posix()}"
    return uri.rstrip("/")


def unglobbed(uri: str) -> str:
    """A folder to be read, where Spark would take some characters for a pattern."""
    return re.sub(r"([\\*?\[\]{}])", r"\\\1", uri)


def remove_stage(spark: Any, uri: str) -> None:
    """Delete it; what cannot be deleted is left."""
    if uri.startswith(_HERE):
        shutil.rmtree(uri.removeprefix(_HERE), ignore_errors=True)
        return
    with suppress(Exception):  # Spark may have ended, and whoever ended it has told why
        path = spark._jvm.org.apache.hadoop.fs.Path(uri)
        path.getFileSystem(spark._jsc.hadoopConfiguration()).delete(path, True)


def stage(
    spark: Any,
    folder: str,
    rows: Iterable[Sequence[str]],
    names: Sequence[str],
    *,
    lines: int = PIECE,
    progress: Callable[[int], None] = lambda more: None,
) -> Any:
    """The rows as a DataFrame in pieces: their numbers in `piece`, from 0, and a list a name.

    `folder` is a URI in which nothing is yet. A piece has `lines` rows or fewer, in their order.
    Its partitions are no fewer than there are cores, as far as there are pieces.
    """
    writer = _Writer(spark, folder, names)
    with ThreadPoolExecutor(1) as thread:
        # While a block is written the next one is read.
        pending: Future[None] | None = None
        for block in _blocks(_pieces(rows, len(names), lines)):
            if pending is not None:
                pending.result()
            pending = thread.submit(writer.write, block)
            progress(sum(len(piece[0]) for piece in block))
        if pending is not None:
            pending.result()
    return read_stage(spark, folder, writer.pieces)


def read_stage(spark: Any, folder: str, rows: int) -> Any:
    """What lies in a folder of the stage, of which there must be so many rows."""
    with told(doing=f"cannot read {folder}"):
        frame = spark.read.parquet(unglobbed(folder))
        found = frame.count()
        if found != rows:
            raise InputError(
                f"{folder} has {found} of {rows} pieces that were written there: not all machines "
                "see this folder; name one that they do with --stage"
            )
        cores = spark.sparkContext.defaultParallelism
        if frame.rdd.getNumPartitions() < min(cores, rows):
            return frame.repartition(min(cores, rows))
        return frame


def kept(writer: Any) -> Any:
    """How what lies in a stage is written: rows are large, and so few of them are read at once."""
    return writer.option("parquet.block.size", _ROW_GROUP)


class _Writer:
    """Appends blocks of pieces; says how many it wrote."""

    def __init__(self, spark: Any, folder: str, names: Sequence[str]) -> None:
        import pyarrow as pa

        self._spark, self._folder = spark, folder
        fields = [pa.field(name, pa.list_(pa.string())) for name in names]
        self._schema = pa.schema([pa.field("piece", pa.int64()), *fields])
        self.pieces = 0

    def write(self, block: Sequence[Sequence[list[str]]]) -> None:
        import pyarrow as pa

        numbers = range(self.pieces, self.pieces + len(block))
        sides = [list(side) for side in zip(*block, strict=True)]
        columns = [list(numbers), *(sides or [[]] * (len(self._schema) - 1))]
        arrays = [
            pa.array(column, field.type)
            for column, field in zip(columns, self._schema, strict=True)
        ]
        table = pa.table(arrays, schema=self._schema)
        with told(self._folder, f"cannot write {self._folder}"):
            frame = self._spark.createDataFrame(table)
            kept(frame.coalesce(1).write.mode("append")).parquet(self._folder)
        self.pieces += len(block)


def _pieces(
    rows: Iterable[Sequence[str]], columns: int, most: int
) -> Iterator[tuple[int, list[list[str]]]]:
    """Pieces, each with how many characters it has."""
    piece: list[Sequence[str]] = []
    characters = 0
    for row in rows:
        more = sum(map(len, row))
        if piece and (len(piece) == most or characters + more > _CHARACTERS):
            yield characters, [[row[side] for row in piece] for side in range(columns)]
            piece, characters = [], 0
        piece.append(row)
        characters += more
    if piece:
        yield characters, [[row[side] for row in piece] for side in range(columns)]


def _blocks(pieces: Iterable[tuple[int, list[list[str]]]]) -> Iterator[list[list[list[str]]]]:
    """Pieces that are written at once; at least one block, if of none."""
    block: list[list[list[str]]] = []
    lines = characters = blocks = 0
    for more, piece in pieces:
        block.append(piece)
        lines, characters = lines + len(piece[0]), characters + more
        if lines >= _BLOCK_LINES or characters >= _BLOCK_CHARACTERS:
            yield block
            blocks += 1
            block, lines, characters = [], 0, 0
    if block or not blocks:
        yield block


def _clear_left_behind(output: Path) -> None:
    """What runs left that were killed: nobody else makes the output, it is locked."""
    for path in output.parent.iterdir():
        rest = path.name.removeprefix(output.name)
        if rest != path.name and _LEFT_BEHIND.fullmatch(rest) and path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
