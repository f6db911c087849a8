"""`tesla tune --nbest`: weights from lists that are there already."""

import argparse

from ...errors import ExitCode, UsageError
from ..options import Command


def add_arguments(parser: Command) -> None:
    """Lists, and what becomes of them."""
    parser.add_argument(
        "--nbest", nargs="+", action="extend", default=[], metavar="LIST",
        help="lists of candidates with features; several are pooled",
    )  # fmt: skip
    parser.add_argument("-o", "--output", metavar="FILE", help="the weights")


def run(args: argparse.Namespace) -> ExitCode:
    if not args.nbest:
        raise UsageError("nothing to tune on: give --nbest LIST (see 'tesla tune --help')")
    raise UsageError("tuning on fixed lists is not there yet")
