"""`tesla stream`: a scoring server on standard input and output for external tuners."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ...errors import ExitCode, InputError, UsageError
from ...files.field_names import SOURCE
from ...files.lines import STDIN, read_lines
from .input_options import sources
from .metric_options import add_parameters, chosen_metrics
from .options import Commands, add_command, add_counterparts, add_jobs, add_max_line, add_metrics

if TYPE_CHECKING:
    from ...decoding.streaming import TunerProtocol
    from ...files.item import ReferenceSet
    from ...metrics.base import Metric, Scorer

_PLAIN, _ZMERT, _METEOR = "plain", "zmert", "meteor"
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
    parser.files = "questions"
    parser.set_defaults(questions=[])
    add_counterparts(parser)
    add_metrics(parser, several=False, default=True)
    parser.add_argument(
        "--protocol", choices=(_PLAIN, _ZMERT, _METEOR), default=_PLAIN,
        help="format of requests and answers (default: plain)",
    )  # fmt: skip
    parser.add_argument(
        "--scale", type=int, metavar="N",
        help="for zmert and meteor: the best score as an integer (default: 100000)",
    )  # fmt: skip
    add_jobs(parser, "treat warnings about metric and options, before the first line, as errors")
    add_max_line(parser)
    add_parameters(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...decoding.streaming import ScoreStream
    from ...files.inputs.references import iterate_present

    if args.questions:
        raise UsageError(
            f"unexpected argument {args.questions[0]}: candidates come from standard input"
        )
    if sys.stdin is None:
        raise InputError("standard input is closed: send candidates there")
    metrics = chosen_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"a stream has one metric, not {len(metrics)}: give one -m")
    sets = _sets(args, metrics[0])
    scorer = metrics[0].open(None, (lambda: iterate_present(sets)) if sets else None)
    stream = ScoreStream(scorer, _dialect(args, scorer, sets), args.jobs)
    for answers in stream.answers(sys.stdin.buffer):
        sys.stdout.write("".join(f"{answer}\n" for answer in answers))
        sys.stdout.flush()
    if stream.error_count:
        raise InputError(
            f"{stream.error_count} of {stream.count} lines were wrong, the first: "
            f"{stream.first_error}"
        )
    return ExitCode.DONE


def _sets(args: argparse.Namespace, metric: "Metric[Any]") -> "list[ReferenceSet]":
    """Return the references or sources to compare with; none if requests contain them."""
    from ...files.inputs.counterparts import check_compares

    check_compares(metric, "a stream needs references")
    has_source = args.source is not None
    if has_source and metric.against != SOURCE:
        raise UsageError(f"{metric.name} compares with references, not with -s: leave -s out")
    if has_source and args.references:
        raise UsageError(f"{metric.name} compares with one of -s and -r: leave the other out")
    files = sources(args) if has_source else args.references
    if args.protocol == _METEOR:
        if files:
            raise UsageError(
                "--protocol meteor sends references with candidates: leave -r and -s out"
            )
        return []
    if not files:
        raise UsageError(
            f"{metric.name} has nothing to compare candidates with: give -r REF"
            + ", or -s SRC" * (metric.against == SOURCE)
        )
    if STDIN in files:
        raise UsageError("standard input has the candidates: give references in files")
    sets = [read_lines(file) for file in files]
    for file, lines in zip(files, sets, strict=True):
        if len(lines) != len(sets[0]):
            raise InputError(
                f"{files[0]} has {len(sets[0])} lines but {file} has {len(lines)}: give references "
                "of the same segments"
            )
    return list(sets)


def _dialect(
    args: argparse.Namespace, scorer: "Scorer[Any]", sets: "list[ReferenceSet]"
) -> "TunerProtocol":
    from ...decoding.streaming import MeteorProtocol, PlainProtocol, ZmertProtocol
    from ...decoding.tuning.candidate_statistics import SCALE

    scale = SCALE if args.scale is None else args.scale
    if not 1 <= scale <= 10**9:
        raise UsageError(f"--scale {scale}: give an integer from 1 to {10**9}")
    if args.protocol == _PLAIN:
        if args.scale is not None:
            raise UsageError("--scale is for integer scores: add --protocol zmert")
        return PlainProtocol(scorer.metric, sets)
    if args.protocol == _ZMERT:
        return ZmertProtocol(scorer.metric, sets, scale)
    # Before the first SCORE request only the scorer can tell how many numbers there are.
    (row,) = scorer.statistics(["a"], [["a"]])
    return MeteorProtocol(scorer.metric, len(row), scale)
