"""Score table files on Spark."""

import re
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...errors import InputError, UsageError
from ...files.long_runs import ProgressCallback, no_progress
from ...files.testsets.formats import PARQUET
from ...metrics.score import Score
from ...reporting.segment_rows import check_rows_path, write_fields
from ..frames.job import ColumnRoles, FrameJob
from ..frames.open_files import make_system_label, open_rows
from ..frames.parquet import ParquetRows, find_columns
from ..frames.run import (
    SUFFIX,
    check_output_not_input,
    check_texts,
    open_input_checks,
    read_parts,
)
from ..frames.tables import TableRows, is_json
from ..frames.texts import BatchTexts
from .file_pieces import FilePiece, ParquetReader, PieceReader, split_parquet, split_tables
from .scoring import ScoringPlan, plan_scores
from .session import call_periodically, spark_errors, spark_session
from .workers import BatchReader, FrameReader, ScoreSettings, make_results_accumulator

# Number of tasks per core. With several small tasks, cores finish at about the same time.
_TASKS_PER_CORE = 3
_MIN_PARTITIONS_SETTING = "spark.sql.files.minPartitionNum"
# Seconds to wait for running tasks after a failure.
_MAX_WAIT_SECONDS = 10
_REMOTE_PATH = re.compile(r"\w+:/")
# Temporary columns with the file and the row number of each row.
_FILE_COLUMN, _ROW_COLUMN = "tesla file", "tesla row"


def score_files(
    job: FrameJob,
    master: str | None = None,
    settings: Mapping[str, str] | None = None,
    watch: ProgressCallback = no_progress,
) -> list[tuple[str, Score]]:
    """Score the files of a job on Spark and return the score of each system.

    If the job has an output, write the scored rows there, in the order of the files, or in Spark's
    order if the files are remote. An output in .parquet is a folder of parts, any other output is
    a single file, as in `frames.run`. The output gets its name only when it is complete.
    """
    _check_output(job)
    with spark_session(master, settings) as spark:
        return _score(spark, job, watch)


@dataclass(frozen=True)
class SparkInput:
    """The rows of input files, for Spark.

    frame           data frame of piece indices, or of the rows if the files are remote
    read            function for workers that reads the rows
    output_schema   Spark schema of the columns that go into the output
    columns         roles of the columns
    count           number of rows; 0 if it is not known
    json_columns    names of the columns with JSON documents
    """

    frame: Any
    read: BatchReader
    output_schema: Any
    columns: ColumnRoles
    count: int
    json_columns: Sequence[str]


def _score(spark: Any, job: FrameJob, watch: ProgressCallback) -> list[tuple[str, Score]]:
    with spark_errors():
        spark_input = _open_input(spark, job)
    results = make_results_accumulator(spark, len(job.metrics))
    settings = ScoreSettings(
        spark_input.columns, job.statistics, job.keep_bad, job.skip_empty, job.max_characters,
        "--keep-bad",
        report_errors=job.output is None or not _REMOTE_PATH.match(job.output),
    )  # fmt: skip
    plan = plan_scores(
        spark_input.frame, job.metrics, settings, spark_input.read, spark_input.output_schema,
        accumulator=results, return_rows=job.output is not None,
    )  # fmt: skip
    try:
        with (
            spark_errors(job.output or ""),
            _report_progress(spark, watch("scoring", spark_input.count), results),
        ):
            _write_output(plan, job, spark_input, results)
    finally:
        results.value.raise_error()
    scores = results.value.compute_scores(
        plan.scorer.scorers, job.resampling, watch("samples drawn:", 0)
    )  # fmt: skip
    _run_input_checks(job, spark_input.columns, results.value.sampled_texts)
    results.value.print_warnings()
    return [(name or make_system_label(job), score) for name, score in scores]


