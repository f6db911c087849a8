"""The options --engine and --jobs, and the options of Spark."""

import argparse
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ...files.testsets.formats import PARQUET, TABLES, is_parquet
from ...optional import needs

if TYPE_CHECKING:
    from ...metrics.base import Metric
    from ...metrics.score import Score
    from ...resampling import Resampling
    from ...scale.frames.job import FrameJob

# Each job has its own memory, and a shared machine may have a hundred processors.
_MAX_DEFAULT_JOBS = 4


def jobs_of(args: argparse.Namespace, *, threaded: bool) -> int:
    """Return the number of jobs: that of -j, else one per processor up to a limit for threads.

    Scores do not depend on it. Where threads do not help, processes are started, each of which
    loads all resources; they are used only on request.
    """
    requested: int | None = args.jobs
    if requested is not None:
        return requested
    return min(_MAX_DEFAULT_JOBS, processor_count()) if threaded else 1


def processor_count() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def add_spark_options(group: "argparse._ArgumentGroup") -> None:
    """Add the options of Spark."""
    group.add_argument(
        "--master", metavar="URL",
        help="where Spark runs: local[4], spark://HOST:7077, yarn … (default: local[*], all cores "
        "of this machine)",
    )  # fmt: skip
    group.add_argument(
        "--spark", action="append", default=[], metavar="NAME=VALUE",
        help="a setting of Spark, such as spark.executor.memory=4g; repeat for several",
    )  # fmt: skip


def get_explicit_spark_options(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options of Spark that were given, by flag; without Spark they are refused."""
    values = {"--master": args.master, "--spark": args.spark}
    return {flag: value for flag, value in values.items() if value}


WHOLE_ENGINE, BATCHES_ENGINE, SPARK_ENGINE = "whole", "batches", "spark"


def add_table_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add --engine and the options of engines that read tables in batches."""
    group = parser.add_argument_group("tables of any number of rows")
    group.add_argument(
        "--engine", choices=(WHOLE_ENGINE, BATCHES_ENGINE, SPARK_ENGINE),
        help="whole: read a test set, all systems at once; batches: read tables a few thousand "
        "rows at a time, several files as one table; spark: the same on Apache Spark (default: "
        "whole, or batches if Parquet is read or written)",
    )  # fmt: skip
    group.add_argument(
        "--keep-bad", action="store_true",
        help="keep rows that cannot be scored, with null scores (default: the first is an error)",
    )  # fmt: skip
    group.add_argument(
        "--statistics", action="store_true",
        help="also write to -o what each row contributes to a system's score, for 'aggregate' of "
        "tesla_metrics",
    )  # fmt: skip
    add_spark_options(group)


def choose_engine(args: argparse.Namespace) -> str:
    """Return the engine to use, after checking that all options are for it."""
    engine: str = args.engine or (BATCHES_ENGINE if _has_parquet(args) else WHOLE_ENGINE)
    message = next(_find_incompatible_options(args, engine), None)
    if message is not None:
        raise UsageError(message)
    return engine


def score_frames(
    args: argparse.Namespace,
    engine: str,
    metrics: "Sequence[Metric[Any]]",
    resampling: "Resampling | None",
) -> "list[tuple[str, Score]]":
    """Return the scores of systems by an engine other than `whole`; write the rows of -o too."""
    from .progress import progress_bars

    _check_packages(engine)
    job = _make_job(args, metrics, resampling)
    with progress_bars(args.quiet) as start_bar:
        if engine == SPARK_ENGINE:
            from ...scale.spark.run import score_files as score_on_spark
            from ...scale.spark.session import parse_settings

            return score_on_spark(job, args.master, parse_settings(args.spark), start_bar)
        from ...scale.frames.run import score_files

        return score_files(job, start_bar)


def _check_packages(engine: str) -> None:
    """Check first that packages are installed, so that a missing one is reported in one line."""
    with needs("pyarrow", "frames"):
        import pyarrow  # noqa: F401
    if engine == SPARK_ENGINE:
        with needs("pyspark", "spark"):
            import pyspark  # noqa: F401


def _make_job(
    args: argparse.Namespace, metrics: "Sequence[Metric[Any]]", resampling: "Resampling | None"
) -> "FrameJob":
    from ...scale.frames.job import FrameJob

    return FrameJob(
        tuple(args.hypotheses),
        tuple(metrics),
        args.input,
        tuple(args.columns),
        args.header,
        None if args.output is None else str(args.output),
        args.statistics,
        args.keep_bad,
        args.skip_empty_references,
        args.max_line,
        resampling,
        jobs_of(args, threaded=False),
        args.quiet,
    )


def _has_parquet(args: argparse.Namespace) -> bool:
    output = [] if args.output is None else [args.output]
    return args.input == PARQUET or any(map(is_parquet, [*(args.hypotheses or []), *output]))


def _find_incompatible_options(args: argparse.Namespace, engine: str) -> Iterator[str]:
    """Yield an error message for each option that is for another engine."""
    for flag in get_explicit_spark_options(args) if engine != SPARK_ENGINE else ():
        yield f"{flag} is an option of Spark: add --engine spark"
    if engine == WHOLE_ENGINE:
        batch_options = {"--keep-bad": args.keep_bad, "--statistics": args.statistics}
        for flag in (flag for flag, value in batch_options.items() if value):
            yield f"{flag} is for tables that are read in batches: add --engine batches"
        if _has_parquet(args):
            yield "Parquet is read and written in batches: give --engine batches"
        return
    if args.statistics and args.output is None:
        yield "--statistics adds a column to the written rows: add -o FILE"
    if args.input not in (None, *TABLES, PARQUET):
        yield f"--engine {engine} reads tables, not {args.input}: give --engine whole"
    for flag, value in _get_whole_engine_options(args).items():
        if value:
            yield f"--engine {engine} has no {flag}: leave it out, or give --engine whole"


def _get_whole_engine_options(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options that need all segments at once, or parallel files, by flag."""
    return {
        "-r (name a column, ref=)": args.references,
        "-s (name a column, src=)": args.source is not None,
        "-t": args.test_set is not None,
        "--systems": args.only_systems,
        "--refs": args.only_references,
        "--html": args.html is not None,
        "--segments": args.segments,
        "--worst": args.worst,
        "--best": args.best,
        "--write-scores": args.write_scores is not None,
    }
