"""`tesla train tesla-x`: its constants from people's judgments."""

import argparse
import sys
import warnings
from typing import TYPE_CHECKING, Any

from ...errors import ExitCode, TeslaWarning, UsageError
from ..build.common import check_output, making_output, report
from ..options import Commands, add_command, add_work
from ..parameters import add_parameters, given_options
from .common import add_folders, add_learning, find_tracks, named, planned_bar

if TYPE_CHECKING:
    from ...training.tesla_x import TrainedX

_EPILOG = """\
examples:
  tesla train tesla-x --judgments mydomain/de-en -o en.model
  tesla train tesla-x --judgments wmt12 --pairs de-en fr-en --constant lemma=0.9 -o en.model
  tesla score hyp.txt -r ref.txt -l en -m tesla-x --model en.model

Judged sets are laid out as for 'tesla meta'; a few hundred segments are enough. Constants move
away from their defaults as far as held-out segments clearly gain by it, and not far; those that are
given stay as they are. Printed are the constants that moved (-f json: all), and the agreement with
people on held-out segments.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "tesla-x", "constants of tesla-x, from judgments", _EPILOG)
    add_folders(parser, "all of them, in one model")
    add_learning(parser)
    parser.add_argument(
        "--seed", type=int, default=12345, metavar="N",
        help="deals segments to folds and draws samples (12345)",
    )  # fmt: skip
    add_work(parser)
    add_parameters(parser, ["tesla-x"], ("model", "multi", "lowercase"), "what is not learnt")
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...judging.faults import Faults
    from ...reports.training_x import render_constants
    from ...training.tesla_x import train_tesla_x

    settings = _check(args)
    faults = Faults(skip=args.skip_bad)
    tracks = find_tracks(args, faults)
    if not all(track.lang for track in tracks):
        languages = list(dict.fromkeys(track.lang for track in tracks))
        raise UsageError(
            f"the judged sets are into {named(languages)}: name folders by language pair, such as "
            "de-en, or choose a language with -l"
        )
    with planned_bar("scores", args.quiet) as (planned, progress):
        trained = train_tesla_x(
            tracks,
            settings,
            method=args.method,
            margin=args.margin,
            seed=args.seed,
            jobs=args.jobs,
            progress=progress,
            planned=planned,
        )
    for line in [*faults.summary(), *_too_few(trained)]:
        warnings.warn(line, TeslaWarning, stacklevel=2)
    trained.write(args.output)
    sys.stdout.write(render_constants(trained, args.format))
    return report(args.output, f"a tesla-x model of {len(trained.model.constants)} constants")


def _too_few(trained: "TrainedX") -> list[str]:
    """What to expect of a training on next to nothing."""
    from ...training.tesla_x import FEW, HALF_WAY

    if trained.segments >= FEW:
        return []
    return [
        f"only {trained.segments} judged segments: constants hardly move, and agreement on "
        f"held-out folds is mostly chance; {HALF_WAY} are a sensible number"
    ]


def _check(args: argparse.Namespace) -> dict[str, Any]:
    """What is wrong is said before the long work, not after it; the settings that were given."""
    if args.output is None:
        raise UsageError("there is nowhere to write the model: give -o FILE")
    check_output(args.output)
    if args.jobs < 1:
        raise UsageError(f"{args.jobs} jobs: give a number from 1 on")
    if args.seed < 0:
        raise UsageError(f"seed {args.seed}: give a whole number from 0 on")
    return given_options(args)