def _open_input(spark: Any, job: FrameJob) -> SparkInput:
    if any(map(_REMOTE_PATH.match, job.files)):
        if job.kind not in (None, PARQUET):
            raise UsageError(
                f"{job.kind} cannot be read from a URI: give a path on a shared disk, or Parquet"
            )
        return _open_remote(spark, job)
    rows = open_rows(job)
    if job.output is not None and not _REMOTE_PATH.match(job.output):
        check_output_not_input(Path(job.output), rows.paths)
    if isinstance(rows, TableRows):
        return _open_tables(spark, rows)
    assert isinstance(rows, ParquetRows)
    return _open_parquet(spark, rows)


def _open_tables(spark: Any, rows: TableRows) -> SparkInput:
    pieces = split_tables(rows, spark.sparkContext.defaultParallelism * _TASKS_PER_CORE)
    json_names = [field.name for field in rows.schema if is_json(field)]
    schema = _convert_schema(rows.schema, rows.paths[0])
    return SparkInput(
        _make_piece_frame(spark, pieces), PieceReader(rows, pieces), schema, rows.columns,
        rows.count, json_names,
    )  # fmt: skip


def _open_parquet(spark: Any, rows: ParquetRows) -> SparkInput:
    from pyspark.sql.pandas.types import to_arrow_schema

    pieces = split_parquet(rows, spark.sparkContext.defaultParallelism * _TASKS_PER_CORE)
    schema = _convert_schema(rows.schema, rows.paths[0])
    reader = ParquetReader(rows, pieces, to_arrow_schema(schema))
    return SparkInput(
        _make_piece_frame(spark, pieces), reader, schema, rows.columns, rows.count, ()
    )


def _make_piece_frame(spark: Any, pieces: Sequence[FilePiece]) -> Any:
    """Return a data frame of piece indices with one partition per piece."""
    return spark.range(0, len(pieces), 1, len(pieces))


def _convert_schema(schema: Any, name: str) -> Any:
    """Convert an Arrow schema to a Spark schema; refuse types that Spark does not support."""
    from pyspark.errors import PySparkException
    from pyspark.sql.pandas.types import from_arrow_type
    from pyspark.sql.types import StructField, StructType

    fields = []
    for field in schema:
        try:
            spark_type = from_arrow_type(_convert_type(field.type))
        except PySparkException as error:
            raise InputError(
                f"{name}: column {field.name!r} holds {field.type}, which Spark does not support: "
                "remove it, or use --engine batches"
            ) from error
        fields.append(StructField(field.name, spark_type, True))
    return StructType(fields)


def _convert_type(arrow_type: Any) -> Any:
    """Return an Arrow type that Spark supports and that can hold the same values, if possible."""
    import pyarrow as pa

    if pa.types.is_dictionary(arrow_type):
        return _convert_type(arrow_type.value_type)
    if pa.types.is_null(arrow_type) or pa.types.is_string_view(arrow_type):
        return pa.string()
    return arrow_type


def _open_remote(spark: Any, job: FrameJob) -> SparkInput:
    """Open Parquet files that only Spark can read; Spark reads large files first."""
    from pyspark.sql import functions as F  # noqa: N812

    _set_min_partitions(spark)
    rows = spark.read.parquet(*job.files)
    columns = find_columns(job.files[0], rows.columns, job)
    columns.check(rows.columns, job.files[0])
    frame = rows.select(
        "*",
        F.col("_metadata.file_path").alias(_FILE_COLUMN),
        F.col("_metadata.row_index").alias(_ROW_COLUMN),
    )
    read = FrameReader((_FILE_COLUMN, _ROW_COLUMN), is_temporary=True)
    return SparkInput(frame, read, rows.schema, columns, 0, ())


def _set_min_partitions(spark: Any) -> None:
    """Set the number of tasks as for local files; Spark's default is one or two per core."""
    if spark.conf.get(_MIN_PARTITIONS_SETTING, None) is None:
        task_count = spark.sparkContext.defaultParallelism * _TASKS_PER_CORE
        spark.conf.set(_MIN_PARTITIONS_SETTING, str(task_count))


