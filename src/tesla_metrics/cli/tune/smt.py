"""`tesla tune --train-smt`: a phrase-based system from a bitext, for the loop to tune."""

import argparse
import sys
from pathlib import Path

from ...errors import ExitCode, UsageError
from ..options import Command, check_stdin_once
from .watching import watching


def add_arguments(parser: Command) -> None:
    """Both sides of the bitext, and where the system goes."""
    group = parser.add_argument_group("a system to tune (Thot, the extra [smt])")
    group.add_argument(
        "--train-smt", nargs=2, metavar=("SRC", "TGT"),
        help="train on sentences and their translations, line by line; with -l fr-en",
    )  # fmt: skip
    group.add_argument("--smt", type=Path, metavar="DIR", help="the folder of the new system")


def run(args: argparse.Namespace) -> ExitCode:
    from ...pivot.bitext import TwoFiles
    from ...tuning.smt.train import train_smt

    if args.smt is None:
        raise UsageError("there is nowhere to write the system: give --smt DIR")
    check_stdin_once("tesla tune --train-smt", args.train_smt)
    pairs = TwoFiles(*args.train_smt).pairs()
    with watching(args.quiet) as watch:
        trained = train_smt(
            pairs,
            _languages(args.lang),
            args.smt,
            lowercase=bool(getattr(args, "lowercase", False)),
            watch=watch,
        )
    if not args.quiet:
        print(f"{args.smt}: a system trained on {trained.pairs} sentence pairs", file=sys.stderr)
    return ExitCode.DONE


def _languages(given: str | None) -> tuple[str, str]:
    from ...languages import parse_language

    source, dash, target = (given or "").partition("-")
    if not dash:
        raise UsageError("from which language into which? Give -l SOURCE-TARGET, such as -l fr-en")
    return parse_language(source), parse_language(target)
