"""--engine of `tesla score`: a whole test set, tables of any number of rows, or Spark."""

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import UsageError
from ..optional import needs
from ..testsets.kinds import PARQUET, TABLES, is_parquet
from .jobs import jobs_of
from .on_spark import add_spark, given_for_spark

if TYPE_CHECKING:
    from ..frames.job import FrameJob
    from ..metrics.base import Metric
    from ..metrics.score import Score
    from ..resampling import Resampling

WHOLE, BATCHES, SPARK = "whole", "batches", "spark"


def add_engines(parser: argparse.ArgumentParser) -> None:
    """Which, and what the others have beside."""
    group = parser.add_argument_group("tables of any number of rows")
    group.add_argument(
        "--engine", choices=(WHOLE, BATCHES, SPARK),
        help="whole: a test set, all systems at once; batches: tables a few thousand rows at a "
        "time, several files are more rows; spark: the same on Apache Spark (default: whole, and "
        "batches where Parquet is read or written)",
    )  # fmt: skip
    group.add_argument(
        "--keep-bad", action="store_true",
        help="rows that cannot be scored are kept with null scores (default: the first is an "
        "error)",
    )  # fmt: skip
    group.add_argument(
        "--statistics", action="store_true",
        help="-o also has what each row contributes to a system's score, for 'aggregate' of "
        "tesla_metrics.spark",
    )  # fmt: skip
    add_spark(group)


def asked_engine(args: argparse.Namespace) -> str:
    """Which does the work, once all options are known to be for it."""
    engine: str = args.engine or (BATCHES if _has_parquet(args) else WHOLE)
    strange = next(_strange(args, engine), None)
    if strange is not None:
        raise UsageError(strange)
    return engine


def score_frames(
    args: argparse.Namespace,
    engine: str,
    metrics: "Sequence[Metric[Any]]",
    interval: "Resampling | None",
) -> "list[tuple[str, Score]]":
    """The scores of systems by an engine that is not `whole`; it writes the rows too."""
    from .tune.watching import watching

    _check_packages(engine)
    job = _job(args, metrics, interval)
    with watching(args.quiet) as watch:
        if engine == SPARK:
            from ..spark.run import score_files as score_on_spark
            from ..spark.session import parse_settings

            return score_on_spark(job, args.master, parse_settings(args.spark), watch)
        from ..frames.run import score_files

        return score_files(job, watch)


def _check_packages(engine: str) -> None:
    """Before all else, so that it is said in one line."""
    with needs("pyarrow", "frames"):
        import pyarrow  # noqa: F401
    if engine == SPARK:
        with needs("pyspark", "spark"):
            import pyspark  # noqa: F401


def _job(
    args: argparse.Namespace, metrics: "Sequence[Metric[Any]]", interval: "Resampling | None"
) -> "FrameJob":
    from ..frames.job import FrameJob

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
        interval,
        jobs_of(args, threaded=False),
        args.quiet,
    )


def _has_parquet(args: argparse.Namespace) -> bool:
    output = [] if args.output is None else [args.output]
    return args.input == PARQUET or any(map(is_parquet, [*(args.hypotheses or []), *output]))


def _strange(args: argparse.Namespace, engine: str) -> Iterator[str]:
    """What is wrong with each option that is for another engine."""
    for flag in given_for_spark(args) if engine != SPARK else ():
        yield f"{flag} is of Spark: add --engine spark"
    if engine == WHOLE:
        of_rows = {"--keep-bad": args.keep_bad, "--statistics": args.statistics}
        for flag in (flag for flag, given in of_rows.items() if given):
            yield f"{flag} is of tables of any number of rows: add --engine batches"
        if _has_parquet(args):
            yield "Parquet is read and written a few rows at a time: give --engine batches"
        return
    if args.statistics and args.output is None:
        yield "--statistics are a column of what is written: add -o FILE"
    if args.input not in (None, *TABLES, PARQUET):
        yield f"--engine {engine} reads tables, not {args.input}: give --engine whole"
    for flag, given in _of_whole(args).items():
        if given:
            yield f"--engine {engine} has no {flag}: leave it out, or give --engine whole"


def _of_whole(args: argparse.Namespace) -> dict[str, Any]:
    """Options that want all segments at once, or files beside each other."""
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
