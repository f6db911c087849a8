"""`tesla tune --nbest`: tune weights on existing n-best lists."""

import argparse
import sys
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....errors import ExitCode, UsageError
from ....files.field_names import SOURCE
from ..build.common import check_output, lock_output
from ..input_options import get_source_files
from ..metric_options import make_requested_metrics
from ..options import Command, check_stdin_once
from ..progress import ProgressBar

if TYPE_CHECKING:
    from ....decoding.nbest.nbest import Nbest
    from ....decoding.tuning.tune import Tuned
    from ....metrics.base import Metric


def add_lists_arguments(parser: Command) -> None:
    """Add the options for n-best lists and outputs."""
    parser.add_argument(
        "--nbest", nargs="+", action="extend", default=[], metavar="LIST",
        help="n-best lists with features; several are pooled",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE",
        help="file for the weights; with --translate: for the translations",
    )  # fmt: skip
    parser.add_argument(
        "--choices", type=Path, metavar="FILE",
        help="file for the translations that the weights choose, one per line",
    )  # fmt: skip
    parser.add_later(lambda: _add_search_options(parser), always=True)


def _add_search_options(parser: Command) -> None:
    from ....decoding.tuning.mert import DEFAULT_RESTARTS
    from ....decoding.tuning.tune import METHODS
    from ....resampling import DEFAULT_SEED

    group = parser.add_argument_group("tuning on lists")
    group.add_argument(
        "--method", choices=METHODS,
        help="default: minimum error rate training; svm: a ranking SVM on pairs of candidates",
    )  # fmt: skip
    group.add_argument(
        "--start", metavar="FILE",
        help="weights to start from (default: the decoder's if they follow from its scores, else "
        "1)",
    )  # fmt: skip
    group.add_argument(
        "--bounds", nargs="+", action="extend", type=_parse_bounds, default=[],
        metavar="NAME=LOW:HIGH", help="range of a weight; either end may be left out",
    )  # fmt: skip
    group.add_argument(
        "--fix", nargs="+", action="extend", default=[], metavar="NAME",
        help="weights that keep their start value",
    )  # fmt: skip
    group.add_argument(
        "--restarts", type=int, metavar="N",
        help=f"number of additional random start points ({DEFAULT_RESTARTS})",
    )  # fmt: skip
    group.add_argument("--seed", type=int, metavar="N", help=f"random seed ({DEFAULT_SEED})")


@lock_output
def run_lists(args: argparse.Namespace) -> ExitCode:
    from ....decoding.nbest.nbest_files import read_nbest
    from ....decoding.nbest.weights import write_weights
    from ....reporting.tuning import format_tuning_note, render_tuning

    metric = make_tuning_metric(args)
    input_files = list_input_files(args)
    check_stdin_once("tesla tune", input_files)
    for path in filter(None, (args.output, args.choices)):
        check_output(path, input_files)
    if args.output is not None and args.output == args.choices:
        raise UsageError(f"-o and --choices are both {args.output}: give two different names")
    nbest = read_nbest(args.nbest)
    tuning_result = _tune_on_lists(args, nbest, metric)
    if args.output is not None:
        write_weights(tuning_result.weights, str(args.output), format_tuning_note(tuning_result))
    if args.choices is not None:
        _write_choices(args.choices, nbest, tuning_result)
    sys.stdout.write(render_tuning(tuning_result, args.format))
    return ExitCode.DONE


def list_input_files(args: argparse.Namespace) -> list[str]:
    """Return the files with n-best lists, sources, references and start weights."""
    start_files = [args.start] if args.start else []
    return [*args.nbest, *get_source_files(args), *args.references, *start_files]


