"""`tesla build paraphrases`."""

import argparse
from pathlib import Path

from ...errors import ExitCode
from ...files.distinct import check_distinct
from ..options import Commands, add_command
from .common import add_output, check_output, finish

_EPILOG = """\
Words that share their translations can stand for each other: 'illness' and 'disease' are both
'maladie'. How much they share, in the mean over all tables, is what tesla-x takes for their
likeness. Tables of en, de, fr, es and cs are shipped; your own are worth it for a domain, or for
another language. Give tables of one language into several ones: they correct each other.

example:
  tesla build phrase-table nl-en.tsv.gz --target nl --pivot en -o nl-en.table
  tesla build phrase-table nl-de.tsv.gz --target nl --pivot de -o nl-de.table
  tesla build paraphrases nl-en.table nl-de.table -o nl.paraphrases
  tesla score hyp.txt -r ref.txt -l nl -m tesla-x --paraphrases nl.paraphrases
"""


def add_parser(kinds: Commands) -> None:
    summary = "find words that are translated alike, for tesla-x"
    parser = add_command(kinds, "paraphrases", summary, _EPILOG)
    parser.add_argument(
        "sources", nargs="+", metavar="TABLE", help="made by tesla build phrase-table"
    )
    add_output(parser)
    parser.add_argument(
        "--least", type=float, default=0.05, metavar="P",
        help="leave out pairs that have less of their translations in common (default: 0.05)",
    )  # fmt: skip
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    from ...analysis.paraphrases import paraphrases_resource
    from ...pivot.table import open_phrase_table
    from ...pivot.word_pairs import word_pairs

    check_output(args.output, args.sources)
    tables = [open_phrase_table(source) for source in args.sources]
    check_distinct("phrase table", args.sources, [table.digest for table in tables])
    pairs = word_pairs(tables, args.least)
    names = [Path(source).name for source in args.sources]
    resource = paraphrases_resource(pairs, tables[0].target, names)
    return finish(args.output, resource, f"{len(pairs)} pairs of words")
