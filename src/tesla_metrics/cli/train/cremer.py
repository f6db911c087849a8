"""`tesla train cremer`: content and coherence as people weigh them, from their ratings."""

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
  tesla train cremer --judgments summaries.jsonl --human responsiveness -l en -o en.model
  tesla train cremer --judgments summaries.jsonl --human coherence relevance -l en -o en.model
  tesla train cremer --judgments rated.jsonl --human overall --scale 0 100 --kernel linear -l en \\
      -o linear.model
  tesla score summaries.jsonl -l en -m cremer --model en.model

Files hold summaries with references and scores of people, as for 'tesla meta'. Of several human
scores a summary's rating is their mean. Ratings are mapped from --scale LOW HIGH to [0,1]; one
outside is refused. Content (tesla-s) and coherence (dicomer) are scaled, and support vector
regression (scikit-learn, extra [train]) goes from these to the ratings. C and gamma are the weakest
that do as well as the best on held-out folds, which share no topic. The model names the dicomer
model by its hash: where that changes, train again.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "cremer", "content and coherence as people weigh them", _EPILOG)
    parser.add_argument(
        "--judgments", nargs="+", action="extend", type=Path, required=True, metavar="FILE",
        help="summaries with references and human scores",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    add_language(parser)
    parser.add_argument(
        "--human", nargs="+", metavar="KIND",
        help="the human scores whose mean is the rating, where there are several",
    )  # fmt: skip
    parser.add_argument(
        "--scale", nargs=2, type=float, default=(1.0, 5.0), metavar=("LOW", "HIGH"),
        help="the worst and the best rating that people could give (default: 1 5)",
    )  # fmt: skip
    parser.add_argument(
        "--kernel", choices=("linear", "polynomial", "rbf"), default="rbf", help="default: rbf"
    )
    parser.add_argument(
        "--dicomer", default="", metavar="FILE",
        help="a model of 'tesla train dicomer' (default: the one that ships)",
    )  # fmt: skip
    parser.add_argument(
        "--skip-bad", action="store_true", help="leave bad lines out and count them"
    )
    add_max_line(parser)
    add_work(parser)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...judging.faults import Faults
    from ...judging.tracks import read_tracks
    from ...reports.training_cremer import render_cremer
    from ...training.cremer import train_cremer
    from ...training.ratings import Scale

    read = [*map(str, args.judgments), *([args.dicomer] if args.dicomer else [])]
    check_output(args.output, read)
    Scale(*args.scale)  # before files are read
    faults = Faults(skip=args.skip_bad)
    tracks = read_tracks(args.judgments, faults=faults, human=args.human, lang=args.lang)
    if args.human is None:
        check_one_kind(tracks, "those whose mean is the rating")
    with planned_bar("training", args.quiet) as (planned, progress):
        trained = train_cremer(
            tracks, lang=args.lang, scale=tuple(args.scale), kernel=args.kernel,
            dicomer=args.dicomer, jobs=args.jobs, progress=progress, planned=planned,
        )  # fmt: skip
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    trained.write(args.output)
    sys.stdout.write(render_cremer(trained, args.format))
    vectors = len(trained.model.regression.weights)
    return report(args.output, f"a cremer model of {vectors} support vectors")