def make_tuning_metric(args: argparse.Namespace) -> "Metric[Any]":
    """Create the metric to tune for, after checking that there are lists and references."""
    if not args.nbest:
        raise UsageError("nothing to tune on: give --nbest LIST (see 'tesla tune --help')")
    if args.method == "svm" and args.restarts is not None:
        raise UsageError("a ranking SVM has no random starts: leave --restarts out")
    if not args.metrics:
        raise UsageError("no metric to tune for: give one, such as -m tesla-m")
    metrics = make_requested_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"weights are tuned for one metric, not {len(metrics)}: give one -m")
    _get_counterpart_files(args, metrics[0])  # checks the options before lists are read
    return metrics[0]


def read_list_counterparts(
    args: argparse.Namespace, nbest: "Nbest", metric: "Metric[Any]"
) -> "list[list[str]]":
    """Return the references of the lists, or the sources if the metric compares with sources."""
    from ....decoding.nbest.nbest import read_counterparts

    return read_counterparts(nbest.ids, args.nbest[0], _get_counterpart_files(args, metric))


def _get_counterpart_files(args: argparse.Namespace, metric: "Metric[Any]") -> list[str]:
    """Return the files that the metric compares candidates with: those of -r, or that of -s."""
    from ....files.inputs.counterparts import check_has_counterpart

    check_has_counterpart(metric, "tuning needs references")
    if args.source and metric.against != SOURCE:
        raise UsageError(f"{metric.name} compares with references, not with -s: leave it out")
    if args.source and args.references:
        raise UsageError(f"{metric.name} compares with one of -s and -r: leave the other out")
    files = get_source_files(args) or args.references
    if not files:
        raise UsageError(f"{metric.name} compares with references: give -r REF")
    return list(files)


def _tune_on_lists(args: argparse.Namespace, nbest: "Nbest", metric: "Metric[Any]") -> "Tuned":
    from ....decoding.nbest.weights import read_weights
    from ....decoding.tuning.mert import DEFAULT_RESTARTS
    from ....decoding.tuning.tune import tune

    counterparts = read_list_counterparts(args, nbest, metric)
    start_weights = None if args.start is None else read_weights(args.start)
    bounds = _check_unique_bounds(args.bounds)
    options = {"method": args.method, "restarts": args.restarts, "seed": args.seed}
    search_options = {name: value for name, value in options.items() if value is not None}
    n_restarts = DEFAULT_RESTARTS if args.restarts is None else args.restarts
    with (
        ProgressBar(len(nbest.texts), "scoring", args.quiet) as scoring_bar,
        ProgressBar(n_restarts + 1, "searching", args.quiet) as search_bar,
    ):
        return tune(
            nbest, counterparts, metric, start=start_weights, bounds=bounds, fixed=args.fix,
            references_by="set", jobs=args.jobs, progress=scoring_bar.advance,
            searching=search_bar.advance, **search_options,
        )  # fmt: skip


def _write_choices(path: Path, nbest: "Nbest", tuning_result: "Tuned") -> None:
    from ....files.atomic import write_atomically

    chosen_texts = [nbest.texts[index] for index in tuning_result.chosen]
    write_atomically(path, "".join(f"{line}\n" for line in chosen_texts).encode())


def _check_unique_bounds(
    bounds: list[tuple[str, tuple[float, float]]],
) -> dict[str, tuple[float, float]]:
    """Return the (low, high) bounds by name of the weight; refuse a name that occurs twice."""
    names = [name for name, _ in bounds]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{name} has bounds twice: give both ends in one, {name}=LOW:HIGH")
    return dict(bounds)


def _parse_bounds(word: str) -> tuple[str, tuple[float, float]]:
    """Parse NAME=LOW:HIGH into (name, (low, high)); a missing end is infinite."""
    name, equals, range_text = word.rpartition("=")
    low, colon, high = range_text.partition(":")
    try:
        bounds = float(low or "-inf"), float(high or "inf")
    except ValueError:
        colon = ""
    if not name or not equals or not colon or any(map(isnan, bounds)):
        raise argparse.ArgumentTypeError(
            f"{word!r} is not a bound: give NAME=LOW:HIGH, such as lm_0=0:1, or lm_0=0: without an "
            "upper bound"
        )
    return name, bounds
