"""`tesla train dicomer`: weights of discourse features from people's judgments."""

import argparse
import sys
import warnings
from pathlib import Path

from ...errors import ExitCode, TeslaWarning
from ..build.common import check_output, making_output, report
from ..options import Commands, add_command, add_language, add_max_line, add_work
from .common import check_one_kind, planned_bar

_EPILOG = """\
examples:
  tesla train dicomer --judgments summaries.jsonl --human coherence -l en -o en.model
  tesla train dicomer --judgments summaries.jsonl --human fluency --features lin -l en -o lin.model
  tesla score summaries.txt -l en -m dicomer --model en.model

Files hold summaries with scores of people, as for 'tesla meta'. Summaries of one topic make pairs
where their scores are --margin standard deviations apart, and a linear ranking SVM (scikit-learn,
extra [train]) learns which is better. A logistic function, fitted to held-out topics, maps its
margin to [0,1]. Printed is the agreement on held-out topics, and the features that weigh most.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "dicomer", "weights of discourse features, from judgments", _EPILOG)
    parser.add_argument(
        "--judgments", nargs="+", action="extend", type=Path, required=True, metavar="FILE",
        help="summaries with human scores",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    add_language(parser)
    parser.add_argument(
        "--human", metavar="KIND", help="the human score to learn, such as coherence"
    )
    parser.add_argument(
        "--features", choices=("lin", "lin+c", "lin+e", "dicomer"), default="dicomer",
        help="transitions of roles; with pairs of roles in a cell (+c), with explicit and other "
        "roles told apart (+e), or both (default: dicomer)",
    )  # fmt: skip
    parser.add_argument(
        "--margin", type=float, default=0.25, metavar="M",
        help="standard deviations that scores must differ by to make a pair (0.25)",
    )  # fmt: skip
    parser.add_argument(
        "--skip-bad", action="store_true", help="leave bad lines out and count them"
    )
    add_max_line(parser)
    add_work(parser, jobs=False)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...judging.faults import Faults
    from ...judging.tracks import read_tracks
    from ...reports.training_dicomer import render_dicomer
    from ...training.dicomer import train_dicomer

    check_output(args.output, list(map(str, args.judgments)))
    faults = Faults(skip=args.skip_bad)
    tracks = read_tracks(args.judgments, faults=faults, human=args.human, lang=args.lang)
    check_one_kind(tracks, "one")
    with planned_bar("training", args.quiet) as (planned, progress):
        trained = train_dicomer(
            tracks, lang=args.lang, features=args.features, margin=args.margin,
            progress=progress, planned=planned,
        )  # fmt: skip
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    trained.write(args.output)
    sys.stdout.write(render_dicomer(trained, args.format))
    return report(args.output, f"a dicomer model of {len(trained.model.judge.weights)} features")
