"""`tesla mbr`: of the candidates of each source the one that others agree with most."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..errors import ExitCode, InputError, UsageError
from .candidates import (
    NBEST,
    add_candidates,
    add_kinds,
    add_printing,
    nbest_lines,
    one_file,
)
from .options import Commands, add_command, add_metrics, check_stdin_once
from .parameters import add_parameters, chosen_metrics
from .progress import ProgressBar
from .showing import put

if TYPE_CHECKING:
    from ..metrics.base import Metric
    from ..nbest.evidence import WeighedTexts
    from ..nbest.lists import CandidateList
    from ..nbest.nbest import Nbest

_UNIFORM, _SCORES = "uniform", "scores"
_EPILOG = """\
examples:
  tesla mbr samples.jsonl -l en --best > translations.txt
  tesla mbr samples.jsonl -l de -m tesla-m --ranking -f tsv -o ranked.tsv
  tesla mbr nbest.gz -l en -m tesla-m --weigh scores --temperature 5
  tesla mbr beam.jsonl --evidence samples.jsonl -l fr -m chrf -j 4
  tesla mbr nbest.gz -l en -f nbest -o sorted.nbest
  tesla mbr candidates.txt -m ter

Candidates are held against each other: the score of one is the mean of its scores with all texts of
the evidence as references, and the best is the one with the least risk. Evidence are the candidates
themselves, or those of another file with the same ids, or in the same order where neither has any.
A sample that is there twice counts twice; with --weigh scores texts count exp(score / temperature),
by the scores in the file of evidence. A candidate that is evidence is held against itself too, a
perfect score of its own weight: with --weigh scores one that has most of the weight is nearly sure
to win, and a higher --temperature gives the others a say.

Files are n-best lists (id ||| text ||| features ||| score), JSON lines with all samples of a source
  {"id": 0, "hypotheses": ["He left early.", "He went soon."], "scores": [-2.5, -3.1]}
tables with a row a candidate, or plain lines, which are candidates of one source.

Printed are the choice of each source, its place in the list and its expected score. --ranking
prints all candidates, the best first; --best prints choices and nothing else, a line each. -f nbest
prints the list again, the best first, with expected scores in place of the model's (of ter lower
ones are better).

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "mbr", "choose among candidates by minimum Bayes risk", _EPILOG)
    parser.usage = "%(prog)s CANDIDATES -l LANG [-m NAME] [--evidence FILE] [options]"
    add_candidates(parser)
    parser.add_argument(
        "--evidence", metavar="FILE", help="what they are held against (default: themselves)"
    )
    parser.add_argument(
        "--weigh", choices=(_UNIFORM, _SCORES), default=_UNIFORM,
        help="of the evidence: all the same (default), or by the scores in its file",
    )  # fmt: skip
    parser.add_argument(
        "--temperature", type=float, metavar="T",
        help="of --weigh scores: above 1 they differ less (default: 1)",
    )  # fmt: skip
    add_metrics(parser, several=False, default=True)
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--best", action="store_true", help="the choices only, a line each")
    shown.add_argument("--ranking", action="store_true", help="all candidates, the best first")
    add_printing(parser, ", with expected scores in place of the model's")
    add_kinds(parser, "hyp=, id=, src=")
    add_parameters(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..files.distinct import check_not_read

    others = ", and --evidence FILE for what they are held against"
    files = [one_file(args.candidates, "tesla mbr CANDIDATES -l LANG", others)]
    files += [args.evidence] if args.evidence else []
    check_stdin_once("tesla mbr", files)
    temperature = _temperature(args)
    metrics = chosen_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"candidates are chosen by one metric, not {len(metrics)}: give one -m")
    if args.output is not None:
        check_not_read(args.output, files)
    put(_chosen(args, files, metrics[0], temperature), args.output)
    return ExitCode.DONE


def _chosen(
    args: argparse.Namespace, files: Sequence[str], metric: "Metric[Any]", temperature: float
) -> str:
    """What is printed."""
    from ..files.lines import display_name
    from ..nbest.against import check_every_line
    from ..nbest.evidence import evidence_of
    from ..nbest.lists import of_nbest
    from ..nbest.mbr import mbr_lists
    from ..nbest.weighed import resorted_by
    from ..reports.reranking import render_reranking

    names = list(map(display_name, files))
    nbest, kind = _nbest(args, files[0])
    lists = _read(args, files[0]) if nbest is None else of_nbest(nbest)
    if args.best and args.format == "text":
        check_every_line(lists, names[0])
    beside = evidence_of(lists, _read(args, files[1]), *names) if files[1:] else lists
    evidence = _weighed(beside, names[-1], args.weigh == _SCORES, temperature)
    with ProgressBar(sum(len(one.candidates) for one in lists), "comparing", args.quiet) as bar:
        found = mbr_lists(lists, evidence, metric, jobs=args.jobs, progress=bar.advance)
    if nbest is not None:
        return nbest_lines(resorted_by(nbest, found), kind)
    return render_reranking(found, args.format, best=not args.ranking, bare=args.best)


def _read(args: argparse.Namespace, file: str) -> "list[CandidateList]":
    from ..nbest.read import read_candidates

    return read_candidates(
        file, kind=args.input, columns=args.columns, header=args.header, alone=True
    )


def _nbest(args: argparse.Namespace, file: str) -> "tuple[Nbest | None, str]":
    """The lists with all that they have, where they are to be written again, and as what."""
    from ..nbest.nbest import READ_KINDS, read_again

    if args.format != NBEST:
        return None, ""
    if (
        args.best
        or args.columns
        or args.header is not None
        or args.input not in (None, *READ_KINDS)
    ):
        raise UsageError(
            f"-f {NBEST} is an n-best list again: leave --best, and --columns, --header and "
            "--input of tables and text out"
        )
    return read_again(file, args.input)


def _temperature(args: argparse.Namespace) -> float:
    from ..nbest.evidence import check_temperature

    if args.temperature is None:
        return 1.0
    if args.weigh != _SCORES:
        raise UsageError("--temperature is of scores: add --weigh scores")
    check_temperature(args.temperature)
    return float(args.temperature)


def _weighed(
    lists: "Sequence[CandidateList]", file: str, by_scores: bool, temperature: float
) -> "list[WeighedTexts]":
    from ..nbest.evidence import WeighedTexts

    if by_scores and not all(one.scores for one in lists):
        raise InputError(
            f"{file} has no scores for --weigh scores: give lines of id ||| text ||| features "
            "||| score, or JSON lines with scores"
        )
    return [
        WeighedTexts.of(one.candidates, one.scores if by_scores else None, temperature)
        for one in lists
    ]
