"""`tesla train tesla-f`, `tesla train tesla-n` and `tesla train tesla-x`."""

import argparse
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ....errors import ExitCode, TeslaWarning, UsageError
from ..build.common import check_output, lock_output, report_written_file
from ..metric_options import add_metric_options, get_explicit_options
from ..options import Commands, add_command, add_format_and_jobs
from ..progress import ProgressBar
from .common import (
    add_judgment_folders,
    add_learning_options,
    format_languages,
    progress_with_total,
    read_judged_tracks,
)

if TYPE_CHECKING:
    from ....evaluation.judgments import FaultCollector, Track
    from ....evaluation.training.train_tesla_f import TrainedTeslaF
    from ....evaluation.training.train_tesla_x import TrainedTeslaX
    from ....resources.contextual.training.material import ContextSettings

_TESLA_F_EPILOG = """\
examples:
  tesla train tesla-f --judgments wmt12 -l en --table en-fr.table --lm en.arpa.gz -o en.model
  tesla train tesla-f --judgments wmt12/de-en wmt14/de-en --features extended --report

Judged sets have the layout of 'tesla meta'; there is one model per target language. A linear
ranking SVM learns human rankings, and human scores as pairs of outputs of a segment that differ by
at least --margin standard deviations; if segments have one output each, scores are learnt by
regression. The output has the agreement on held-out segments, and the weight of each feature
(effect: per standard deviation of the feature).

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_tesla_f_parser(subcommands: Commands) -> None:
    parser = add_command(
        subcommands, "tesla-f", "train feature weights on judgments", _TESLA_F_EPILOG
    )
    add_judgment_folders(parser, "the common target language of all sets")
    parser.add_argument(
        "--features", choices=("paper", "extended", "roles"), default="paper",
        help="extended: also recall, precision, chrF and length; roles: these, and semantic roles "
        "(English)",
    )  # fmt: skip
    add_learning_options(parser)
    parser.add_argument(
        "--report", action="store_true",
        help="feature study: agreement without each group of features, and with only that group",
    )  # fmt: skip
    add_format_and_jobs(parser)
    add_metric_options(parser, ["tesla-b", "tesla-f"], ("model", "multi", "lowercase"), "features")
    parser.set_defaults(run=run_tesla_f)


@lock_output
def run_tesla_f(args: argparse.Namespace) -> ExitCode:
    from ....evaluation.judgments import FaultCollector
    from ....evaluation.training.train_tesla_f import measure_contributions
    from ....reporting.training import render_training

    _check_tesla_f(args)
    faults = FaultCollector(skip_faults=args.skip_bad)
    tracks = _read_tracks_of_one_language(args, faults)
    training_result = _train_tesla_f(args, tracks)
    group_study = []  # agreement without each group of features, and with only that group
    if args.report:
        feature_names = list(training_result.model.weights)
        svm_c = training_result.validated.c
        with ProgressBar(0, "groups studied:", args.quiet) as bar:
            group_study = measure_contributions(
                training_result.problem, feature_names, svm_c, bar.advance
            )
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    if args.output is not None:
        training_result.write(args.output)
    sys.stdout.write(render_training(training_result, group_study, args.format))
    if args.output is not None:
        return report_written_file(
            args.output, f"a tesla-f model of {len(training_result.model.weights)} features"
        )
    return ExitCode.DONE


def _check_tesla_f(args: argparse.Namespace) -> None:
    """Check the options before judgments are read."""
    if args.output is None and not args.report:
        raise UsageError("no output file for the model: give -o FILE, or --report")
    if args.output is not None:
        check_output(args.output)
    if args.jobs < 1:
        raise UsageError(f"{args.jobs} jobs: give a number of at least 1")


def _read_tracks_of_one_language(
    args: argparse.Namespace, faults: "FaultCollector"
) -> "list[Track]":
    """Read the judged sets; refuse sets of several languages, or of an unnamed language."""
    tracks = read_judged_tracks(args, faults)
    languages = list(dict.fromkeys(track.lang for track in tracks))
    if len(languages) > 1 or not languages[0]:
        raise UsageError(
            f"target languages of the judged sets are {format_languages(languages)}: choose one "
            "with -l, such as -l en"
        )
    return tracks


def _train_tesla_f(args: argparse.Namespace, tracks: "Sequence[Track]") -> "TrainedTeslaF":
    from ....evaluation.training.train_tesla_f import train_tesla_f
    from ....metrics.tesla_f_model import FeatureSettings

    options = get_explicit_options(args)
    tables, lms = (options.pop(name, ()) for name in ("tables", "lms"))
    with progress_with_total("features", args.quiet) as (set_total, progress):
        return train_tesla_f(
            tracks,
            FeatureSettings(lang=tracks[0].lang, **options),
            tables=tables,
            lms=lms,
            features=args.features,
            method=args.method,
            margin=args.margin,
            jobs=args.jobs,
            progress=progress,
            planned=set_total,
        )


_TESLA_N_EPILOG = """\
examples:
  tesla train tesla-n --judgments wmt12 wmt14 wmt16 -l en -o en.adapter
  tesla train tesla-n --judgments mydomain -l de --encoder multilingual/ -o de.adapter
  tesla score hyp.txt -r ref.txt -l en -m tesla-n --adapter en.adapter

