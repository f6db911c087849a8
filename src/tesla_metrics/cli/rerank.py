"""`tesla rerank`: candidates of each source, the best first."""

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import ExitCode, UsageError
from ..names import NOTHING, SOURCE
from .candidates import (
    NBEST,
    add_candidates,
    add_kinds,
    add_printing,
    nbest_lines,
    one_file,
)
from .options import Commands, add_beside, add_command, add_metrics, check_stdin_once
from .parameters import add_parameters, chosen_metrics, given_options
from .progress import ProgressBar
from .segments import sources
from .showing import put

if TYPE_CHECKING:
    from ..metrics.base import Metric
    from ..nbest.nbest import Nbest

_EPILOG = """\
examples:
  tesla rerank candidates.jsonl -l en -m pem
  tesla rerank candidates.tsv --columns src=original,hyp=rewrite -l en -m pem --best
  tesla rerank nbest.txt -s originals.txt -l en -m pem --best > paraphrases.txt
  tesla rerank candidates.txt -s original.txt -l en -m pem --model en.model
  tesla rerank nbest.txt -r ref.txt -l de -m tesla-x -f tsv
  tesla rerank nbest.gz --feature-weights weights --best > translations.txt
  tesla rerank nbest.gz --feature-weights weights -r ref.txt -l en -m tesla-m
  tesla rerank nbest.gz --feature-weights weights -f nbest -o resorted.txt

Candidates come in three kinds of files.

A table (TSV, CSV or JSON lines) has a row a candidate. Rows belong together by id, else by source;
JSON lines may have all of a source in one row, as "candidates" or "hypotheses".
  {"source": "He left early.", "candidate": "He went soon."}
  {"source": "He left early.", "candidate": "He was early to leave."}
or
  {"source": "He left early.", "candidates": ["He went soon.", "He was early to leave."]}

An n-best list, as decoders write it, has lines of id ||| text ||| features ||| score, of which a
metric wants the first two only; id counts the lines of -s and -r from 0. JSON lines with hypotheses
and without source and references are the same.
  0 ||| He went soon. ||| lm= -6.5 tm= -1 -2.5 ||| -1.5
  0 ||| He was early to leave. ||| lm= -8 tm= -1.5 -2 ||| -2.1

Plain lines are all candidates of the one line of -s.
  He went soon.
  He was early to leave.

Printed are id, rank, the place in the list as it was given, score, its parts and the candidate, the
best of each list first; --best prints the first candidate of each and nothing else, a line a
source, in their order. pem holds candidates against sources; other metrics hold them against
references, and the best by these is the oracle: what a perfect choice could reach.

With --feature-weights the candidates of an n-best list are sorted by the sum of their features
times these, and neither metric nor references are needed. A metric with references says beside what
each is worth, and at the end what the whole is with the first candidates, the choice and the
oracle.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "rerank", "sort candidates of each source, best first", _EPILOG)
    parser.usage = (
        "%(prog)s CANDIDATES [-s SRC] [-r REF [REF ...]] -l LANG -m NAME [options]\n"
        "       %(prog)s NBEST --feature-weights FILE [-r REF [REF ...] -l LANG -m NAME] [options]"
    )
    add_candidates(parser)
    add_beside(parser)
    add_metrics(parser, several=False)
    parser.add_argument(
        "--best", action="store_true", help="the best candidate of each source only, a line each"
    )
    parser.add_argument(
        "--feature-weights", metavar="FILE",
        help="sort by these weights of an n-best list's features, as tesla tune writes them",
    )  # fmt: skip
    add_printing(parser)
    add_kinds(parser, "src=, hyp=, ref=, id=")
    add_parameters(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..files.distinct import check_not_read

    file = one_file(args.candidates, "tesla rerank CANDIDATES -s SRC -l LANG -m pem")
    weights = [] if args.feature_weights is None else [args.feature_weights]
    files = [file, *sources(args), *args.references, *weights]
    check_stdin_once("tesla rerank", files)
    metrics = chosen_metrics(args) if args.metrics else []
    if not metrics and not weights:
        raise UsageError(
            "by which metric? Give -m pem (with sources), or another (with -r REF); or "
            "--feature-weights FILE"
        )
    if len(metrics) > 1:
        raise UsageError(f"candidates are sorted by one metric, not {len(metrics)}: give one -m")
    if args.best and args.format == NBEST:
        raise UsageError(f"--best and -f {NBEST} do not go together: leave one out")
    if args.output is not None:
        check_not_read(args.output, files)
    metric = metrics[0] if metrics else None
    if metric is not None and metric.against == NOTHING:
        args.source, args.references = None, []
    by = _by_weights if weights else _by_metric
    put(by(args, file, metric), args.output)
    return ExitCode.DONE


def _by_metric(args: argparse.Namespace, file: str, metric: "Metric[Any] | None") -> str:
    from ..nbest.lists import of_nbest
    from ..nbest.read import read_candidates
    from ..nbest.rerank import rerank_lists
    from ..nbest.weighed import resorted_by
    from ..reports.reranking import render_reranking

    assert metric is not None
    again = args.format == NBEST
    if again:
        nbest, kind, originals, references = _nbest(args, file)
        lists = of_nbest(nbest, originals, references)
    else:
        lists = read_candidates(
            file, args.source, args.references, kind=args.input, columns=args.columns,
            header=args.header, alone=metric.against == NOTHING,
        )  # fmt: skip
    with ProgressBar(sum(len(one.candidates) for one in lists), "scoring", args.quiet) as bar:
        found = rerank_lists(lists, metric, jobs=args.jobs, progress=bar.advance)
    if again:
        return nbest_lines(resorted_by(nbest, found), kind)
    return render_reranking(found, args.format, args.best)


def _by_weights(args: argparse.Namespace, file: str, metric: "Metric[Any] | None") -> str:
    from ..nbest.weighed import rerank_nbest, resorted
    from ..nbest.weights import read_weights
    from ..reports.reranking import render_reranking

    if metric is None and (args.references or args.source or args.lang or given_options(args)):
        raise UsageError(
            "-r, -s, -l and options of metrics are for one that judges the choice: add -m NAME"
        )
    if metric is not None and args.source and metric.against != SOURCE:
        raise UsageError(f"{metric.name} compares with references, not with -s: leave -s out")
    if metric is not None and args.format == NBEST:
        raise UsageError(
            f"-f {NBEST} has no room for a metric beside --feature-weights: leave -m out"
        )
    weights = read_weights(args.feature_weights)
    nbest, kind, originals, references = _nbest(args, file)
    weights.of(nbest.names, args.feature_weights)
    if args.format == NBEST:
        return nbest_lines(resorted(nbest, weights), kind)
    with ProgressBar(len(nbest.texts), "scoring", args.quiet or metric is None) as bar:
        found = rerank_nbest(
            nbest, weights, originals, references or None, metric=metric,
            references_by="set" if references else None, best=args.best,
            jobs=args.jobs, progress=bar.advance,
        )  # fmt: skip
    return render_reranking(found, args.format, args.best)


def _nbest(
    args: argparse.Namespace, file: str
) -> "tuple[Nbest, str, list[str] | None, list[list[str]]]":
    """The list with its features, what to write it as, and what stands beside it."""
    from ..files.lines import display_name
    from ..nbest.against import check_ids, read_beside, warn_of_labels
    from ..nbest.nbest import READ_KINDS, read_again

    if args.columns or args.header is not None or args.input not in (None, *READ_KINDS):
        raise UsageError(
            f"--feature-weights and -f {NBEST} are for n-best lists with features: leave "
            "--columns, --header and --input of tables and text out"
        )
    nbest, kind = read_again(file, args.input)
    beside, name = [*sources(args), *args.references], display_name(file)
    if beside:
        warn_of_labels(nbest, name)
    if args.best and args.format == "text":
        check_ids(nbest.ids, name)
    texts = read_beside(nbest.ids, name, beside)
    own = len(sources(args))
    return nbest, kind, texts[0] if own else None, texts[own:]
