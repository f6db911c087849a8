"""`tesla build counts`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode
from ..options import Commands, add_command, add_max_line, check_stdin_once
from ..tune.watching import watching
from .common import (
    add_engine,
    add_output,
    add_recorded_language,
    check_output,
    finish,
    lines_of,
    making_output,
    on_spark,
    staged_spark,
)

if TYPE_CHECKING:
    from ...files.resource import Resource

_EPILOG = """\
Counts of words decide where a German compound is split: give a few million words.

example:
  tesla build counts corpus.de.txt.gz more.txt -l de -o de.counts
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "counts", "count words, for splitting compounds", _EPILOG)
    parser.add_argument("sources", nargs="+", metavar="TEXT", help="text files; - is stdin")
    add_recorded_language(parser)
    add_output(parser)
    parser.add_argument(
        "--min-count", type=int, default=2, metavar="N", help="leave rarer words out (default: 2)"
    )
    add_max_line(parser)
    add_engine(parser)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...languages import parse_language

    check_output(args.output, args.sources)
    check_stdin_once("tesla build counts", args.sources)
    count = _count_on_spark if on_spark(args) else _count
    resource = count(args, parse_language(args.lang), [Path(path).name for path in args.sources])
    return finish(args.output, resource, f"counts of a text of {resource.settings['tokens']} words")


def _count(args: argparse.Namespace, lang: str, names: list[str]) -> "Resource":
    from ...analysis.compounds import count_words

    return count_words(lines_of(args.sources), lang, args.min_count, sources=names)


def _count_on_spark(args: argparse.Namespace, lang: str, names: list[str]) -> "Resource":
    from ...spark.building.counts import count_words_on_spark

    with watching(quiet=False) as watch, staged_spark(args) as (spark, stage):
        return count_words_on_spark(
            spark, stage, args.sources, lang, args.min_count, names, watch=watch
        )
