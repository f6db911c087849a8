"""`tesla train pem`, `tesla train cremer` and `tesla train dicomer`: learn from ratings."""

import argparse
import sys
import warnings
from pathlib import Path

from ....errors import ExitCode, TeslaWarning, UsageError
from ..build.common import check_output, lock_output, report_written_file
from ..metric_options import add_metric_options, get_explicit_options
from ..options import (
    Commands,
    add_command,
    add_format_and_jobs,
    add_language_option,
    add_max_line_option,
)
from .common import check_one_kind, progress_with_total

_PEM_EPILOG = """\
examples:
  tesla train pem --ratings rated.tsv -l en -o en.model
  tesla train pem --ratings rated.jsonl -l en --scale 0 100 --controls -o en.model
  tesla train pem --ratings all.tsv --columns src=original,hyp=rewrite,rating=meaning -l en \\
      --scale 0 100 -o en.model
  tesla train pem --ratings rated.tsv -l de --table de-en.table --lm de.arpa.gz -o de.model
  tesla score paraphrases.txt -s originals.txt -l en -m pem --model en.model

Ratings are a table (TSV, CSV or JSON lines) with the columns source, candidate and rating (or
score), or those that --columns names. They are mapped from --scale LOW HIGH to [0,1]; a rating
outside the scale is refused with its line. Adequacy, fluency and dissimilarity are scaled, and
support vector regression with an RBF kernel (scikit-learn, extra [train]) predicts the ratings from
them. C and gamma are the weakest settings that are as good as the best on held-out folds, which
share no source sentence.

--controls adds three pairs per source, as in the paper: the sentence itself (rated a quarter of the
way up the scale), another source and random words (the lowest rating). Without them the training
data may have no copies, and the model may rate copies highly. Agreement is printed with and without
control pairs.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_pem_parser(subcommands: Commands) -> None:
    parser = add_command(
        subcommands, "pem", "train the combination of pem's components on ratings", _PEM_EPILOG
    )
    parser.add_argument(
        "--ratings", nargs="+", action="extend", required=True, metavar="FILE",
        help="tables of rated pairs",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    add_language_option(parser)
    parser.add_argument(
        "--scale", nargs=2, type=float, default=(1.0, 5.0), metavar=("LOW", "HIGH"),
        help="the lowest and the highest possible rating (default: 1 5)",
    )  # fmt: skip
    parser.add_argument(
        "--controls", action="store_true",
        help="add the three control pairs per source of the paper, so that copies get low scores",
    )  # fmt: skip
    parser.add_argument(
        "--seed",
        type=int,
        default=12345,
        metavar="N",
        help="seed for the control pairs (default: 12345)",
    )
    group = parser.add_argument_group("what the files contain")
    group.add_argument(
        "--input", choices=("tsv", "csv", "jsonl"), help="default: by file name or content"
    )
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help="columns src=, hyp= and rating=, by name or number from 1",
    )  # fmt: skip
    group.add_argument(
        "--header", action=argparse.BooleanOptionalAction, default=None,
        help="whether a table has a header line, if columns are given by number",
    )  # fmt: skip
    group.add_argument(
        "--skip-bad",
        action="store_true",
        help="skip rows with a bad rating or without a text and report how many there are",
    )
    add_max_line_option(group)
    add_format_and_jobs(parser)
    add_metric_options(parser, ["pem"], ("model", "lowercase"), "parts")
    parser.set_defaults(run=run_pem)


@lock_output
def run_pem(args: argparse.Namespace) -> ExitCode:
    from ....evaluation.judgments import FaultCollector
    from ....evaluation.training.ratings import RatingScale, read_ratings
    from ....evaluation.training.train_pem import train_on_pairs
    from ....metrics.pem import Pem
    from ....reporting.training import render_pem

    check_output(args.output, args.ratings)
    if args.jobs < 1:
        raise UsageError(f"{args.jobs} jobs: give a number of at least 1")
    if args.seed < 0:
        raise UsageError(f"seed {args.seed}: give an integer of at least 0")
    scale = RatingScale(*args.scale)
    metric = Pem(lang=args.lang, **get_explicit_options(args))
    faults = FaultCollector(skip_faults=args.skip_bad)
    rated_pairs = read_ratings(
        args.ratings, scale, kind=args.input, columns=args.columns, header=args.header,
        faults=faults,
    )  # fmt: skip
    with progress_with_total("training", args.quiet) as (set_total, progress):
        training_result = train_on_pairs(
            rated_pairs, scale, metric, with_controls=args.controls, seed=args.seed, jobs=args.jobs,
            progress=progress, planned=set_total,
        )  # fmt: skip
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    training_result.write(args.output)
    sys.stdout.write(render_pem(training_result, args.format))
    n_vectors = len(training_result.model.regression.weights)
    return report_written_file(args.output, f"a pem model of {n_vectors} support vectors")


_CREMER_EPILOG = """\
examples:
  tesla train cremer --judgments summaries.jsonl --human responsiveness -l en -o en.model
  tesla train cremer --judgments summaries.jsonl --human coherence relevance -l en -o en.model
  tesla train cremer --judgments rated.jsonl --human overall --scale 0 100 --kernel linear -l en \\
      -o linear.model
  tesla score summaries.jsonl -l en -m cremer --model en.model

