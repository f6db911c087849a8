"""`tesla rerank`: candidates of each source, the best first."""

import argparse
import sys

from ..errors import ExitCode, UsageError
from .options import (
    Commands,
    add_beside,
    add_command,
    add_max_line,
    add_metrics,
    add_systems,
    add_work,
    check_stdin_once,
)
from .parameters import add_parameters, chosen_metrics
from .progress import ProgressBar
from .segments import sources

_EPILOG = """\
examples:
  tesla rerank candidates.jsonl -l en -m pem
  tesla rerank candidates.tsv --columns src=original,hyp=rewrite -l en -m pem --best
  tesla rerank nbest.txt -s originals.txt -l en -m pem --best > paraphrases.txt
  tesla rerank candidates.txt -s original.txt -l en -m pem --model en.model
  tesla rerank nbest.txt -r ref.txt -l de -m tesla-x -f tsv

Candidates come in three kinds of files.

A table (TSV, CSV or JSON lines) has a row a candidate. Rows belong together by id, else by source;
JSON lines may have all of a source in one row, as "candidates".
  {"source": "He left early.", "candidate": "He went soon."}
  {"source": "He left early.", "candidate": "He was early to leave."}
or
  {"source": "He left early.", "candidates": ["He went soon.", "He was early to leave."]}

An n-best list, as decoders write it, has lines of id ||| text, and further fields are not looked
at; id counts the lines of -s and -r from 0.
  0 ||| He went soon. ||| -1.5
  0 ||| He was early to leave. ||| -2.1

Plain lines are all candidates of the one line of -s.
  He went soon.
  He was early to leave.

Printed are id, rank, the place in the list as it was given, score, its parts and the candidate, the
best of each list first; --best prints the first candidate of each and nothing else, a line a
source, in their order. pem holds candidates against sources; other metrics hold them against
references.

exit codes: 0 done, 1 failed, 2 usage, 3 bad input, 4 missing resource, 130 interrupted,
143 terminated
"""


def add_parser(commands: Commands) -> None:
    parser = add_command(commands, "rerank", "sort candidates of each source, best first", _EPILOG)
    parser.usage = "%(prog)s CANDIDATES [-s SRC] [-r REF [REF ...]] -l LANG -m NAME [options]"
    add_systems(parser, "candidates", "CANDIDATES", "a file of candidates; - is stdin")
    add_beside(parser)
    add_metrics(parser, several=False)
    parser.add_argument(
        "--best", action="store_true", help="the best candidate of each source only, a line each"
    )
    add_work(parser)
    group = parser.add_argument_group("what the file holds")
    group.add_argument(
        "--input", choices=("nbest", "text", "tsv", "csv", "jsonl"),
        help="default: as the file is named or looks",
    )  # fmt: skip
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help="of a table, by name or number from 1: src=, hyp=, ref=, id=",
    )  # fmt: skip
    group.add_argument(
        "--header", action=argparse.BooleanOptionalAction, default=None,
        help="whether a table has one, where columns are given by number",
    )  # fmt: skip
    add_max_line(group)
    add_parameters(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ..nbest.read import read_candidates
    from ..nbest.rerank import rerank_lists
    from ..reports.reranking import render_reranking

    file = _one_file(args)
    check_stdin_once("tesla rerank", [file, *sources(args), *args.references])
    if not args.metrics:
        raise UsageError("by which metric? Give -m pem (with sources), or another (with -r REF)")
    metrics = chosen_metrics(args)
    if len(metrics) > 1:
        raise UsageError(f"candidates are sorted by one metric, not {len(metrics)}: give one -m")
    lists = read_candidates(
        file, args.source, args.references, kind=args.input, columns=args.columns,
        header=args.header,
    )  # fmt: skip
    with ProgressBar(sum(len(one.candidates) for one in lists), "scoring", args.quiet) as bar:
        found = rerank_lists(lists, metrics[0], jobs=args.jobs, progress=bar.advance)
    sys.stdout.write(render_reranking(found, args.format, args.best))
    return ExitCode.DONE


def _one_file(args: argparse.Namespace) -> str:
    given = list(args.candidates or ())
    if len(given) == 1:
        return str(given[0])
    if not given:
        raise UsageError(
            "no file of candidates is given: tesla rerank CANDIDATES -s SRC -l LANG -m pem (- is "
            "standard input; see 'tesla rerank --help')"
        )
    raise UsageError(
        f"{len(given)} files of candidates ({', '.join(map(str, given))}): give one at a time"
    )
