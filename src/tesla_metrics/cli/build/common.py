"""What the kinds of `tesla build` share: where to write, who else may not, how to end."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from ...errors import ExitCode, InputError, UsageError
from ...files.distinct import check_not_read
from ...files.lines import iterate_lines
from ...files.locked import locked
from ...files.resource import Resource, write_resource
from ..on_spark import add_spark, given_for_spark

ENGINES = LOCAL, SPARK = "local", "spark"
Run = Callable[[argparse.Namespace], ExitCode]


def add_output(parser: argparse.ArgumentParser) -> None:
    """-o."""
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE")


def add_recorded_language(
    parser: argparse.ArgumentParser, use: str = "", *, required: bool = False
) -> None:
    """-l, which goes into the file, and what else it is for."""
    parser.add_argument(
        "-l",
        "--lang",
        default="und",
        required=required,
        metavar="LANG",
        help=f"language, recorded in the file{use}",
    )


def add_engine(parser: argparse.ArgumentParser) -> None:
    """--engine, and what Spark is told."""
    group = parser.add_argument_group("on a cluster")
    group.add_argument(
        "--engine",
        choices=ENGINES,
        default=LOCAL,
        help="local (default: this process), or spark: Apache Spark, with the same result",
    )
    add_spark(group)
    group.add_argument(
        "--stage",
        metavar="URI",
        help="folder that all machines see, for what is kept meanwhile: hdfs://, s3a:// or a path "
        "(default: the output's)",
    )


def on_spark(args: argparse.Namespace) -> bool:
    """Whether Spark is to do it; its options are refused where it is not."""
    if args.engine == SPARK:
        return True
    stage = ["--stage"] if args.stage else []
    for flag in (*given_for_spark(args), *stage):
        raise UsageError(f"{flag} is of Spark: add --engine spark")
    return False


def spark_of(args: argparse.Namespace) -> AbstractContextManager[Any]:
    """Spark as the options want it; it goes at the end."""
    from ...spark.session import parse_settings, spark_session

    return spark_session(args.master, parse_settings(args.spark))


@contextmanager
def staged_spark(args: argparse.Namespace) -> Iterator[tuple[Any, str]]:
    """Spark as the options want it, and the URI of a stage; both go at the end."""
    from ...spark.staging import stage_folder

    with spark_of(args) as spark, stage_folder(spark, args.output, args.stage) as stage:
        yield spark, stage


def lines_of(paths: Sequence[str]) -> Iterator[str]:
    """The lines of all files, one file after another."""
    for path in paths:
        yield from iterate_lines(path)


def making_output(run: Run) -> Run:
    """The command with its output locked from its start: of two, the second is refused at once."""

    @wraps(run)
    def run_locked(args: argparse.Namespace) -> ExitCode:
        if args.output is None:
            return run(args)
        with locked(args.output):
            return run(args)

    return run_locked


def check_output(path: Path, sources: Sequence[str] = ()) -> None:
    """Refuse a path that cannot be written, or is a source: before the work and not after it."""
    check_not_read(path, sources)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"cannot write {path}: give a file in a folder that exists")


def finish(path: Path, resource: Resource, what: str) -> ExitCode:
    """Write the resource and say what it is."""
    write_resource(path, resource)
    return report(path, what)


def report(path: Path, what: str) -> ExitCode:
    """Say what the file that was written is."""
    print(f"{path}: {what}, {path.stat().st_size} bytes", file=sys.stderr)
    return ExitCode.DONE