Files contain summaries with references and human scores, as for 'tesla meta'. If a summary has
several human scores, their mean is its rating. Ratings are mapped from --scale LOW HIGH to [0,1]; a
rating outside the scale is refused. Content (tesla-s) and coherence (dicomer) are scaled, and
support vector regression (scikit-learn, extra [train]) predicts the ratings from them. C and gamma
are the weakest settings that are as good as the best on held-out folds, which share no topic. The
model records the hash of the dicomer model: if that changes, train again.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_cremer_parser(subcommands: Commands) -> None:
    parser = add_command(
        subcommands, "cremer", "train the combination of content and coherence", _CREMER_EPILOG
    )
    parser.add_argument(
        "--judgments", nargs="+", action="extend", type=Path, required=True, metavar="FILE",
        help="summaries with references and human scores",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    add_language_option(parser)
    parser.add_argument(
        "--human", nargs="+", metavar="KIND",
        help="the human scores whose mean is the rating, if there are several",
    )  # fmt: skip
    parser.add_argument(
        "--scale", nargs=2, type=float, default=(1.0, 5.0), metavar=("LOW", "HIGH"),
        help="the lowest and the highest possible rating (default: 1 5)",
    )  # fmt: skip
    parser.add_argument(
        "--kernel", choices=("linear", "polynomial", "rbf"), default="rbf", help="default: rbf"
    )
    parser.add_argument(
        "--dicomer", default="", metavar="FILE",
        help="a model of 'tesla train dicomer' (default: the shipped one)",
    )  # fmt: skip
    parser.add_argument(
        "--skip-bad", action="store_true", help="skip bad lines and report how many there are"
    )
    add_max_line_option(parser)
    add_format_and_jobs(parser)
    parser.set_defaults(run=run_cremer)


@lock_output
def run_cremer(args: argparse.Namespace) -> ExitCode:
    from ....evaluation.judgments import FaultCollector
    from ....evaluation.tracks import read_tracks
    from ....evaluation.training.ratings import RatingScale
    from ....evaluation.training.train_cremer import train_cremer
    from ....reporting.training import render_cremer

    input_files = [*map(str, args.judgments), *([args.dicomer] if args.dicomer else [])]
    check_output(args.output, input_files)
    RatingScale(*args.scale)  # checks the scale before files are read
    faults = FaultCollector(skip_faults=args.skip_bad)
    tracks = read_tracks(args.judgments, faults=faults, human=args.human, lang=args.lang)
    if args.human is None:
        check_one_kind(tracks, "those whose mean is the rating")
    with progress_with_total("training", args.quiet) as (set_total, progress):
        training_result = train_cremer(
            tracks, lang=args.lang, scale=tuple(args.scale), kernel=args.kernel,
            dicomer=args.dicomer, jobs=args.jobs, progress=progress, planned=set_total,
        )  # fmt: skip
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    training_result.write(args.output)
    sys.stdout.write(render_cremer(training_result, args.format))
    n_vectors = len(training_result.model.regression.weights)
    return report_written_file(args.output, f"a cremer model of {n_vectors} support vectors")


_DICOMER_EPILOG = """\
examples:
  tesla train dicomer --judgments summaries.jsonl --human coherence -l en -o en.model
  tesla train dicomer --judgments summaries.jsonl --human fluency --features lin -l en -o lin.model
  tesla score summaries.txt -l en -m dicomer --model en.model

Files contain summaries with human scores, as for 'tesla meta'. Two summaries of one topic form a
pair if their scores differ by at least --margin standard deviations, and a linear ranking SVM
(scikit-learn, extra [train]) learns which is better. A logistic function, fitted to held-out
topics, maps its margin to [0,1]. The output has the agreement on held-out topics, and the features
with the largest weights.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_dicomer_parser(subcommands: Commands) -> None:
    parser = add_command(
        subcommands, "dicomer", "train weights of discourse features on judgments", _DICOMER_EPILOG
    )
    parser.add_argument(
        "--judgments", nargs="+", action="extend", type=Path, required=True, metavar="FILE",
        help="summaries with human scores",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    add_language_option(parser)
    parser.add_argument(
        "--human", metavar="KIND", help="the human score to learn, such as coherence"
    )
    parser.add_argument(
        "--features", choices=("lin", "lin+c", "lin+e", "dicomer"), default="dicomer",
        help="lin: transitions of roles; with pairs of roles in a cell (+c), with explicit and "
        "other roles distinguished (+e), or both (default: dicomer)",
    )  # fmt: skip
    parser.add_argument(
        "--margin", type=float, default=0.25, metavar="M",
        help="minimum difference of the scores of a pair, in standard deviations (0.25)",
    )  # fmt: skip
    parser.add_argument(
        "--skip-bad", action="store_true", help="skip bad lines and report how many there are"
    )
    add_max_line_option(parser)
    add_format_and_jobs(parser, with_jobs=False)
    parser.set_defaults(run=run_dicomer)


@lock_output
def run_dicomer(args: argparse.Namespace) -> ExitCode:
    from ....evaluation.judgments import FaultCollector
    from ....evaluation.tracks import read_tracks
    from ....evaluation.training.train_dicomer import train_dicomer
    from ....reporting.training import render_dicomer

    check_output(args.output, list(map(str, args.judgments)))
    faults = FaultCollector(skip_faults=args.skip_bad)
    tracks = read_tracks(args.judgments, faults=faults, human=args.human, lang=args.lang)
    check_one_kind(tracks, "one")
    with progress_with_total("training", args.quiet) as (set_total, progress):
        training_result = train_dicomer(
            tracks, lang=args.lang, features=args.features, margin=args.margin,
            progress=progress, planned=set_total,
        )  # fmt: skip
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    training_result.write(args.output)
    sys.stdout.write(render_dicomer(training_result, args.format))
    return report_written_file(
        args.output,
        f"a dicomer model of {len(training_result.model.coherence_model.weights)} features",
    )
