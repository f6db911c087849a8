"""The modes of `tesla tune`: loop, Moses export, SMT training, translation."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ....errors import ExitCode, InputError, UsageError
from ..build.common import check_output, lock_output
from ..input_options import sources
from ..metric_options import explicit_flags, format_flag
from ..options import Command, check_stdin_once
from ..output_options import write_output
from ..progress import ProgressBar, progress_bars
from .lists import read_counterparts, tuning_metric

if TYPE_CHECKING:
    from ....decoding.tuning.loop_state import Iteration

LISTS, MOSES, LOOP, SMT = "--nbest", "--write-moses", "--config", "--train-smt"
TRANSLATE = "--translate"
_ON_LISTS = (LISTS, MOSES)
# For each option, by attribute: its flag, and the modes that have it.
OPTION_MODES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "train_smt": (SMT, (SMT,)),
    "translate": (TRANSLATE, (TRANSLATE,)),
    "config": (LOOP, (LOOP, TRANSLATE)),
    "write_moses": (MOSES, (MOSES,)),
    "nbest": (LISTS, _ON_LISTS),
    "references": ("-r", _ON_LISTS),
    "source": ("-s", _ON_LISTS),
    "metrics": ("-m", _ON_LISTS),
    "lang": ("-l", (*_ON_LISTS, SMT)),
    "start": ("--start", _ON_LISTS),
    "output": ("-o", (LISTS, TRANSLATE)),
    "choices": ("--choices", (LISTS,)),
    "method": ("--method", (LISTS,)),
    "bounds": ("--bounds", (LISTS,)),
    "fix": ("--fix", (LISTS,)),
    "restarts": ("--restarts", (LISTS,)),
    "seed": ("--seed", (LISTS,)),
    "restart": ("--restart", (LOOP,)),
    "smt": ("--smt", (SMT,)),
    "format": ("-f", (LISTS, MOSES, LOOP)),
    "jobs": ("-j", (LISTS, MOSES, LOOP)),
    **dict.fromkeys(("max_line", "quiet", "strict"), ("", (LISTS, MOSES, LOOP, SMT, TRANSLATE))),
}
# The option for reading the bitext; all others are options of metrics.
_OF_BITEXTS = "lowercase"
_CONFIGURED = (
    *("references", "source", "metrics", "lang", "output", "restarts", "seed"),
    *("start", "bounds", "fix"),
)


def mode_of(args: argparse.Namespace, parser: argparse.ArgumentParser) -> str:
    """Return the requested mode, after checking that no given option would be ignored."""
    requested = (
        *((SMT, args.train_smt), (TRANSLATE, args.translate)),
        *((LOOP, args.config), (MOSES, args.write_moses)),
    )
    mode = next((mode for mode, value in requested if value is not None), LISTS)
    for name, (flag, known) in OPTION_MODES.items():
        if mode not in known and getattr(args, name) != parser.get_default(name):
            raise _ignored_option(args, mode, flag, known, name in _CONFIGURED)
    for name in explicit_flags(args):
        if mode not in _ON_LISTS and (mode, name) != (SMT, _OF_BITEXTS):
            raise _ignored_option(args, mode, format_flag(name), _ON_LISTS, True)
    return mode


def _ignored_option(
    args: argparse.Namespace, mode: str, flag: str, known: tuple[str, ...], configured: bool
) -> UsageError:
    if mode == LOOP and configured:
        return UsageError(f"{flag} is given with --config: set it in {args.config} instead")
    other_modes = "" if flag in known else f", only with {' or '.join(known)}"
    return UsageError(f"{flag} has no effect with {mode}{other_modes}: leave one of them out")


def add_loop_arguments(parser: Command) -> None:
    """Add the options of the tuning loop."""
    group = parser.add_argument_group("loop of decoding and tuning")
    group.add_argument(
        "--config", type=Path, metavar="TOML",
        help="decode, pool and tune repeatedly; an interrupted run is continued",
    )  # fmt: skip
    group.add_argument(
        "--restart", action="store_true", help="with --config: start again from the beginning"
    )


def run_loop(args: argparse.Namespace) -> ExitCode:
    from ....decoding.tuning.loop import tune_decoder
    from ....decoding.tuning.loop_config import read_config
    from ....reporting.tuning import iteration_line, render_loop

    settings = read_config(args.config)
    metric = settings.metric.name

    def log(line: str) -> None:
        if not args.quiet:
            print(line, file=sys.stderr, flush=True)

    def log_iteration(iteration: "Iteration") -> None:
        log(iteration_line(iteration, metric))

    with progress_bars(args.quiet) as watch:
        result = tune_decoder(
            settings, restart=args.restart, jobs=args.jobs, watch=watch, tell=log_iteration, say=log
        )
    sys.stdout.write(render_loop(result, args.format))
    if not args.quiet:
        print(f"{settings.output}: {len(result.weights.names)} weights", file=sys.stderr)
    return ExitCode.DONE


def add_moses_arguments(parser: Command) -> None:
    """Add the options of the export for Moses."""
    group = parser.add_argument_group("for other tuners")
    group.add_argument(
        "--write-moses", type=Path, metavar="DIR",
        help="write features, statistics and start weights for Moses' mert to this folder and tune "
        "nothing; the folder is created, files of the same names are overwritten",
    )  # fmt: skip


def run_moses(args: argparse.Namespace) -> ExitCode:
    from ....decoding.nbest.nbest_files import read_nbest
    from ....decoding.nbest.weights import read_weights
    from ....decoding.tuning.candidate_statistics import CandidateStatistics
    from ....decoding.tuning.moses_mert import export_moses
    from ....evaluation.readers.mt_metrics_eval import make_folder

    metric = tuning_metric(args)
    _check_format(args.format)
    read = [*args.nbest, *sources(args), *args.references, *([args.start] if args.start else [])]
    check_stdin_once("tesla tune", read)
    _check_parent(args.write_moses)
    make_folder(args.write_moses)
    nbest = read_nbest(args.nbest)
    start = None if args.start is None else read_weights(args.start)
    references = CandidateStatistics(metric, read_counterparts(args, nbest, metric))
    with ProgressBar(len(nbest.texts), "scoring", args.quiet) as bar:
        export = export_moses(
            args.write_moses, nbest, references, start, jobs=args.jobs, progress=bar.advance
        )
    if args.format == "json":
        record = {
            "lists": len(nbest), "candidates": export.candidates, "kind": export.kind,
            "command": export.command, "signature": str(references.signature()),
        }  # fmt: skip
        sys.stdout.write(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(f"{export.command}\n\n{references.signature()}\n")
    return ExitCode.DONE


def _check_parent(folder: Path) -> None:
    """Check that the parent folder exists: otherwise the path is probably misspelt."""
    if not folder.absolute().parent.is_dir():
        raise InputError(
            f"cannot create {folder}: there is no folder {folder.parent}; create it, or choose "
            "another"
        )


def _check_format(output_format: str) -> None:
    if output_format not in ("text", "json"):
        raise UsageError(
            f"--write-moses prints a command, not {output_format}: give -f json, or leave -f out"
        )


def add_smt_arguments(parser: Command) -> None:
    """Add the options for training an SMT system."""
    group = parser.add_argument_group("training a system to tune (Thot, the extra [smt])")
    group.add_argument(
        "--train-smt", nargs=2, metavar=("SRC", "TGT"),
        help="train on sentences and their translations, aligned by line; with -l fr-en",
    )  # fmt: skip
    group.add_argument("--smt", type=Path, metavar="DIR", help="folder for the new system")


def run_smt(args: argparse.Namespace) -> ExitCode:
    from ....decoding.decoders.thot_training import train_smt
    from ....resources.pivot.bitext import ParallelFiles

    if args.smt is None:
        raise UsageError("no output folder for the system: give --smt DIR")
    check_stdin_once("tesla tune --train-smt", args.train_smt)
    pairs = ParallelFiles(*args.train_smt).pairs()
    with progress_bars(args.quiet) as watch:
        trained = train_smt(
            pairs,
            _languages(args.lang),
            args.smt,
            lowercase=bool(getattr(args, "lowercase", False)),
            watch=watch,
        )
    if not args.quiet:
        print(f"{args.smt}: a system trained on {trained.pairs} sentence pairs", file=sys.stderr)
    return ExitCode.DONE


def _languages(pair: str | None) -> tuple[str, str]:
    from ....text.languages import parse_language

    source, dash, target = (pair or "").partition("-")
    if not dash:
        raise UsageError("no language pair: give -l SOURCE-TARGET, such as -l fr-en")
    return parse_language(source), parse_language(target)


def add_translate_arguments(parser: Command) -> None:
    """Add --translate."""
    parser.add_argument(
        "--translate", metavar="SRC",
        help="with --config: translate this text with the tuned weights; - is stdin",
    )  # fmt: skip


@lock_output
def run_translate(args: argparse.Namespace) -> ExitCode:
    from ....decoding.tuning.translate import translate

    if args.config is None:
        raise UsageError("no decoder: give --config TOML together with --translate")
    if args.output is not None:
        check_output(args.output, [args.translate, str(args.config)])
    with progress_bars(args.quiet) as watch:
        translations = translate(args.config, args.translate, watch=watch)
    write_output("".join(f"{text}\n" for text in translations), args.output)
    return ExitCode.DONE
