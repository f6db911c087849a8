"""`tesla rerank`: sort candidates; also options that it shares with `tesla mbr`."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...errors import ExitCode, UsageError
from ...files.field_names import NOTHING, SOURCE
from ...reporting.table import FORMATS
from .input_options import get_source_files
from .metric_options import add_metric_options, get_explicit_options, make_requested_metrics
from .options import (
    Command,
    Commands,
    add_command,
    add_counterpart_options,
    add_jobs_option,
    add_max_line_option,
    add_metric_choice,
    add_positional_files,
    check_stdin_once,
)
from .output_options import write_output
from .progress import ProgressBar

if TYPE_CHECKING:
    from ...decoding.nbest.nbest import Nbest
    from ...metrics.base import Metric

# Value of -f that prints an n-best list in the new order.
NBEST = "nbest"


def add_candidate_files(parser: Command) -> None:
    """Add the positional file of candidates."""
    add_positional_files(parser, "candidates", "CANDIDATES", "a file of candidates; - is stdin")


def add_list_output_options(parser: Command, nbest_help: str = "") -> None:
    """Add -o, -f and the options of `add_jobs_option`; `nbest_help` is added to the help of -f."""
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write to this file (default: stdout)"
    )
    parser.add_argument(
        "-f", "--format", choices=(*FORMATS, NBEST), default="text",
        help=f"default: text; json has all digits; {NBEST} is the n-best list in the new order"
        f"{nbest_help}",
    )  # fmt: skip
    add_jobs_option(parser)


def add_candidate_format_options(parser: Command, columns_help: str) -> None:
    """Add options that describe the file; `columns_help` lists the columns that can be named."""
    group = parser.add_argument_group("what a file contains")
    group.add_argument(
        "--input", choices=("nbest", "text", "tsv", "csv", "jsonl"),
        help="default: by file name or content",
    )  # fmt: skip
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help=f"columns of a table, by name or number from 1: {columns_help}",
    )  # fmt: skip
    group.add_argument(
        "--header", action=argparse.BooleanOptionalAction, default=None,
        help="whether a table has a header line, if columns are given by number",
    )  # fmt: skip
    add_max_line_option(group)


def get_single_candidate_file(paths: Sequence[str] | None, usage: str, hint: str = "") -> str:
    """Return the only file of candidates; raise a usage error if there are none or several.

    usage   example command for the message
    hint    text for the end of the message about several files
    """
    files = list(map(str, paths or ()))
    if not files:
        command = " ".join(usage.split()[:2])
        raise UsageError(
            f"no file of candidates is given: {usage} (- is standard input; see '{command} --help')"
        )
    if len(files) > 1:
        raise UsageError(
            f"{len(files)} files of candidates ({', '.join(files)}): give one at a time{hint}"
        )
    return files[0]


def format_nbest(nbest: "Nbest", nbest_format: str) -> str:
    """Return the lists as text; `nbest_format` is the format that `read_with_format` returned."""
    from ...decoding.nbest.nbest_files import format_nbest_lines

    return "".join(f"{line}\n" for line in format_nbest_lines(nbest, nbest_format))


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

There are three kinds of files with candidates.

A table (TSV, CSV or JSON lines) has one row per candidate. Rows are grouped by id, else by source;
JSON lines may have all candidates of a source in one row, as "candidates" or "hypotheses".
  {"source": "He left early.", "candidate": "He went soon."}
  {"source": "He left early.", "candidate": "He was early to leave."}
or
  {"source": "He left early.", "candidates": ["He went soon.", "He was early to leave."]}

An n-best list, as written by decoders, has lines of id ||| text ||| features ||| score; metrics
need only the first two. id counts the lines of -s and -r from 0. JSON lines with hypotheses and
without source and references are n-best lists too.
  0 ||| He went soon. ||| lm= -6.5 tm= -1 -2.5 ||| -1.5
  0 ||| He was early to leave. ||| lm= -8 tm= -1.5 -2 ||| -2.1

Plain lines are all candidates of the single line of -s.
  He went soon.
  He was early to leave.

The output has id, rank, position in the input list, score, its components and the candidate, the
best of each list first; --best prints only the best candidate of each source, one line per source,
in the order of the sources. pem compares candidates with sources; other metrics compare them with
references, and the best by these is the oracle: the score of a perfect choice.

With --feature-weights the candidates of an n-best list are sorted by the weighted sum of their
features, and neither metric nor references are needed. With a metric and references the output also
has the score of each candidate and, at the end, the scores of the whole test set with the first
candidates, the choice and the oracle.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(
        commands, "rerank", "sort the candidates of each source, best first", _EPILOG
    )
    parser.usage = (
        "%(prog)s CANDIDATES [-s SRC] [-r REF [REF ...]] -l LANG -m NAME [options]\n"
        "       %(prog)s NBEST --feature-weights FILE [-r REF [REF ...] -l LANG -m NAME] [options]"
    )
    add_candidate_files(parser)
    add_counterpart_options(parser)
    add_metric_choice(parser, allows_several=False)
    parser.add_argument(
        "--best",
        action="store_true",
        help="print only the best candidate of each source, one per line",
    )
    parser.add_argument(
        "--feature-weights", metavar="FILE",
        help="sort an n-best list by these feature weights, a file of tesla tune",
    )  # fmt: skip
    add_list_output_options(parser)
    add_candidate_format_options(parser, "src=, hyp=, ref=, id=")
    add_metric_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...files.atomic import check_not_input_file

    candidate_file = get_single_candidate_file(
        args.candidates, "tesla rerank CANDIDATES -s SRC -l LANG -m pem"
    )
    weight_files = [] if args.feature_weights is None else [args.feature_weights]
    files = [candidate_file, *get_source_files(args), *args.references, *weight_files]
    check_stdin_once("tesla rerank", files)
    metrics = make_requested_metrics(args) if args.metrics else []
    if not metrics and not weight_files:
        raise UsageError(
            "no metric to sort by: give -m pem (with sources), or another (with -r REF); or "
            "--feature-weights FILE"
        )
    if len(metrics) > 1:
        raise UsageError(f"candidates are sorted by one metric, not {len(metrics)}: give one -m")
    if args.best and args.format == NBEST:
        raise UsageError(f"--best and -f {NBEST} cannot be combined: leave one out")
    if args.output is not None:
        check_not_input_file(args.output, files)
    metric = metrics[0] if metrics else None
    if metric is not None and metric.against == NOTHING:
        args.source, args.references = None, []  # the metric does not use them
    rerank = _rerank_by_weights if weight_files else _rerank_by_metric
    write_output(rerank(args, candidate_file, metric), args.output)
    return ExitCode.DONE


def _rerank_by_metric(args: argparse.Namespace, file: str, metric: "Metric[Any] | None") -> str:
    """Sort candidates by a metric, which must not be None; return the output of the command."""
    from ...decoding.nbest.candidates import read_candidates
    from ...decoding.nbest.nbest import build_candidate_lists
    from ...decoding.rerank import rerank_lists
    from ...decoding.rerank_by_features import sort_by_reranking
    from ...reporting.tuning import render_reranking

    assert metric is not None
    prints_nbest = args.format == NBEST
    if prints_nbest:
        inputs = _read_nbest(args, file)
        lists = build_candidate_lists(inputs.nbest, inputs.sources, inputs.references)
    else:
        lists = read_candidates(
            file, args.source, args.references, kind=args.input, columns=args.columns,
            header=args.header, counterparts_optional=metric.against == NOTHING,
        )  # fmt: skip
    n_candidates = sum(len(candidate_list.candidates) for candidate_list in lists)
    with ProgressBar(n_candidates, "scoring", args.quiet) as bar:
        reranked = rerank_lists(lists, metric, jobs=args.jobs, progress=bar.advance)
    if prints_nbest:
        return format_nbest(sort_by_reranking(inputs.nbest, reranked), inputs.kind)
    return render_reranking(reranked, args.format, args.best)


def _rerank_by_weights(args: argparse.Namespace, file: str, metric: "Metric[Any] | None") -> str:
    """Sort an n-best list by feature weights; return the output of the command.

    With a metric, the output also has the scores of the candidates.
    """
    from ...decoding.nbest.weights import read_weights
    from ...decoding.rerank_by_features import rerank_nbest, sort_by_weights
    from ...reporting.tuning import render_reranking

    has_metric_options = args.references or args.source or args.lang or get_explicit_options(args)
    if metric is None and has_metric_options:
        raise UsageError(
            "-r, -s, -l and options of metrics need a metric that scores the choice: add -m NAME"
        )
    if metric is not None and args.source and metric.against != SOURCE:
        raise UsageError(f"{metric.name} compares with references, not with -s: leave -s out")
    if metric is not None and args.format == NBEST:
        raise UsageError(
            f"-f {NBEST} with --feature-weights cannot show scores of a metric: leave -m out"
        )
    weights = read_weights(args.feature_weights)
    inputs = _read_nbest(args, file)
    weights.of(inputs.nbest.names, args.feature_weights)  # checks the names of the features
    if args.format == NBEST:
        return format_nbest(sort_by_weights(inputs.nbest, weights), inputs.kind)
    with ProgressBar(len(inputs.nbest.texts), "scoring", args.quiet or metric is None) as bar:
        reranked = rerank_nbest(
            inputs.nbest, weights, inputs.sources, inputs.references or None, metric=metric,
            references_by="set" if inputs.references else None, best=args.best,
            jobs=args.jobs, progress=bar.advance,
        )  # fmt: skip
    return render_reranking(reranked, args.format, args.best)


class _NbestInputs(NamedTuple):
    """An n-best list with the texts that its candidates are compared with.

    kind        format to write the list in
    sources     one source per list; None without -s
    references  one list per reference set
    """

    nbest: "Nbest"
    kind: str
    sources: list[str] | None
    references: list[list[str]]


def _read_nbest(args: argparse.Namespace, file: str) -> _NbestInputs:
    """Read an n-best list, and the sources and references of -s and -r."""
    from ...decoding.nbest.nbest import check_ids, read_counterparts, warn_about_labels
    from ...decoding.nbest.nbest_files import READ_FORMATS, read_with_format
    from ...files.lines import get_display_name

    if args.columns or args.header is not None or args.input not in (None, *READ_FORMATS):
        raise UsageError(
            f"--feature-weights and -f {NBEST} are for n-best lists with features: leave "
            "--columns, --header and --input of tables and text out"
        )
    nbest, kind = read_with_format(file, args.input)
    name = get_display_name(file)
    counterpart_files = [*get_source_files(args), *args.references]
    if counterpart_files:
        warn_about_labels(nbest, name)
    if args.best and args.format == "text":
        check_ids(nbest.ids, name)
    counterparts = read_counterparts(nbest.ids, name, counterpart_files)
    if args.source is None:
        return _NbestInputs(nbest, kind, None, counterparts)
    return _NbestInputs(nbest, kind, counterparts[0], counterparts[1:])
