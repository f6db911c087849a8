"""`tesla stream`: a scoring server on standard input and output for external tuners."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ...errors import ExitCode, InputError, UsageError
from ...files.field_names import SOURCE
from ...files.lines import STDIN, read_lines
from .input_options import get_source_files
from .metric_options import add_metric_options, make_requested_metrics
from .options import (
    Commands,
    add_command,
    add_counterpart_options,
    add_jobs_option,
    add_max_line_option,
    add_metric_choice,
)

if TYPE_CHECKING:
    from ...decoding.streaming import TunerProtocol
    from ...files.item import ReferenceSet
    from ...metrics.base import Metric, Scorer

# Values of --protocol.
_PLAIN_PROTOCOL, _ZMERT_PROTOCOL, _METEOR_PROTOCOL = "plain", "zmert", "meteor"
_EPILOG = """\
examples:
  tesla stream -r ref.txt -l en -m tesla-m
  tesla stream -r ref0.txt ref1.txt -l en -m tesla-m --protocol zmert
  tesla stream -l en -m tesla-x --protocol meteor
  decoder --n-best | tesla stream -r ref.txt -l de -m tesla-m > scores.txt

Each line of standard input is a request; it is answered at once by one line on standard output.

plain   i ||| candidate, where i counts the lines of -r from 0: the score of the candidate.
zmert   the same request: the score as an integer; --scale is the best one.
meteor  SCORE ||| reference ||| ... ||| candidate: integers that can be summed over sentences;
        EVAL ||| numbers: the score of such sums (for ter its negative: higher is better).

A wrong line is answered by a line that begins with ERROR, and the stream continues. It ends with
the input; the exit code is then 3 if a line was wrong.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "stream", "score candidates as they come in", _EPILOG)
    parser.usage = "%(prog)s -r REF [REF ...] -l LANG [-m NAME] [--protocol NAME] [options]"
    parser.files_attribute = "unexpected_words"  # for a clear message: the command takes no files
    parser.set_defaults(unexpected_words=[])
    add_counterpart_options(parser)
    add_metric_choice(parser, allows_several=False, has_default=True)
    parser.add_argument(
        "--protocol", choices=(_PLAIN_PROTOCOL, _ZMERT_PROTOCOL, _METEOR_PROTOCOL),
        default=_PLAIN_PROTOCOL, help="format of requests and answers (default: plain)",
    )  # fmt: skip
    parser.add_argument(
        "--scale", type=int, metavar="N",
        help="for zmert and meteor: the best score as an integer (default: 100000)",
    )  # fmt: skip
    add_jobs_option(
        parser, "treat warnings about metric and options, before the first line, as errors"
    )
    add_max_line_option(parser)
    add_metric_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...decoding.streaming import ScoreStream
    from ...files.inputs.references import iterate_references

    if args.unexpected_words:
        word = args.unexpected_words[0]
        raise UsageError(f"unexpected argument {word}: candidates come from standard input")
    if sys.stdin is None:
        raise InputError("standard input is closed: send candidates there")
    metrics = make_requested_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"a stream has one metric, not {len(metrics)}: give one -m")
    reference_sets = _read_reference_sets(args, metrics[0])
    get_references = (lambda: iterate_references(reference_sets)) if reference_sets else None
    scorer = metrics[0].open(None, get_references)
    protocol = _make_protocol(args, scorer, reference_sets)
    stream = ScoreStream(scorer, protocol, args.jobs)
    for answers in stream.iterate_answers(sys.stdin.buffer):
        sys.stdout.write("".join(f"{answer}\n" for answer in answers))
        sys.stdout.flush()
    if stream.error_count:
        raise InputError(
            f"{stream.error_count} of {stream.line_count} lines were wrong, the first: "
            f"{stream.first_error}"
        )
    return ExitCode.DONE


def _read_reference_sets(args: argparse.Namespace, metric: "Metric[Any]") -> "list[ReferenceSet]":
    """Read the references or sources to compare with; return [] if requests contain them."""
    from ...files.inputs.counterparts import check_has_counterpart

    check_has_counterpart(metric, "a stream needs references")
    has_source = args.source is not None
    if has_source and metric.against != SOURCE:
        raise UsageError(f"{metric.name} compares with references, not with -s: leave -s out")
    if has_source and args.references:
        raise UsageError(f"{metric.name} compares with one of -s and -r: leave the other out")
    files = get_source_files(args) if has_source else args.references
    if args.protocol == _METEOR_PROTOCOL:
        if files:
            raise UsageError(
                "--protocol meteor sends references with candidates: leave -r and -s out"
            )
        return []
    if not files:
        source_hint = ", or -s SRC" if metric.against == SOURCE else ""
        raise UsageError(
            f"{metric.name} has nothing to compare candidates with: give -r REF{source_hint}"
        )
    if STDIN in files:
        raise UsageError("standard input has the candidates: give references in files")
    reference_sets = [read_lines(file) for file in files]
    for file, lines in zip(files, reference_sets, strict=True):
        if len(lines) != len(reference_sets[0]):
            raise InputError(
                f"{files[0]} has {len(reference_sets[0])} lines but {file} has {len(lines)}: give "
                "references of the same segments"
            )
    return list(reference_sets)


def _make_protocol(
    args: argparse.Namespace, scorer: "Scorer[Any]", reference_sets: "list[ReferenceSet]"
) -> "TunerProtocol":
    from ...decoding.streaming import MeteorProtocol, PlainProtocol, ZmertProtocol
    from ...decoding.tuning.candidate_statistics import DEFAULT_SCALE

    scale = DEFAULT_SCALE if args.scale is None else args.scale
    if not 1 <= scale <= 10**9:
        raise UsageError(f"--scale {scale}: give an integer from 1 to {10**9}")
    if args.protocol == _PLAIN_PROTOCOL:
        if args.scale is not None:
            raise UsageError("--scale is for integer scores: add --protocol zmert")
        return PlainProtocol(scorer.metric, reference_sets)
    if args.protocol == _ZMERT_PROTOCOL:
        return ZmertProtocol(scorer.metric, reference_sets, scale)
    # Score any text to learn how many statistics there are per segment.
    (statistics_row,) = scorer.statistics(["a"], [["a"]])
    return MeteorProtocol(scorer.metric, len(statistics_row), scale)
