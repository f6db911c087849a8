"""`tesla train pem`: a combination of PEM's parts from people's ratings."""

import argparse
import sys
import warnings
from pathlib import Path

from ...errors import ExitCode, TeslaWarning, UsageError
from ..build.common import check_output, making_output, report
from ..options import Commands, add_command, add_language, add_max_line, add_work
from ..parameters import add_parameters, given_options
from .common import planned_bar

_EPILOG = """\
examples:
  tesla train pem --ratings rated.tsv -l en -o en.model
  tesla train pem --ratings rated.jsonl -l en --scale 0 100 --controls -o en.model
  tesla train pem --ratings all.tsv --columns src=original,hyp=rewrite,rating=meaning -l en \\
      --scale 0 100 -o en.model
  tesla train pem --ratings rated.tsv -l de --table de-en.table --lm de.arpa.gz -o de.model
  tesla score paraphrases.txt -s originals.txt -l en -m pem --model en.model

Ratings are a table (TSV, CSV or JSON lines) with the columns source, candidate and rating (or
score), or those that --columns names. They are mapped from --scale LOW HIGH to [0,1]; one outside
is refused with its line. Adequacy, fluency and dissimilarity are scaled, and support vector
regression with an RBF kernel (scikit-learn, extra [train]) goes from these to the ratings. C and
gamma are the weakest that do as well as the best on held-out folds, which share no source sentence.

--controls adds three pairs a source, as the paper does: the sentence itself (a quarter of the way
up), another source and words drawn by chance (the lowest rating). Without them a model may never
have seen a copy, and like it. Agreement is printed with them and without.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "pem", "a combination of pem's parts, from ratings", _EPILOG)
    parser.add_argument(
        "--ratings", nargs="+", action="extend", required=True, metavar="FILE",
        help="tables of rated pairs",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    add_language(parser)
    parser.add_argument(
        "--scale", nargs=2, type=float, default=(1.0, 5.0), metavar=("LOW", "HIGH"),
        help="the worst and the best rating that people could give (default: 1 5)",
    )  # fmt: skip
    parser.add_argument(
        "--controls", action="store_true",
        help="add the paper's three control pairs a source, so that copies are known for what "
        "they are",
    )  # fmt: skip
    parser.add_argument(
        "--seed", type=int, default=12345, metavar="N", help="of the controls (default: 12345)"
    )
    group = parser.add_argument_group("what the files hold")
    group.add_argument(
        "--input", choices=("tsv", "csv", "jsonl"), help="default: as a file is named or looks"
    )
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help="src=, hyp= and rating=, by name or number from 1",
    )  # fmt: skip
    group.add_argument(
        "--header", action=argparse.BooleanOptionalAction, default=None,
        help="whether a table has one, where columns are given by number",
    )  # fmt: skip
    group.add_argument(
        "--skip-bad",
        action="store_true",
        help="leave rows with a bad rating or without a text out and count them",
    )
    add_max_line(group)
    add_work(parser)
    add_parameters(parser, ["pem"], ("model", "lowercase"), "parts")
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...judging.faults import Faults
    from ...metrics.pem.metric import Pem
    from ...reports.training_pem import render_pem
    from ...training.pem import learn_pem
    from ...training.ratings import Scale, read_ratings

    check_output(args.output, args.ratings)
    if args.jobs < 1:
        raise UsageError(f"{args.jobs} jobs: give a number from 1 on")
    if args.seed < 0:
        raise UsageError(f"seed {args.seed}: give a whole number from 0 on")
    scale = Scale(*args.scale)
    metric = Pem(lang=args.lang, **given_options(args))
    faults = Faults(skip=args.skip_bad)
    rated = read_ratings(
        args.ratings, scale, kind=args.input, columns=args.columns, header=args.header,
        faults=faults,
    )  # fmt: skip
    with planned_bar("training", args.quiet) as (planned, progress):
        trained = learn_pem(
            rated, scale, metric, controls=args.controls, seed=args.seed, jobs=args.jobs,
            progress=progress, planned=planned,
        )  # fmt: skip
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    trained.write(args.output)
    sys.stdout.write(render_pem(trained, args.format))
    vectors = len(trained.model.regression.weights)
    return report(args.output, f"a pem model of {vectors} support vectors")
