"""`tesla mbr`: choose the best candidate of each source by minimum Bayes risk."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...errors import ExitCode, InputError, UsageError
from .metric_options import add_metric_options, make_requested_metrics
from .options import Commands, add_command, add_metric_choice, check_stdin_once
from .output_options import write_output
from .progress import ProgressBar
from .rerank import (
    NBEST,
    add_candidate_files,
    add_candidate_format_options,
    add_list_output_options,
    format_nbest,
    get_single_candidate_file,
)

if TYPE_CHECKING:
    from ...decoding.mbr import WeightedTexts
    from ...decoding.nbest.nbest import CandidateList, Nbest
    from ...metrics.base import Metric

# Values of --weigh.
_UNIFORM_WEIGHTS, _SCORE_WEIGHTS = "uniform", "scores"
_EPILOG = """\
examples:
  tesla mbr samples.jsonl -l en --best > translations.txt
  tesla mbr samples.jsonl -l de -m tesla-m --ranking -f tsv -o ranked.tsv
  tesla mbr nbest.gz -l en -m tesla-m --weigh scores --temperature 5
  tesla mbr beam.jsonl --evidence samples.jsonl -l fr -m chrf -j 4
  tesla mbr nbest.gz -l en -f nbest -o sorted.nbest
  tesla mbr candidates.txt --input text -m ter

Candidates are compared with each other: the score of a candidate is the mean of its scores with all
texts of the evidence as references, and the candidate with the lowest risk is the best. The
evidence is the candidates themselves, or those of another file with the same ids, or in the same
order if neither file has ids. A sample that occurs twice counts twice; with --weigh scores a text
has the weight exp(score / temperature), with the scores in the file of evidence. A candidate that
is evidence is also compared with itself, which is a perfect score with its own weight: with --weigh
scores a candidate with most of the weight nearly always wins, and a higher --temperature gives the
others more weight.

Files are n-best lists (id ||| text ||| features ||| score), JSON lines with all samples of a source
  {"id": 0, "hypotheses": ["He left early.", "He went soon."], "scores": [-2.5, -3.1]}
or tables with one row per candidate. Plain lines do not say where the candidates of a source end;
with --input text, all lines are candidates of one source.

The output has the choice for each source, its position in the list and its expected score.
--ranking prints all candidates, the best first; --best prints only the choices, one per line (whole
numbers as ids must then count from 0 or from 1 without gaps). -f nbest prints the lists in the new
order, the best first, with expected scores instead of those of the model (for ter lower is better).

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "mbr", "choose among candidates by minimum Bayes risk", _EPILOG)
    parser.usage = "%(prog)s CANDIDATES -l LANG [-m NAME] [--evidence FILE] [options]"
    add_candidate_files(parser)
    parser.add_argument(
        "--evidence",
        metavar="FILE",
        help="texts that candidates are compared with (default: the candidates themselves)",
    )
    parser.add_argument(
        "--weigh", choices=(_UNIFORM_WEIGHTS, _SCORE_WEIGHTS), default=_UNIFORM_WEIGHTS,
        help="weights of the evidence: uniform (default), or by the scores in its file",
    )  # fmt: skip
    parser.add_argument(
        "--temperature", type=float, metavar="T",
        help="temperature for --weigh scores: above 1, weights differ less (default: 1)",
    )  # fmt: skip
    add_metric_choice(parser, allows_several=False, has_default=True)
    output_group = parser.add_mutually_exclusive_group()
    output_group.add_argument(
        "--best", action="store_true", help="print only the choices, one per line"
    )
    output_group.add_argument(
        "--ranking", action="store_true", help="print all candidates, best first"
    )
    add_list_output_options(parser, ", with expected scores instead of those of the model")
    add_candidate_format_options(parser, "hyp=, id=, src=")
    add_metric_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...files.atomic import check_not_input_file

    evidence_hint = ", and --evidence FILE for what they are compared with"
    candidate_file = get_single_candidate_file(
        args.candidates, "tesla mbr CANDIDATES -l LANG", evidence_hint
    )
    files = [candidate_file, *([args.evidence] if args.evidence else [])]
    check_stdin_once("tesla mbr", files)
    temperature = _get_temperature(args)
    metrics = make_requested_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"candidates are chosen by one metric, not {len(metrics)}: give one -m")
    if args.output is not None:
        check_not_input_file(args.output, files)
    write_output(_render_choices(args, files, metrics[0], temperature), args.output)
    return ExitCode.DONE