def _check_output(job: FrameJob) -> None:
    """Check before scoring that the output can be written."""
    if job.output is None:
        return
    output = Path(job.output)
    if _REMOTE_PATH.match(job.output):
        if output.suffix != SUFFIX:
            raise UsageError(f"-o {job.output}: give a name that ends in {SUFFIX}, or a local path")
        return
    if output.suffix != SUFFIX:
        check_rows_path(output)
    if not output.resolve().parent.is_dir():
        raise InputError(f"cannot write {output}: there is no folder {output.parent}")
    if output.suffix == SUFFIX and (output.exists() or output.is_symlink()):
        raise InputError(f"{output} already exists: remove it, or choose another name")


def _write_output(plan: ScoringPlan, job: FrameJob, spark_input: SparkInput, results: Any) -> None:
    if job.output is None:
        plan.frame.write.format("noop").mode("overwrite").save()
    elif _REMOTE_PATH.match(job.output):
        plan.frame.write.parquet(job.output)
    else:
        _write_local(plan, Path(job.output).resolve(), job, spark_input, results)


def _write_local(
    plan: ScoringPlan, output: Path, job: FrameJob, spark_input: SparkInput, results: Any
) -> None:
    """Write to a folder next to the output and rename it when it is complete."""
    folder = output.with_name(f".{output.name}.{secrets.token_hex(4)}")
    try:
        plan.frame.write.parquet(f"file://{folder}")
        results.value.raise_error()
        if output.suffix == SUFFIX:
            folder.rename(output)
            return
        # Part numbers have five digits, and more from 100,000 parts on.
        parts = sorted(folder.glob("part-*"), key=lambda part: (len(part.name), part.name))
        has_documents = any(metric.of_documents for metric in job.metrics)
        write_fields(output, lambda: read_parts(parts, spark_input.json_columns), has_documents)
    except BaseException:
        _wait_for_tasks(plan.frame.sparkSession)
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _wait_for_tasks(spark: Any) -> None:
    """Wait until no task is running, for a few seconds at most.

    When a task fails, Spark reports it at once, but the other tasks may write for some more time.
    """
    end = time.monotonic() + _MAX_WAIT_SECONDS
    with suppress(Exception):  # Spark may have ended, and the reason is reported elsewhere
        store = spark.sparkContext._jsc.sc().statusStore()
        while time.monotonic() < end:
            executors = store.executorList(True)
            if not any(executors.apply(i).activeTasks() for i in range(executors.size())):
                return
            time.sleep(0.05)


@contextmanager
def _report_progress(spark: Any, report: Any, results: Any) -> Iterator[None]:
    """Report the rows of finished tasks; cancel all tasks when one reports an error."""
    reported_count = 0
    context, job_group = spark.sparkContext, secrets.token_hex(8)
    context.setJobGroup(job_group, "tesla score")

    def report_rows() -> None:
        nonlocal reported_count
        totals = results.value.totals
        row_count = totals.row_count + totals.bad_row_count
        report(row_count - reported_count)
        reported_count = row_count

    def check_results() -> bool:
        report_rows()
        if results.value.error is not None:
            context.cancelJobGroup(job_group)
            return False
        return True

    try:
        with call_periodically(check_results):
            yield
    finally:
        context.setLocalProperty("spark.jobGroup.id", None)
    report_rows()


def _run_input_checks(
    job: FrameJob, columns: ColumnRoles, sampled_texts: Mapping[int, BatchTexts]
) -> None:
    """Run the input checks on the first rows of partitions; `sampled_texts` has their texts."""
    checks = open_input_checks(job, columns)
    for partition in sorted(sampled_texts):
        check_texts(checks, job, sampled_texts[partition], " (sampled rows)")
    checks.issue_warnings()