Judged sets have the layout of 'tesla meta': rankings, scores of segments, or both; thousands of
judgments are needed. The training learns small changes of the encoder's matrices, and how features
are combined to a score. The output has the agreement with people on a fifth of the segments, which
are held out in a first run. Training takes minutes on a GPU and hours on a CPU. It needs torch
(pip install '.[train-context]'); scoring with the adapter does not.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_tesla_n_parser(subcommands: Commands) -> None:
    parser = add_command(
        subcommands, "tesla-n", "train an adapter for the encoder of tesla-n", _TESLA_N_EPILOG
    )
    add_judgment_folders(parser, "the common target language of all sets")
    parser.add_argument(
        "--encoder", default="auto", metavar="WHAT",
        help="a FILE of tesla build encoder, or a DIR (default: auto, the one for English)",
    )  # fmt: skip
    parser.add_argument(
        "--device", choices=("auto", "cpu", "cuda"), default="auto",
        help="device for training (default: auto, the GPU if there is one)",
    )  # fmt: skip
    for name, default, description in (
        ("--epochs", 3, "number of passes over all judgments"),
        ("--runs", 3, "number of training runs, with consecutive seeds, that are averaged"),
        ("--rank", 16, "rank of the matrix changes"),
        ("--seed", 1, "seed for the order of judgments"),
    ):
        parser.add_argument(
            name, type=int, default=default, metavar="N", help=f"{description} ({default})"
        )
    parser.add_argument(
        "--synthetic", type=float, default=0.3, metavar="W",
        help="weight of sentences that are made worse on purpose, so that the metric is more "
        "sensitive to names and numbers (0.3; 0: none)",
    )  # fmt: skip
    add_format_and_jobs(parser)
    parser.set_defaults(run=run_tesla_n)


@lock_output
def run_tesla_n(args: argparse.Namespace) -> ExitCode:
    from ....evaluation.judgments import FaultCollector
    from ....evaluation.training.train_tesla_n import train_tesla_n
    from ....reporting.training import render_adapter

    settings = _make_tesla_n_settings(args)
    faults = FaultCollector(skip_faults=args.skip_bad)
    tracks = _read_tracks_of_one_language(args, faults)
    with progress_with_total("steps", args.quiet) as (set_total, progress):
        training_result = train_tesla_n(
            tracks,
            settings,
            encoder=args.encoder,
            device=args.device,
            jobs=args.jobs,
            progress=progress,
            planned=set_total,
        )
    for line in faults.summary():
        warnings.warn(line, TeslaWarning, stacklevel=2)
    training_result.write(args.output)
    sys.stdout.write(render_adapter(training_result, args.format))
    return report_written_file(
        args.output, f"an adapter of {len(training_result.parameters.changes)} matrices"
    )


