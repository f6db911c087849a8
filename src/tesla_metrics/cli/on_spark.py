"""--master and --spark, of every command that Spark can run."""

import argparse
from typing import Any


def add_spark(group: "argparse._ArgumentGroup") -> None:
    """Where Spark runs and what it is told."""
    group.add_argument(
        "--master", metavar="URL",
        help="where Spark runs: local[4], spark://HOST:7077, yarn … (default: local[*], all cores "
        "of this machine)",
    )  # fmt: skip
    group.add_argument(
        "--spark", action="append", default=[], metavar="NAME=VALUE",
        help="a setting of Spark, such as spark.executor.memory=4g; again for more",
    )  # fmt: skip


def given_for_spark(args: argparse.Namespace) -> dict[str, Any]:
    """Those that somebody gave, by flag: without Spark there is nothing that they could mean."""
    found = {"--master": args.master, "--spark": args.spark}
    return {flag: given for flag, given in found.items() if given}
