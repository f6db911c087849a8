"""`tesla build frequencies`."""

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
    from ...analysis.frequencies import SentenceCounts

_EPILOG = """\
In how many sentences a word or a character n-gram occurs decides what it weighs in tesla-x. Tables
of en, de, fr, es, cs and zh are shipped, and other languages take the frequencies of the
references; your own are worth it for a domain, or where references are few. 10,000 sentences will
do.

example:
  tesla build frequencies corpus.nl.txt.gz -l nl -o nl.frequencies
  tesla score hyp.txt -r ref.txt -l nl -m tesla-x --frequencies nl.frequencies
"""


def add_parser(kinds: Commands) -> None:
    summary = "count sentences that words and n-grams occur in, for tesla-x"
    parser = add_command(kinds, "frequencies", summary, _EPILOG)
    parser.add_argument(
        "sources", nargs="+", metavar="TEXT", help="text files, a sentence a line; - is stdin"
    )
    add_recorded_language(
        parser, ", whose tokeniser makes the words; only its texts can use the table", required=True
    )
    add_output(parser)
    parser.add_argument(
        "--min-words", type=int, default=3, metavar="N", help="leave rarer words out (default: 3)"
    )
    parser.add_argument(
        "--min-grams", type=int, default=20, metavar="N",
        help="leave rarer character n-grams out (default: 20)",
    )  # fmt: skip
    add_max_line(parser)
    add_engine(parser)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...analysis.frequencies import check_least, frequencies_resource
    from ...languages import parse_language

    check_output(args.output, args.sources)
    check_stdin_once("tesla build frequencies", args.sources)
    check_least(args.min_words, args.min_grams)  # before all is counted
    lang = parse_language(args.lang)
    count = _count_on_spark if on_spark(args) else _count
    resource = frequencies_resource(
        count(args, lang),
        lang,
        [Path(path).name for path in args.sources],
        args.min_words,
        args.min_grams,
    )
    return finish(args.output, resource, f"{resource.settings['sentences']} sentences")


def _count(args: argparse.Namespace, lang: str) -> "SentenceCounts":
    from ...analysis.frequencies import count_sentences
    from ...encoding.analysis import open_analysis
    from ...encoding.session import default_session

    analysis = open_analysis(default_session(), lang, synonyms="none")
    texts = (line for line in lines_of(args.sources) if line.strip())
    return count_sentences(analysis.sentences(texts))


def _count_on_spark(args: argparse.Namespace, lang: str) -> "SentenceCounts":
    from ...spark.building.frequencies import count_sentences_on_spark

    with watching(quiet=False) as watch, staged_spark(args) as (spark, stage):
        return count_sentences_on_spark(
            spark, stage, args.sources, lang, args.min_words, args.min_grams, watch=watch
        )
