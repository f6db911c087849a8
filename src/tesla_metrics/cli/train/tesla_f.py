"""`tesla train tesla-f`: weights of features from people's judgments."""

import argparse
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...errors import ExitCode, TeslaWarning, UsageError
from ..build.common import check_output, making_output, report
from ..options import Commands, add_command, add_work
from ..parameters import add_parameters, given_options
from ..progress import ProgressBar
from .common import add_folders, add_learning, find_tracks, named, planned_bar

if TYPE_CHECKING:
    from ...judging.faults import Faults
    from ...judging.judgments import Track
    from ...training.tesla_f import Trained

_EPILOG = """\
examples:
  tesla train tesla-f --judgments wmt12 -l en --table en-fr.table --lm en.arpa.gz -o en.model
  tesla train tesla-f --judgments wmt12/de-en wmt14/de-en --features extended --report

Judged sets are laid out as for 'tesla meta', and one target language makes one model. People's
rankings are learnt by a linear ranking SVM; so are scores, in pairs within a segment that are
--margin standard deviations apart; where segments have one output each, scores are learnt by
regression. Printed is the agreement on held-out segments, and a weight for each feature (effect:
by a standard deviation of the feature).

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "tesla-f", "weights of features, from judgments", _EPILOG)
    add_folders(parser, "that of all sets, which must be one")
    parser.add_argument(
        "--features", choices=("paper", "extended", "roles"), default="paper",
        help="extended: also recall, precision, chrF and length; roles: these, and who did what to "
        "whom (English)",
    )  # fmt: skip
    add_learning(parser)
    parser.add_argument(
        "--report", action="store_true",
        help="feature study: agreement without each group of features, and with it alone",
    )  # fmt: skip
    add_work(parser)
    add_parameters(parser, ["tesla-b", "tesla-f"], ("model", "multi", "lowercase"), "features")
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...judging.faults import Faults
    from ...reports.training import render_training
    from ...training.study import study_groups

    _check(args)
    faults = Faults(skip=args.skip_bad)
    tracks = _tracks(args, faults)
    trained = _train(args, tracks)
    study = []
    if args.report:
        names = list(trained.model.weights)
        with ProgressBar(0, "groups studied:", args.quiet) as bar:
            study = study_groups(trained.problem, names, trained.validated.strength, bar.advance)
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    if args.output is not None:
        trained.write(args.output)
    sys.stdout.write(render_training(trained, study, args.format))
    if args.output is not None:
        return report(args.output, f"a tesla-f model of {len(trained.model.weights)} features")
    return ExitCode.DONE


def _check(args: argparse.Namespace) -> None:
    """What is wrong is said before the long work, not after it."""
    if args.output is None and not args.report:
        raise UsageError("there is nowhere to write the model: give -o FILE, or --report")
    if args.output is not None:
        check_output(args.output)
    if args.jobs < 1:
        raise UsageError(f"{args.jobs} jobs: give a number from 1 on")


def _tracks(args: argparse.Namespace, faults: "Faults") -> "list[Track]":
    tracks = find_tracks(args, faults)
    found = list(dict.fromkeys(track.lang for track in tracks))
    if len(found) > 1 or not found[0]:
        raise UsageError(
            f"the judged sets are into {named(found)}: choose one language with -l, such as -l en"
        )
    return tracks


def _train(args: argparse.Namespace, tracks: "Sequence[Track]") -> "Trained":
    from ...metrics.tesla_f_features import FeatureSettings
    from ...training.tesla_f import train_tesla_f

    given = given_options(args)
    tables, lms = (given.pop(name, ()) for name in ("tables", "lms"))
    with planned_bar("features", args.quiet) as (planned, progress):
        return train_tesla_f(
            tracks,
            FeatureSettings(lang=tracks[0].lang, **given),
            tables=tables,
            lms=lms,
            features=args.features,
            method=args.method,
            margin=args.margin,
            jobs=args.jobs,
            progress=progress,
            planned=planned,
        )
