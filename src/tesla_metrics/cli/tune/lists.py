"""`tesla tune --nbest`: weights from lists that are there already."""

import argparse
import sys
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...errors import ExitCode, UsageError
from ...names import SOURCE
from ..build.common import check_output, making_output
from ..options import Command, check_stdin_once
from ..parameters import chosen_metrics
from ..progress import ProgressBar
from ..segments import sources

if TYPE_CHECKING:
    from ...metrics.base import Metric
    from ...nbest.nbest import Nbest
    from ...tuning.tuned import Tuned


def add_arguments(parser: Command) -> None:
    """Lists, and what becomes of them."""
    parser.add_argument(
        "--nbest", nargs="+", action="extend", default=[], metavar="LIST",
        help="lists of candidates with features; several are pooled",
    )  # fmt: skip
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE",
        help="the weights; with --translate: the translations",
    )  # fmt: skip
    parser.add_argument(
        "--choices", type=Path, metavar="FILE",
        help="what the weights choose, a translation a line",
    )  # fmt: skip
    parser.later(lambda: _add_search(parser), always=True)


def _add_search(parser: Command) -> None:
    from ...resampling import SEED
    from ...tuning.mert.optimise import RESTARTS
    from ...tuning.tune import METHODS

    group = parser.add_argument_group("how lists are tuned on")
    group.add_argument(
        "--method", choices=METHODS,
        help="default: minimum error rate training; svm: a ranking SVM on pairs of candidates",
    )  # fmt: skip
    group.add_argument(
        "--start", metavar="FILE",
        help="weights to start from (default: the decoder's, where its scores tell them, else 1)",
    )  # fmt: skip
    group.add_argument(
        "--bounds", nargs="+", action="extend", type=_bounds, default=[], metavar="NAME=LOW:HIGH",
        help="what a weight may be; either end may be left out",
    )  # fmt: skip
    group.add_argument(
        "--fix", nargs="+", action="extend", default=[], metavar="NAME",
        help="weights that stay as they are at the start",
    )  # fmt: skip
    group.add_argument(
        "--restarts", type=int, metavar="N",
        help=f"random points to start from as well ({RESTARTS})",
    )  # fmt: skip
    group.add_argument("--seed", type=int, metavar="N", help=f"of what is random ({SEED})")


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...nbest.nbest import read_nbest
    from ...nbest.weights import write_weights
    from ...reports.tuning import render_tuning, tuning_note

    metric = one_metric(args)
    read = [*args.nbest, *sources(args), *args.references, *([args.start] if args.start else [])]
    check_stdin_once("tesla tune", read)
    for path in filter(None, (args.output, args.choices)):
        check_output(path, read)
    if args.output is not None and args.output == args.choices:
        raise UsageError(f"-o and --choices are both {args.output}: give them two names")
    nbest = read_nbest(args.nbest)
    found = _tune(args, nbest, metric)
    if args.output is not None:
        write_weights(found.weights, str(args.output), tuning_note(found))
    if args.choices is not None:
        _write_choices(args.choices, nbest, found)
    sys.stdout.write(render_tuning(found, args.format))
    return ExitCode.DONE


def one_metric(args: argparse.Namespace) -> "Metric[Any]":
    """What lists are tuned on by, once it is known that there are lists and references."""
    if not args.nbest:
        raise UsageError("nothing to tune on: give --nbest LIST (see 'tesla tune --help')")
    if args.method == "svm" and args.restarts is not None:
        raise UsageError("a ranking SVM has no random starts: leave --restarts out")
    if not args.metrics:
        raise UsageError("tune by which metric? Give -m tesla-m, or another")
    metrics = chosen_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"lists are tuned on by one metric, not {len(metrics)}: give one -m")
    _files(args, metrics[0])  # before lists are read, which takes a while
    return metrics[0]


def held_against(
    args: argparse.Namespace, nbest: "Nbest", metric: "Metric[Any]"
) -> "list[list[str]]":
    """References of the lists, or sources where the metric wants these."""
    from ...nbest.against import read_beside

    return read_beside(nbest.ids, args.nbest[0], _files(args, metric))


def _files(args: argparse.Namespace, metric: "Metric[Any]") -> list[str]:
    from ...intake.beside import check_compares

    check_compares(metric, "weights are tuned on what references say")
    if args.source and metric.against != SOURCE:
        raise UsageError(f"{metric.name} compares with references, not with -s: leave it out")
    if args.source and args.references:
        raise UsageError(f"{metric.name} compares with one of -s and -r: leave the other out")
    files = sources(args) or args.references
    if not files:
        raise UsageError(f"{metric.name} compares with references: give -r REF")
    return list(files)


def _tune(args: argparse.Namespace, nbest: "Nbest", metric: "Metric[Any]") -> "Tuned":
    from ...nbest.weights import read_weights
    from ...tuning.mert.optimise import RESTARTS
    from ...tuning.tune import tune

    beside = held_against(args, nbest, metric)
    start = None if args.start is None else read_weights(args.start)
    asked = {"method": args.method, "restarts": args.restarts, "seed": args.seed}
    starts = RESTARTS if args.restarts is None else args.restarts
    with (
        ProgressBar(len(nbest.texts), "scoring", args.quiet) as scoring,
        ProgressBar(starts + 1, "searching", args.quiet) as searching,
    ):
        return tune(
            nbest, beside, metric, start=start, bounds=_once(args.bounds), fixed=args.fix,
            references_by="set", jobs=args.jobs, progress=scoring.advance,
            searching=searching.advance,
            **{name: given for name, given in asked.items() if given is not None},
        )  # fmt: skip


def _write_choices(path: Path, nbest: "Nbest", found: "Tuned") -> None:
    from ...files.atomic import write_atomically

    lines = [nbest.texts[place] for place in found.chosen]
    write_atomically(path, "".join(f"{line}\n" for line in lines).encode())


def _once(bounds: list[tuple[str, tuple[float, float]]]) -> dict[str, tuple[float, float]]:
    found = dict(bounds)
    for name in found:
        if sum(name == other for other, _ in bounds) > 1:
            raise UsageError(f"{name} has bounds twice: give both ends in one, {name}=LOW:HIGH")
    return found


def _bounds(word: str) -> tuple[str, tuple[float, float]]:
    name, equals, ends = word.rpartition("=")
    low, colon, high = ends.partition(":")
    try:
        found = float(low or "-inf"), float(high or "inf")
    except ValueError:
        colon = ""
    if not name or not equals or not colon or any(map(isnan, found)):
        raise argparse.ArgumentTypeError(
            f"{word!r} is no bound: give NAME=LOW:HIGH, such as lm_0=0:1, or lm_0=0: for no upper "
            "one"
        )
    return name, found