def _make_tesla_n_settings(args: argparse.Namespace) -> "ContextSettings":
    """Return the settings of the training, after checking all options."""
    from ....resources.contextual.training.material import ContextSettings

    if args.output is None:
        raise UsageError("no output file for the adapter: give -o FILE")
    check_output(args.output)
    for name in ("jobs", "epochs", "runs", "rank"):
        if (value := getattr(args, name)) < 1:
            raise UsageError(f"--{name} {value}: give a number of at least 1")
    if args.seed < 0:
        raise UsageError(f"seed {args.seed}: give an integer of at least 0")
    if not 0 <= args.synthetic <= 100:
        raise UsageError(f"--synthetic {args.synthetic:g}: give a weight of at least 0")
    return ContextSettings(
        rank=args.rank,
        epochs=args.epochs,
        synthetic=args.synthetic,
        seed=args.seed,
        runs=args.runs,
    )


_TESLA_X_EPILOG = """\
examples:
  tesla train tesla-x --judgments mydomain/de-en -o en.model
  tesla train tesla-x --judgments wmt12 --pairs de-en fr-en --constant lemma=0.9 -o en.model
  tesla score hyp.txt -r ref.txt -l en -m tesla-x --model en.model

Judged sets have the layout of 'tesla meta'; a few hundred segments are enough. Constants change
from their defaults only as far as agreement on held-out segments clearly improves, and not far;
constants that are given as options are not changed. The output has the changed constants (-f json:
all), and the agreement with people on held-out segments.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_tesla_x_parser(subcommands: Commands) -> None:
    parser = add_command(
        subcommands, "tesla-x", "train the constants of tesla-x on judgments", _TESLA_X_EPILOG
    )
    add_judgment_folders(parser, "all languages, in one model")
    add_learning_options(parser)
    parser.add_argument(
        "--seed", type=int, default=12345, metavar="N",
        help="seed for assigning segments to folds and for drawing samples (12345)",
    )  # fmt: skip
    add_format_and_jobs(parser)
    add_metric_options(
        parser, ["tesla-x"], ("model", "multi", "lowercase"), "settings that are not trained"
    )
    parser.set_defaults(run=run_tesla_x)


@lock_output
def run_tesla_x(args: argparse.Namespace) -> ExitCode:
    from ....evaluation.judgments import FaultCollector
    from ....evaluation.training.train_tesla_x import train_tesla_x
    from ....reporting.training import render_constants

    settings = _make_tesla_x_settings(args)
    faults = FaultCollector(skip_faults=args.skip_bad)
    tracks = read_judged_tracks(args, faults)
    if not all(track.lang for track in tracks):
        languages = list(dict.fromkeys(track.lang for track in tracks))
        raise UsageError(
            f"target languages of the judged sets are {format_languages(languages)}: name folders "
            "by language pair, such as de-en, or choose a language with -l"
        )
    with progress_with_total("scores", args.quiet) as (set_total, progress):
        training_result = train_tesla_x(
            tracks,
            settings,
            method=args.method,
            margin=args.margin,
            seed=args.seed,
            jobs=args.jobs,
            progress=progress,
            planned=set_total,
        )
    for line in [*faults.summary(), *_find_size_warnings(training_result)]:
        warnings.warn(line, TeslaWarning, stacklevel=2)
    training_result.write(args.output)
    sys.stdout.write(render_constants(training_result, args.format))
    return report_written_file(
        args.output, f"a tesla-x model of {len(training_result.model.constants)} constants"
    )


def _find_size_warnings(training_result: "TrainedTeslaX") -> list[str]:
    """Return a list with a warning if there are too few judged segments, else an empty list."""
    from ....evaluation.training.train_tesla_x import FEW_SEGMENTS, HALF_MOVE_SEGMENTS

    if training_result.segments >= FEW_SEGMENTS:
        return []
    return [
        f"only {training_result.segments} judged segments: constants hardly change, and agreement "
        f"on held-out folds is mostly chance; use about {HALF_MOVE_SEGMENTS}"
    ]


def _make_tesla_x_settings(args: argparse.Namespace) -> dict[str, Any]:
    """Return the settings that are not trained, after checking all options."""
    if args.output is None:
        raise UsageError("no output file for the model: give -o FILE")
    check_output(args.output)
    if args.jobs < 1:
        raise UsageError(f"{args.jobs} jobs: give a number of at least 1")
    if args.seed < 0:
        raise UsageError(f"seed {args.seed}: give an integer of at least 0")
    return get_explicit_options(args)
