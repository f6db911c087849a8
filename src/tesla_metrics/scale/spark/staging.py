"""Write input for Spark workers to a shared folder (the stage), and collect results."""

import re
import secrets
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ...errors import InputError
from ...files.locking import hold_output_lock, resolve_output
from .session import spark_errors

# Spark settings of the number of rows per batch, for Python and for Parquet files.
_BATCH_SETTINGS = (
    "spark.sql.execution.arrow.maxRecordsPerBatch",
    "spark.sql.parquet.columnarReaderBatchSize",
)


@contextmanager
def limit_batch_rows(spark: Any, max_rows: int = 8) -> Iterator[None]:
    """Limit Spark's batches to `max_rows` rows in the block; the default of Spark is 10,000."""
    old_values = {name: spark.conf.get(name) for name in _BATCH_SETTINGS}
    try:
        for name in _BATCH_SETTINGS:
            spark.conf.set(name, str(max_rows))
        yield
    finally:
        for name, value in old_values.items():
            spark.conf.set(name, value)


def collect_batches(frame: Any, error_start: str) -> Iterator[Any]:
    """Yield the rows of a data frame as Arrow batches, in their order.

    One partition is transferred at a time, so that neither the driver's memory nor
    spark.driver.maxResultSize limits the size of the frame. `error_start` is the start of the
    message of an error.
    """
    import pyarrow as pa

    with spark_errors(message_start=error_start):
        for row in frame.mapInArrow(_pack_batches, "batch binary").toLocalIterator():
            with pa.ipc.open_stream(row[0]) as stream:
                yield from stream


def _pack_batches(batches: Iterator[Any]) -> Iterator[Any]:
    """Pack each batch into one binary value, which avoids a Python object per cell."""
    import pyarrow as pa

    for batch in batches:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_stream(sink, batch.schema) as writer:
            writer.write_batch(batch)
        yield pa.RecordBatch.from_arrays(
            [pa.array([sink.getvalue().to_pybytes()], pa.binary())], ["batch"]
        )


# The stage
#
# The stage is a temporary folder that the driver and the workers share. To build a resource on
# Spark, the driver reads the input files and writes them to the stage in numbered pieces. It uses
# the same readers as a run on one machine, so errors name the same file and line.

# Maximum number of lines and characters of a piece; a worker holds a complete piece in memory.
MAX_PIECE_LINES = 2_000
_MAX_PIECE_CHARACTERS = 1 << 22
# Number of lines and characters after which a block of pieces is written.
_MAX_BLOCK_LINES = 200_000
_MAX_BLOCK_CHARACTERS = 1 << 26
_ROW_GROUP_BYTES = 1 << 24  # bytes of a Parquet row group
_Piece = list[list[str]]  # the texts of each column
_STAGE_SUFFIX = re.compile(r"\.stage-[0-9a-f]{8}")
_LOCAL_SCHEME = "file://"
_URI_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


@contextmanager
def stage_folder(spark: Any, output: Path, parent: str | None = None) -> Iterator[str]:
    """Provide the URI of a new stage for building `output`; remove the stage at the end.

    The stage is next to the output, or in the folder `parent`: a URI that Spark supports, or a
    path that all machines share. The output is locked in the meantime.
    """
    with hold_output_lock(output):
        output = resolve_output(output).absolute()
        if parent is None:
            _remove_old_stages(output)
        name = f"{output.name}.stage-{secrets.token_hex(4)}"
        uri = f"{as_uri(parent or str(output.parent))}/{name}"
        try:
            yield uri
        finally:
            remove_stage(spark, uri)


def as_uri(folder: str) -> str:
    """Return the URI of a folder, since Spark may look for a plain path in another file system.

    Spark takes the path in the URI literally: characters are not percent-encoded.
    """
    if not _URI_SCHEME.match(folder):
        folder = f"{_LOCAL_SCHEME}{Path(folder).absolute().as_posix()}"
    return folder.rstrip("/")


def escape_glob(uri: str) -> str:
    """Escape the characters that Spark would interpret as a glob pattern."""
    return re.sub(r"([\\*?\[\]{}])", r"\\\1", uri)


def remove_stage(spark: Any, uri: str) -> None:
    """Delete a stage folder; ignore files that cannot be deleted."""
    if uri.startswith(_LOCAL_SCHEME):
        shutil.rmtree(uri.removeprefix(_LOCAL_SCHEME), ignore_errors=True)
        return
    with suppress(Exception):  # Spark may have ended, and the reason is reported elsewhere
        path = spark._jvm.org.apache.hadoop.fs.Path(uri)
        path.getFileSystem(spark._jsc.hadoopConfiguration()).delete(path, True)


