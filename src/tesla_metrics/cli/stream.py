"""`tesla stream`: an answer to each line, for tuners that ask."""

import argparse
import sys
from typing import TYPE_CHECKING, Any

from ..errors import ExitCode, InputError, UsageError
from ..files.lines import STDIN, read_lines
from ..names import SOURCE
from .options import (
    Commands,
    add_beside,
    add_command,
    add_jobs,
    add_max_line,
    add_metrics,
)
from .parameters import add_parameters, chosen_metrics
from .segments import sources

if TYPE_CHECKING:
    from ..metrics.base import Metric, Scorer
    from ..tasks import ReferenceSet
    from ..tuning.streaming.dialects import Dialect

_PLAIN, _ZMERT, _METEOR = "plain", "zmert", "meteor"
_EPILOG = """\
examples:
  tesla stream -r ref.txt -l en -m tesla-m
  tesla stream -r ref0.txt ref1.txt -l en -m tesla-m --protocol zmert
  tesla stream -l en -m tesla-x --protocol meteor
  decoder --n-best | tesla stream -r ref.txt -l de -m tesla-m > scores.txt

Standard input has a question a line, standard output an answer a line, at once.

plain   i ||| candidate, where i counts the lines of -r from 0: the score of the candidate.
zmert   the same: the score as a whole number, of which --scale is the best.
meteor  SCORE ||| reference ||| ... ||| candidate: whole numbers that add up over sentences;
        EVAL ||| numbers: the score of what was added up (of ter its negative: higher is better).

A wrong line gets a line that begins with ERROR, and the stream lives on. It ends where the input
ends; the code then is 3 if a line was wrong.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "stream", "score candidates as they come in", _EPILOG)
    parser.usage = "%(prog)s -r REF [REF ...] -l LANG [-m NAME] [--protocol NAME] [options]"
    parser.files = "questions"
    parser.set_defaults(questions=[])
    add_beside(parser)
    add_metrics(parser, several=False, default=True)
    parser.add_argument(
        "--protocol", choices=(_PLAIN, _ZMERT, _METEOR), default=_PLAIN,
        help="what lines and answers look like (default: plain)",
    )  # fmt: skip
    parser.add_argument(
        "--scale", type=int, metavar="N",
        help="of zmert and meteor: what the best score is as a whole number (default: 100000)",
    )  # fmt: skip
    add_jobs(parser, "a warning of metric and options, before the first line, is an error")
    add_max_line(parser)
    add_parameters(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..intake.references import present
    from ..tuning.streaming.stream import ScoreStream

    if args.questions:
        raise UsageError(
            f"{args.questions[0]} is one word too many: candidates come from standard input"
        )
    if sys.stdin is None:
        raise InputError("standard input is closed: send candidates there")
    metrics = chosen_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"a stream has one metric, not {len(metrics)}: give one -m")
    sets = _sets(args, metrics[0])
    scorer = metrics[0].open(None, (lambda: present(sets)) if sets else None)
    stream = ScoreStream(scorer, _dialect(args, scorer, sets), args.jobs)
    for answers in stream.answers(sys.stdin.buffer):
        sys.stdout.write("".join(f"{answer}\n" for answer in answers))
        sys.stdout.flush()
    if stream.wrong:
        raise InputError(
            f"{stream.wrong} of {stream.count} lines were wrong, the first: {stream.first}"
        )
    return ExitCode.DONE


def _sets(args: argparse.Namespace, metric: "Metric[Any]") -> "list[ReferenceSet]":
    """What candidates are held against, unless they bring it with them."""
    from ..intake.beside import check_compares

    check_compares(metric, "a stream answers what references say")
    held = args.source is not None
    if held and metric.against != SOURCE:
        raise UsageError(f"{metric.name} compares with references, not with -s: leave -s out")
    if held and args.references:
        raise UsageError(f"{metric.name} compares with one of -s and -r: leave the other out")
    files = sources(args) if held else args.references
    if args.protocol == _METEOR:
        if files:
            raise UsageError(
                "--protocol meteor sends references with candidates: leave -r and -s out"
            )
        return []
    if not files:
        raise UsageError(
            f"{metric.name} has nothing to hold candidates against: give -r REF"
            + ", or -s SRC" * (metric.against == SOURCE)
        )
    if STDIN in files:
        raise UsageError("standard input has the candidates: give references in files")
    sets = [read_lines(file) for file in files]
    for file, own in zip(files, sets, strict=True):
        if len(own) != len(sets[0]):
            raise InputError(
                f"{files[0]} has {len(sets[0])} lines but {file} has {len(own)}: give references "
                "of the same segments"
            )
    return list(sets)


def _dialect(
    args: argparse.Namespace, scorer: "Scorer[Any]", sets: "list[ReferenceSet]"
) -> "Dialect":
    from ..tuning.streaming.dialects import Meteor, Plain, Zmert
    from ..tuning.whole import SCALE

    scale = SCALE if args.scale is None else args.scale
    if not 1 <= scale <= 10**9:
        raise UsageError(f"--scale {scale}: give a whole number from 1 to {10**9}")
    if args.protocol == _PLAIN:
        if args.scale is not None:
            raise UsageError("--scale is for whole numbers: add --protocol zmert")
        return Plain(scorer.metric, sets)
    if args.protocol == _ZMERT:
        return Zmert(scorer.metric, sets, scale)
    # Before the first SCORE nobody else knows how many numbers there are.
    (row,) = scorer.statistics(["a"], [["a"]])
    return Meteor(scorer.metric, len(row), scale)
