"""Options, checks and messages that the `tesla build` commands share."""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from ....errors import ExitCode, InputError, UsageError
from ....files.atomic import check_not_input_file
from ....files.lines import iterate_lines
from ....files.locking import hold_output_lock
from ....files.resource import Resource, write_resource
from ..engines import add_spark_options, get_explicit_spark_options

# Values of --engine: work in this process, or on Apache Spark.
LOCAL, SPARK = "local", "spark"
ENGINES = (LOCAL, SPARK)
# Function that runs a command with its parsed arguments.
RunFunction = Callable[[argparse.Namespace], ExitCode]


def add_output_option(parser: argparse.ArgumentParser) -> None:
    """Add -o, the file to write, as a required option."""
    parser.add_argument("-o", "--output", required=True, type=Path, metavar="FILE")


def add_recorded_language_option(
    parser: argparse.ArgumentParser, extra_help: str = "", *, required: bool = False
) -> None:
    """Add -l, which is recorded in the written file; `extra_help` is added to its help text."""
    parser.add_argument(
        "-l",
        "--lang",
        default="und",
        required=required,
        metavar="LANG",
        help=f"language, recorded in the file{extra_help}",
    )


def add_engine_options(parser: argparse.ArgumentParser) -> None:
    """Add --engine, --stage and the options of Spark."""
    group = parser.add_argument_group("on a cluster")
    group.add_argument(
        "--engine",
        choices=ENGINES,
        default=LOCAL,
        help="local (default): this process; spark: Apache Spark, with the same result",
    )
    add_spark_options(group)
    group.add_argument(
        "--stage",
        metavar="URI",
        help="folder for temporary data that all machines can access: hdfs://, s3a:// or a path "
        "(default: the folder of the output)",
    )


def uses_spark(args: argparse.Namespace) -> bool:
    """Return whether --engine is spark; if it is not, refuse the options of Spark."""
    if args.engine == SPARK:
        return True
    spark_flags = list(get_explicit_spark_options(args))
    if args.stage:
        spark_flags.append("--stage")
    if spark_flags:
        raise UsageError(f"{spark_flags[0]} is an option of Spark: add --engine spark")
    return False


def open_spark(args: argparse.Namespace) -> AbstractContextManager[Any]:
    """Return a context manager that starts a Spark session with the given options and stops it."""
    from ....scale.spark.session import parse_settings, spark_session

    return spark_session(args.master, parse_settings(args.spark))


@contextmanager
def open_staged_spark(args: argparse.Namespace) -> Iterator[tuple[Any, str]]:
    """Yield a Spark session and the URI of a folder for temporary data.

    At the end the folder is removed, and the session is stopped.
    """
    from ....scale.spark.staging import stage_folder

    with open_spark(args) as spark, stage_folder(spark, args.output, args.stage) as stage:
        yield spark, stage


def iterate_all_lines(paths: Sequence[str]) -> Iterator[str]:
    """Yield the lines of all files, one file after another."""
    for path in paths:
        yield from iterate_lines(path)


def lock_output(run: RunFunction) -> RunFunction:
    """Decorate the function of a command to lock its output file.

    A second process with the same output file raises an error.
    """

    @wraps(run)
    def run_locked(args: argparse.Namespace) -> ExitCode:
        if args.output is None:
            return run(args)
        with hold_output_lock(args.output):
            return run(args)

    return run_locked


def check_output(path: Path, input_files: Sequence[str] = ()) -> None:
    """Refuse an output path that cannot be written or is one of the input files."""
    check_not_input_file(path, input_files)
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"cannot write {path}: give a file in a folder that exists")


def write_and_report(path: Path, resource: Resource, description: str) -> ExitCode:
    """Write a resource, and print the name, content and size of the file."""
    write_resource(path, resource)
    return report_written_file(path, description)


def report_written_file(path: Path, description: str) -> ExitCode:
    """Print the name, content and size of a written file to standard error."""
    print(f"{path}: {description}, {path.stat().st_size} bytes", file=sys.stderr)
    return ExitCode.DONE
