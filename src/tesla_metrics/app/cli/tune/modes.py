"""The modes of `tesla tune` without --nbest: tuning loop, Moses, SMT training, translation."""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ....errors import ExitCode, InputError, UsageError
from ..build.common import check_output, lock_output
from ..metric_options import format_flag, get_explicit_flags
from ..options import Command, check_stdin_once
from ..output_options import write_output
from ..progress import ProgressBar, progress_bars
from .lists import list_input_files, make_tuning_metric, read_list_counterparts

if TYPE_CHECKING:
    from ....decoding.tuning.loop_state import Iteration

# Modes, named by the options that select them.
LISTS, MOSES, LOOP, SMT = "--nbest", "--write-moses", "--config", "--train-smt"
TRANSLATE = "--translate"
_LIST_MODES = (LISTS, MOSES)  # modes that read n-best lists
# For each attribute of the parsed arguments: the flag of the option, and the modes that have it.
OPTION_MODES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "train_smt": (SMT, (SMT,)),
    "translate": (TRANSLATE, (TRANSLATE,)),
    "config": (LOOP, (LOOP, TRANSLATE)),
    "write_moses": (MOSES, (MOSES,)),
    "nbest": (LISTS, _LIST_MODES),
    "references": ("-r", _LIST_MODES),
    "source": ("-s", _LIST_MODES),
    "metrics": ("-m", _LIST_MODES),
    "lang": ("-l", (*_LIST_MODES, SMT)),
    "start": ("--start", _LIST_MODES),
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
# The only metric option that the mode SMT has: it lower-cases the bitext.
_BITEXT_OPTION = "lowercase"
# Attributes of options that the mode LOOP reads from its configuration file instead.
_CONFIG_FILE_OPTIONS = (
    *("references", "source", "metrics", "lang", "output", "restarts", "seed"),
    *("start", "bounds", "fix"),
)


def find_mode(args: argparse.Namespace, parser: argparse.ArgumentParser) -> str:
    """Return the requested mode, after checking that no given option would be ignored."""
    value_by_mode = {
        SMT: args.train_smt,
        TRANSLATE: args.translate,
        LOOP: args.config,
        MOSES: args.write_moses,
    }
    mode = next((mode for mode, value in value_by_mode.items() if value is not None), LISTS)
    for name, (flag, allowed_modes) in OPTION_MODES.items():
        if mode not in allowed_modes and getattr(args, name) != parser.get_default(name):
            raise _make_ignored_option_error(
                args, mode, flag, allowed_modes, name in _CONFIG_FILE_OPTIONS
            )
    for name in get_explicit_flags(args):
        if mode not in _LIST_MODES and (mode, name) != (SMT, _BITEXT_OPTION):
            raise _make_ignored_option_error(args, mode, format_flag(name), _LIST_MODES, True)
    return mode


def _make_ignored_option_error(
    args: argparse.Namespace,
    mode: str,
    flag: str,
    allowed_modes: tuple[str, ...],
    is_config_option: bool,
) -> UsageError:
    if mode == LOOP and is_config_option:
        return UsageError(f"{flag} is given with --config: set it in {args.config} instead")
    other_modes = "" if flag in allowed_modes else f", only with {' or '.join(allowed_modes)}"
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
    from ....reporting.tuning import format_iteration_line, render_loop

    settings = read_config(args.config)
    metric = settings.metric.name

    def log(line: str) -> None:
        if not args.quiet:
            print(line, file=sys.stderr, flush=True)

    def log_iteration(iteration: "Iteration") -> None:
        log(format_iteration_line(iteration, metric))

    with progress_bars(args.quiet) as start_bar:
        result = tune_decoder(
            settings,
            restart=args.restart,
            jobs=args.jobs,
            watch=start_bar,
            tell=log_iteration,
            say=log,
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

    metric = make_tuning_metric(args)
    _check_format(args.format)
    check_stdin_once("tesla tune", list_input_files(args))
    _check_parent(args.write_moses)
    make_folder(args.write_moses)
    nbest = read_nbest(args.nbest)
    start_weights = None if args.start is None else read_weights(args.start)
    candidate_statistics = CandidateStatistics(metric, read_list_counterparts(args, nbest, metric))
    with ProgressBar(len(nbest.texts), "scoring", args.quiet) as bar:
        export = export_moses(
            args.write_moses,
            nbest,
            candidate_statistics,
            start_weights,
            jobs=args.jobs,
            progress=bar.advance,
        )
    if args.format == "json":
        record = {
            "lists": len(nbest), "candidates": export.n_candidates, "kind": export.kind,
            "command": export.command, "signature": str(candidate_statistics.get_signature()),
        }  # fmt: skip
        sys.stdout.write(json.dumps(record, indent=2, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(f"{export.command}\n\n{candidate_statistics.get_signature()}\n")
    return ExitCode.DONE


def _check_parent(folder: Path) -> None:
    """Check that the parent folder exists; if it does not, the path is probably misspelt."""
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
    pairs = ParallelFiles(*args.train_smt).iter_pairs()
    with progress_bars(args.quiet) as start_bar:
        training_result = train_smt(
            pairs,
            _parse_language_pair(args.lang),
            args.smt,
            lowercase=bool(getattr(args, "lowercase", False)),
            watch=start_bar,
        )
    if not args.quiet:
        print(
            f"{args.smt}: a system trained on {training_result.pairs} sentence pairs",
            file=sys.stderr,
        )
    return ExitCode.DONE


def _parse_language_pair(pair: str | None) -> tuple[str, str]:
    """Return the source and the target language of -l."""
    from ....text.languages import parse_language

    source, dash, target = (pair or "").partition("-")
    if not dash:
        raise UsageError("no language pair: give -l SOURCE-TARGET, such as -l fr-en")
    return parse_language(source), parse_language(target)


def add_translate_arguments(parser: Command) -> None:
    """Add --translate, which translates a text with the tuned weights."""
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
    with progress_bars(args.quiet) as start_bar:
        translations = translate(args.config, args.translate, watch=start_bar)
    write_output("".join(f"{text}\n" for text in translations), args.output)
    return ExitCode.DONE