def _render_choices(
    args: argparse.Namespace, files: Sequence[str], metric: "Metric[Any]", temperature: float
) -> str:
    """Choose candidates by minimum Bayes risk, and return the output of the command.

    `files` has the file of candidates and, with --evidence, the file of evidence.
    """
    from ...decoding.mbr import match_evidence, mbr_lists
    from ...decoding.nbest.nbest import build_candidate_lists, check_lines_complete
    from ...decoding.rerank_by_features import sort_by_reranking
    from ...files.lines import get_display_name
    from ...reporting.tuning import render_reranking

    file_names = list(map(get_display_name, files))
    nbest, kind = _read_nbest(args, files[0])
    lists = _read_lists(args, files[0]) if nbest is None else build_candidate_lists(nbest)
    if args.best and args.format == "text":
        check_lines_complete(lists, file_names[0])
    evidence_lists = lists
    if args.evidence:
        evidence_lists = match_evidence(lists, _read_lists(args, files[1]), *file_names)
    use_scores = args.weigh == _SCORE_WEIGHTS
    evidence = _weigh_evidence(evidence_lists, file_names[-1], use_scores, temperature)
    n_candidates = sum(len(candidate_list.candidates) for candidate_list in lists)
    with ProgressBar(n_candidates, "comparing", args.quiet) as bar:
        reranked = mbr_lists(lists, evidence, metric, jobs=args.jobs, progress=bar.advance)
    if nbest is not None:
        return format_nbest(sort_by_reranking(nbest, reranked), kind)
    return render_reranking(reranked, args.format, only_best=not args.ranking, texts_only=args.best)


def _read_lists(args: argparse.Namespace, file: str) -> "list[CandidateList]":
    from ...decoding.nbest.candidates import read_candidates

    return read_candidates(
        file, kind=args.input, columns=args.columns, header=args.header, counterparts_optional=True
    )


def _read_nbest(args: argparse.Namespace, file: str) -> "tuple[Nbest | None, str]":
    """Return the n-best list with its features, and its format; (None, "") without -f nbest."""
    from ...decoding.nbest.nbest_files import READ_FORMATS, read_with_format

    if args.format != NBEST:
        return None, ""
    has_table_options = args.columns or args.header is not None
    if args.best or has_table_options or args.input not in (None, *READ_FORMATS):
        raise UsageError(
            f"-f {NBEST} prints n-best lists: leave out --best, and --columns, --header and "
            "--input of tables and text"
        )
    return read_with_format(file, args.input)


def _get_temperature(args: argparse.Namespace) -> float:
    """Return the value of --temperature (default: 1), after checking that it has an effect."""
    from ...decoding.mbr import check_temperature

    if args.temperature is None:
        return 1.0
    if args.weigh != _SCORE_WEIGHTS:
        raise UsageError("--temperature is for weights by scores: add --weigh scores")
    check_temperature(args.temperature)
    return float(args.temperature)


def _weigh_evidence(
    lists: "Sequence[CandidateList]", file: str, use_scores: bool, temperature: float
) -> "list[WeightedTexts]":
    """Return the texts of each list with their weights; `file` is a name for error messages."""
    from ...decoding.mbr import WeightedTexts

    if use_scores and not all(candidate_list.scores for candidate_list in lists):
        raise InputError(
            f"{file} has no scores for --weigh scores: give lines of id ||| text ||| features "
            "||| score, or JSON lines with scores"
        )
    weighted_lists = []
    for candidate_list in lists:
        scores = candidate_list.scores if use_scores else None
        weighted_lists.append(
            WeightedTexts.from_scores(candidate_list.candidates, scores, temperature)
        )
    return weighted_lists
