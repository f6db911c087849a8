"""Files of rows to files of rows with scores, on Spark: what `tesla score --engine spark` does."""

import re
import secrets
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import InputError, UsageError
from ..frames.columns import Columns
from ..frames.files import RowFiles, label_of, open_rows
from ..frames.job import FrameJob
from ..frames.parquet import ParquetRows, named_columns
from ..frames.parts import SUFFIX, rows_of_parts
from ..frames.run import check_kept, doubts_of, see_texts, texts_in
from ..frames.tables import TableRows
from ..frames.typed import is_json
from ..metrics.score import Score
from ..reports.rows import check_rows, write_fields
from ..testsets.kinds import PARQUET
from ..watching import Watch, unwatched
from .faults import told
from .heard import hear
from .pieces import FilePiece, ParquetReader, PieceReader, cut, cut_rows
from .scoring import Planned, plan_scores
from .session import spark_session
from .ticks import ticking
from .work import FrameReader, Read, Settings

# Tasks a core: one that ends late holds the others up for as long as it takes.
_TASKS = 3
_LEAST_TASKS = "spark.sql.files.minPartitionNum"
_REMOTE = re.compile(r"\w+:/")
# Columns that say where rows stand, as long as they are scored.
_FILE, _ROW = "tesla file", "tesla row"


def score_files(
    job: FrameJob,
    master: str | None = None,
    settings: Mapping[str, str] | None = None,
    watch: Watch = unwatched,
) -> list[tuple[str, Score]]:
    """Scores of systems; rows go to the job's output, where there is one, in the order of files
    (of remote ones in Spark's).

    Output in .parquet is a folder of parts, whatever else is one file, as of `frames.run`. Either
    is there only when it is whole.
    """
    _check_output(job)
    with spark_session(master, settings) as spark:
        return _score(spark, job, watch)


@dataclass(frozen=True)
class SparkInput:
    """Rows that Spark is to read.

    kept    the schema of what goes into the output
    count   of rows; 0 where nobody knows
    json    columns whose texts are JSON
    rows    the same as one machine reads them, where it can
    """

    frame: Any
    read: Read
    kept: Any
    columns: Columns
    count: int
    json: Sequence[str]
    rows: RowFiles | None


def _score(spark: Any, job: FrameJob, watch: Watch) -> list[tuple[str, Score]]:
    with told():
        given = _open(spark, job)
    heard = hear(spark, len(job.metrics))
    settings = Settings(
        given.columns, job.statistics, job.keep_bad, job.skip_empty, job.longest, "--keep-bad",
        gently=job.output is None or not _REMOTE.match(job.output),
    )  # fmt: skip
    planned = plan_scores(
        given.frame, job.metrics, settings, given.read, given.kept, heard=heard,
        rows=job.output is not None,
    )  # fmt: skip
    try:
        with told(job.output or ""), _progress(spark, watch("scoring", given.count), heard):
            _write(planned, job, given, heard)
    finally:
        heard.value.check()
    scores = heard.value.scores(
        planned.scorer.scorers, job.resampling, watch("samples drawn:", 0)
    )  # fmt: skip
    if given.rows is not None:
        _doubt(job, given.rows)
    heard.value.pass_on()
    return [(name or label_of(job), score) for name, score in scores]


def _open(spark: Any, job: FrameJob) -> SparkInput:
    if any(map(_REMOTE.match, job.files)):
        if job.kind not in (None, PARQUET):
            raise UsageError(
                f"{job.kind} is read from folders that all machines see: give a path, or Parquet"
            )
        return _remote(spark, job)
    rows = open_rows(job)
    if job.output is not None and not _REMOTE.match(job.output):
        check_kept(Path(job.output), rows.paths)
    if isinstance(rows, TableRows):
        return _tables(spark, rows)
    assert isinstance(rows, ParquetRows)
    return _parquet(spark, rows)


def _tables(spark: Any, rows: TableRows) -> SparkInput:
    pieces = cut(rows, spark.sparkContext.defaultParallelism * _TASKS)
    marked = [own.name for own in rows.schema if is_json(own)]
    schema = _schema_of(rows.schema, rows.paths[0])
    return SparkInput(
        _numbers(spark, pieces), PieceReader(rows, pieces), schema, rows.columns, rows.count,
        marked, rows,
    )  # fmt: skip


def _parquet(spark: Any, rows: ParquetRows) -> SparkInput:
    from pyspark.sql.pandas.types import to_arrow_schema

    pieces = cut_rows(rows, spark.sparkContext.defaultParallelism * _TASKS)
    schema = _schema_of(rows.schema, rows.paths[0])
    reader = ParquetReader(rows, pieces, to_arrow_schema(schema))
    return SparkInput(_numbers(spark, pieces), reader, schema, rows.columns, rows.count, (), rows)


