"""`tesla tune --write-moses`: the same lists for Moses' own `mert`."""

import argparse
import json
import sys
from pathlib import Path

from ...errors import ExitCode, InputError, UsageError
from ..options import Command, check_stdin_once
from ..progress import ProgressBar
from ..segments import sources
from .lists import held_against, one_metric


def add_arguments(parser: Command) -> None:
    """Where files go."""
    group = parser.add_argument_group("for other tuners")
    group.add_argument(
        "--write-moses", type=Path, metavar="DIR",
        help="write features, statistics and start there for Moses' mert, over files of the same "
        "names, and tune nothing; the folder is made",
    )  # fmt: skip


def run(args: argparse.Namespace) -> ExitCode:
    from ...judging.readers.score_files import make_folder
    from ...nbest.nbest import read_nbest
    from ...nbest.weights import read_weights
    from ...tuning.moses.export import export_moses
    from ...tuning.statistics import CandidateStatistics

    metric = one_metric(args)
    _check_format(args.format)
    read = [*args.nbest, *sources(args), *args.references, *([args.start] if args.start else [])]
    check_stdin_once("tesla tune", read)
    _check_place(args.write_moses)
    make_folder(args.write_moses)
    nbest = read_nbest(args.nbest)
    start = None if args.start is None else read_weights(args.start)
    references = CandidateStatistics(metric, held_against(args, nbest, metric))
    with ProgressBar(len(nbest.texts), "scoring", args.quiet) as bar:
        found = export_moses(
            args.write_moses, nbest, references, start, jobs=args.jobs, progress=bar.advance
        )
    if args.format == "json":
        record = {
            "lists": len(nbest), "candidates": found.candidates, "kind": found.kind,
            "command": found.command, "signature": str(references.signature()),
        }  # fmt: skip
        sys.stdout.write(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(f"{found.command}\n\n{references.signature()}\n")
    return ExitCode.DONE


def _check_place(folder: Path) -> None:
    """A new folder stands in one that is there: else the name is a slip."""
    if not folder.absolute().parent.is_dir():
        raise InputError(
            f"cannot make {folder}: there is no folder {folder.parent}; make it, or choose another"
        )


def _check_format(given: str) -> None:
    if given not in ("text", "json"):
        raise UsageError(
            f"--write-moses prints a command, no {given}: give -f json, or leave -f out"
        )
