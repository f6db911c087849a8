"""`tesla train tesla-n`: an adapter for an encoder, from people's judgments."""

import argparse
import sys
import warnings
from typing import TYPE_CHECKING

from ...errors import ExitCode, TeslaWarning, UsageError
from ..build.common import check_output, making_output, report
from ..options import Commands, add_command, add_work
from .common import add_folders, find_tracks, named, planned_bar

if TYPE_CHECKING:
    from ...context.training.settings import ContextSettings

_EPILOG = """\
examples:
  tesla train tesla-n --judgments wmt12 wmt14 wmt16 -l en -o en.adapter
  tesla train tesla-n --judgments mydomain -l de --encoder multilingual/ -o de.adapter
  tesla score hyp.txt -r ref.txt -l en -m tesla-n --adapter en.adapter

Judged sets are laid out as for 'tesla meta': rankings, scores of segments, or both; thousands of
judgments are wanted. Learnt are small changes of the encoder's matrices, and how features make a
score. Printed is the agreement with people on a fifth of the segments, which a first run leaves
out. On a GPU that takes minutes, on a CPU hours. It needs torch
(pip install '.[train-context]'); scoring with the adapter does not.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "tesla-n", "an adapter for tesla-n's encoder", _EPILOG)
    add_folders(parser, "that of all sets, which must be one")
    parser.add_argument(
        "--encoder", default="auto", metavar="WHAT",
        help="a FILE of tesla build encoder, or a DIR (default: auto, the one for English)",
    )  # fmt: skip
    parser.add_argument(
        "--device", choices=("auto", "cpu", "cuda"), default="auto",
        help="where to learn (default: auto, the GPU where there is one)",
    )  # fmt: skip
    for name, default, what in (
        ("--epochs", 3, "how often all judgments are seen"),
        ("--runs", 3, "how many trainings, each with the next seed, are averaged"),
        ("--rank", 16, "of the changes of matrices"),
        ("--seed", 1, "of the order of judgments"),
    ):
        parser.add_argument(
            name, type=int, default=default, metavar="N", help=f"{what} ({default})"
        )
    parser.add_argument(
        "--synthetic", type=float, default=0.3, metavar="W",
        help="what sentences weigh that are made worse on purpose: more careful with names and "
        "numbers (0.3; 0: none are made)",
    )  # fmt: skip
    add_work(parser)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...judging.faults import Faults
    from ...reports.training_n import render_adapter
    from ...training.tesla_n import train_tesla_n

    settings = _check(args)
    faults = Faults(skip=args.skip_bad)
    tracks = find_tracks(args, faults)
    found = list(dict.fromkeys(track.lang for track in tracks))
    if len(found) > 1 or not found[0]:
        raise UsageError(
            f"the judged sets are into {named(found)}: choose one language with -l, such as -l en"
        )
    with planned_bar("steps", args.quiet) as (planned, progress):
        trained = train_tesla_n(
            tracks,
            settings,
            encoder=args.encoder,
            device=args.device,
            jobs=args.jobs,
            progress=progress,
            planned=planned,
        )
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    trained.write(args.output)
    sys.stdout.write(render_adapter(trained, args.format))
    return report(args.output, f"an adapter of {len(trained.learnt.changes)} matrices")


def _check(args: argparse.Namespace) -> "ContextSettings":
    """What is wrong is said before the long work, not after it."""
    from ...context.training.settings import ContextSettings

    if args.output is None:
        raise UsageError("there is nowhere to write the adapter: give -o FILE")
    check_output(args.output)
    for name in ("jobs", "epochs", "runs", "rank"):
        if (value := getattr(args, name)) < 1:
            raise UsageError(f"--{name} {value}: give a number from 1 on")
    if args.seed < 0:
        raise UsageError(f"seed {args.seed}: give a whole number from 0 on")
    if not 0 <= args.synthetic <= 100:
        raise UsageError(f"--synthetic {args.synthetic:g}: give a weight from 0 on")
    return ContextSettings(
        rank=args.rank,
        epochs=args.epochs,
        synthetic=args.synthetic,
        seed=args.seed,
        runs=args.runs,
    )
