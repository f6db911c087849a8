"""The options --engine and --jobs, the options of Spark, and scoring with other engines."""

import argparse
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ...files.testsets.formats import PARQUET, TABLE_FORMATS, is_parquet
from ...optional import requires_extra

if TYPE_CHECKING:
    from ...metrics.base import Metric
    from ...metrics.score import Score
    from ...resampling import Resampling
    from ...scale.frames.job import FrameJob

# Maximum number of jobs without -j: each job needs memory, and a machine may be shared.
_MAX_DEFAULT_JOBS = 4


def get_job_count(args: argparse.Namespace, *, is_threaded: bool) -> int:
    """Return the value of -j, or choose a number of jobs; scores do not depend on it.

    If the work is `is_threaded`, the default is one thread per processor, up to a limit. Otherwise
    each job is a process that loads all resources, and the default is 1.
    """
    requested_jobs: int | None = args.jobs
    if requested_jobs is not None:
        return requested_jobs
    return min(_MAX_DEFAULT_JOBS, processor_count()) if is_threaded else 1


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
    """Return the values of given options of Spark, by flag."""
    values = {"--master": args.master, "--spark": args.spark}
    return {flag: value for flag, value in values.items() if value}


# Values of --engine.
WHOLE_ENGINE, BATCHES_ENGINE, SPARK_ENGINE = "whole", "batches", "spark"


def add_table_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add --engine, and the options of the engines `batches` and `spark`."""
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
    """Return the engine to use, after checking that it has all given options."""
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
    """Return (system, score) pairs by the engine `batches` or `spark`; write the rows of -o."""
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
    """Raise an error in one line if a package that the engine needs is not installed."""
    with requires_extra("pyarrow", "frames"):
        import pyarrow  # noqa: F401
    if engine == SPARK_ENGINE:
        with requires_extra("pyspark", "spark"):
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
        get_job_count(args, is_threaded=False),
        args.quiet,
    )


def _has_parquet(args: argparse.Namespace) -> bool:
    """Return whether an input or the output is Parquet."""
    output_files = [] if args.output is None else [args.output]
    files = [*(args.hypotheses or []), *output_files]
    return args.input == PARQUET or any(map(is_parquet, files))


def _find_incompatible_options(args: argparse.Namespace, engine: str) -> Iterator[str]:
    """Yield an error message for each given option that the engine does not have."""
    if engine != SPARK_ENGINE:
        for flag in get_explicit_spark_options(args):
            yield f"{flag} is an option of Spark: add --engine spark"
    if engine == WHOLE_ENGINE:
        batch_options = {"--keep-bad": args.keep_bad, "--statistics": args.statistics}
        for flag, is_given in batch_options.items():
            if is_given:
                yield f"{flag} is for tables that are read in batches: add --engine batches"
        if _has_parquet(args):
            yield "Parquet is read and written in batches: give --engine batches"
        return
    if args.statistics and args.output is None:
        yield "--statistics adds a column to the written rows: add -o FILE"
    if args.input not in (None, *TABLE_FORMATS, PARQUET):
        yield f"--engine {engine} reads tables, not {args.input}: give --engine whole"
    for flag, value in _get_whole_engine_options(args).items():
        if value:
            yield f"--engine {engine} has no {flag}: leave it out, or give --engine whole"


def _get_whole_engine_options(args: argparse.Namespace) -> dict[str, Any]:
    """Return the options that only the engine `whole` has, by flag; true values are given.

    These options need all segments at once, or files that are aligned by line.
    """
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