def stage_rows(
    spark: Any,
    folder: str,
    rows: Iterable[Sequence[str]],
    names: Sequence[str],
    *,
    max_lines: int = MAX_PIECE_LINES,
    progress: Callable[[int], None] = lambda row_count: None,
) -> Any:
    """Write rows to a folder in pieces; return a data frame with one row per piece.

    The columns of the frame are "piece", the index of the piece from 0, and a list of texts for
    each column of `piece_count`. It has at least as many partitions as there are cores, if there
    are enough pieces.

    folder      URI of an empty folder
    names       names of the columns of `piece_count`
    max_lines   maximum number of rows of a piece
    progress    function that is called with the number of new rows
    """
    writer = _PieceWriter(spark, folder, names)
    with ThreadPoolExecutor(1) as thread:
        # Read the next block while the last one is written.
        pending: Future[None] | None = None
        for block in _group_blocks(_split_pieces(rows, len(names), max_lines)):
            if pending is not None:
                pending.result()
            pending = thread.submit(writer.write, block)
            progress(sum(len(piece[0]) for piece in block))
        if pending is not None:
            pending.result()
    return read_stage(spark, folder, writer.pieces)


def read_stage(spark: Any, folder: str, piece_count: int) -> Any:
    """Read a folder of the stage as a data frame, and check that it has `piece_count` rows."""
    with spark_errors(message_start=f"cannot read {folder}"):
        frame = spark.read.parquet(escape_glob(folder))
        count = frame.count()
        if count != piece_count:
            raise InputError(
                f"{folder} has {count} of {piece_count} pieces that were written: not all machines "
                "share "
                "this folder; name a shared folder with --stage"
            )
        cores = spark.sparkContext.defaultParallelism
        if frame.rdd.getNumPartitions() < min(cores, piece_count):
            return frame.repartition(min(cores, piece_count))
        return frame


def set_small_row_groups(writer: Any) -> Any:
    """Return a Parquet writer with small row groups, since the rows of a stage are large."""
    return writer.option("parquet.block.size", _ROW_GROUP_BYTES)


class _PieceWriter:
    """Writer of blocks of pieces to a folder.

    pieces  number of pieces that were written
    """

    def __init__(self, spark: Any, folder: str, names: Sequence[str]) -> None:
        import pyarrow as pa

        self._spark, self._folder = spark, folder
        fields = [pa.field(name, pa.list_(pa.string())) for name in names]
        self._schema = pa.schema([pa.field("piece", pa.int64()), *fields])
        self.pieces = 0

    def write(self, block: Sequence[Sequence[list[str]]]) -> None:
        import pyarrow as pa

        indices = list(range(self.pieces, self.pieces + len(block)))
        # One list per column; each has the texts of all pieces.
        text_columns = [list(texts) for texts in zip(*block, strict=True)]
        columns = [indices, *(text_columns or [[]] * (len(self._schema) - 1))]
        arrays = [
            pa.array(column, field.type)
            for column, field in zip(columns, self._schema, strict=True)
        ]
        table = pa.table(arrays, schema=self._schema)
        with spark_errors(self._folder, f"cannot write {self._folder}"):
            frame = self._spark.createDataFrame(table)
            set_small_row_groups(frame.coalesce(1).write.mode("append")).parquet(self._folder)
        self.pieces += len(block)


def _split_pieces(
    rows: Iterable[Sequence[str]], column_count: int, max_lines: int
) -> Iterator[tuple[int, _Piece]]:
    """Yield the number of characters and the columns of each piece."""
    piece_rows: list[Sequence[str]] = []
    characters = 0
    for row in rows:
        row_characters = sum(map(len, row))
        is_full = (
            len(piece_rows) == max_lines or characters + row_characters > _MAX_PIECE_CHARACTERS
        )
        if piece_rows and is_full:
            yield characters, _transpose(piece_rows, column_count)
            piece_rows, characters = [], 0
        piece_rows.append(row)
        characters += row_characters
    if piece_rows:
        yield characters, _transpose(piece_rows, column_count)


def _transpose(rows: Sequence[Sequence[str]], column_count: int) -> _Piece:
    return [[row[index] for row in rows] for index in range(column_count)]


def _group_blocks(pieces: Iterable[tuple[int, _Piece]]) -> Iterator[list[_Piece]]:
    """Group pieces into blocks; yield an empty block if there are no pieces."""
    block: list[_Piece] = []
    lines = characters = block_count = 0
    for piece_characters, piece in pieces:
        block.append(piece)
        lines, characters = lines + len(piece[0]), characters + piece_characters
        if lines >= _MAX_BLOCK_LINES or characters >= _MAX_BLOCK_CHARACTERS:
            yield block
            block_count += 1
            block, lines, characters = [], 0, 0
    if block or not block_count:
        yield block


def _remove_old_stages(output: Path) -> None:
    """Remove the stages of killed runs; because of the lock, no other run uses them."""
    for path in output.parent.iterdir():
        suffix = path.name.removeprefix(output.name)
        if suffix != path.name and _STAGE_SUFFIX.fullmatch(suffix) and path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