def _numbers(spark: Any, pieces: Sequence[FilePiece]) -> Any:
    """A task for each piece."""
    return spark.range(0, len(pieces), 1, len(pieces))


def _schema_of(schema: Any, name: str) -> Any:
    """As Spark has it; a type that it does not know is refused."""
    from pyspark.errors import PySparkException
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import StructField, StructType

    fields = []
    for own in schema:
        try:
            kind = from_arrow_type(_plain(own.type))
        except PySparkException as error:
            raise InputError(
                f"{name}: column {own.name!r} holds {own.type}, which Spark does not have: leave "
                "it out, or use --engine batches"
            ) from error
        fields.append(StructField(own.name, kind, True))
    return StructType(fields)


def _plain(kind: Any) -> Any:
    """A type with the same values that Spark has, of those that it has not."""
    import pyarrow as pa

    if pa.types.is_dictionary(kind):
        return _plain(kind.value_type)
    return pa.string() if pa.types.is_null(kind) or pa.types.is_string_view(kind) else kind


def _remote(spark: Any, job: FrameJob) -> SparkInput:
    """Parquet that only Spark can read; large files come first."""
    from pyspark.sql import functions as F  # noqa: N812

    _cut_parquet(spark)
    plain = spark.read.parquet(*job.files)
    columns = named_columns(job.files[0], plain.columns, job)
    columns.check(plain.columns, job.files[0])
    frame = plain.select(
        "*", F.col("_metadata.file_path").alias(_FILE), F.col("_metadata.row_index").alias(_ROW)
    )
    read = FrameReader((_FILE, _ROW), hidden=True)
    return SparkInput(frame, read, plain.schema, columns, 0, (), None)


def _cut_parquet(spark: Any) -> None:
    """As many tasks a core as of other files; Spark itself makes one or two."""
    if spark.conf.get(_LEAST_TASKS, None) is None:
        spark.conf.set(_LEAST_TASKS, str(spark.sparkContext.defaultParallelism * _TASKS))


def _check_output(job: FrameJob) -> None:
    """Before the work, so that it is not in vain."""
    if job.output is None:
        return
    output = Path(job.output)
    if _REMOTE.match(job.output):
        if output.suffix != SUFFIX:
            raise UsageError(
                f"-o {job.output}: give a name in {SUFFIX}, or a folder of this machine"
            )
        return
    if output.suffix != SUFFIX:
        check_rows(output)
    if not output.resolve().parent.is_dir():
        raise InputError(f"cannot write {output}: there is no folder {output.parent}")
    if output.suffix == SUFFIX and (output.exists() or output.is_symlink()):
        raise InputError(f"{output} is there already: remove it, or choose another name")


def _write(planned: Planned, job: FrameJob, given: SparkInput, heard: Any) -> None:
    if job.output is None:
        planned.frame.write.format("noop").mode("overwrite").save()
    elif _REMOTE.match(job.output):
        planned.frame.write.parquet(job.output)
    else:
        _write_here(planned, Path(job.output).resolve(), job, given, heard)


def _write_here(
    planned: Planned, output: Path, job: FrameJob, given: SparkInput, heard: Any
) -> None:
    """In a folder beside the output, which gets its name when all is there."""
    folder = output.with_name(f".{output.name}.{secrets.token_hex(4)}")
    try:
        planned.frame.write.parquet(f"file://{folder}")
        heard.value.check()
        if output.suffix == SUFFIX:
            folder.rename(output)
            return
        # Their numbers have five digits and, beyond 100,000 parts, more.
        parts = sorted(folder.glob("part-*"), key=lambda part: (len(part.name), part.name))
        documents = any(metric.of_documents for metric in job.metrics)
        write_fields(output, lambda: rows_of_parts(parts, given.json), documents)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _progress(spark: Any, told: Any, heard: Any) -> Iterator[None]:
    """Somebody hears of rows whose tasks have ended; one that gave up ends all of them."""
    done = 0
    context, group = spark.sparkContext, secrets.token_hex(8)
    context.setJobGroup(group, "tesla score")

    def tell() -> None:
        nonlocal done
        rows = heard.value.totals.rows + heard.value.totals.bad
        told(rows - done)
        done = rows

    def look() -> bool:
        tell()
        if heard.value.refused is not None:
            context.cancelJobGroup(group)
            return False
        return True

    try:
        with ticking(look):
            yield
    finally:
        context.setLocalProperty("spark.jobGroup.id", None)
    tell()


def _doubt(job: FrameJob, rows: RowFiles) -> None:
    """About how the files begin."""
    doubts = doubts_of(job, rows)
    for stretch in rows.stretches():
        see_texts(doubts, job, texts_in(stretch, job, rows))
        break
    doubts.warn()
