"""`tesla build paraphrases`."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode, UsageError
from ...files.distinct import check_distinct
from ..options import Commands, add_command
from ..tune.watching import watching
from .common import add_engine, check_output, finish, making_output, on_spark, spark_of

if TYPE_CHECKING:
    from ...pivot.table import PhraseTable
    from ...pivot.word_pairs import WordPairs

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

  tesla build paraphrases --show ziekte nl.paraphrases
  tesla build paraphrases --show illness en                  the shipped table
"""


def add_parser(kinds: Commands) -> None:
    summary = "find words that are translated alike, for tesla-x"
    parser = add_command(kinds, "paraphrases", summary, _EPILOG)
    parser.add_argument(
        "sources", nargs="+", metavar="TABLE", help="made by tesla build phrase-table"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE")
    parser.add_argument(
        "--least", type=float, metavar="P",
        help="leave out pairs that have less of their translations in common (default: 0.05)",
    )  # fmt: skip
    parser.add_argument(
        "--show", metavar="WORD",
        help="show the paraphrases of a word (its lemma); TABLE is what this command made, or the "
        "language of a shipped one",
    )  # fmt: skip
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    add_engine(parser)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...analysis.kin.paraphrases import paraphrases_resource
    from ...pivot.table import open_phrase_table

    if (args.show is None) == (args.output is None):
        raise UsageError("tesla build paraphrases needs either -o FILE or --show WORD")
    if args.show is not None:
        return _show(args.show, args.sources)
    check_output(args.output, args.sources)
    make = _pairs_on_spark if on_spark(args) else _pairs
    tables = [open_phrase_table(source) for source in args.sources]
    check_distinct("phrase table", args.sources, [table.digest for table in tables])
    pairs = make(args, tables)
    names = [Path(source).name for source in args.sources]
    resource = paraphrases_resource(pairs, tables[0].target, names)
    return finish(args.output, resource, f"{len(pairs)} pairs of words")


def _pairs(args: argparse.Namespace, tables: "list[PhraseTable]") -> "WordPairs":
    from ...pivot.word_pairs import LEAST, word_pairs

    return word_pairs(tables, LEAST if args.least is None else args.least)


def _pairs_on_spark(args: argparse.Namespace, tables: "list[PhraseTable]") -> "WordPairs":
    from ...pivot.word_pairs import LEAST, check_tables
    from ...spark.building.paraphrases import word_pairs_on_spark

    if args.stage:
        raise UsageError("nothing is staged for paraphrases: leave --stage out")
    least = LEAST if args.least is None else args.least
    check_tables(tables, least)  # before Spark starts
    with watching(args.quiet) as watch, spark_of(args) as spark:
        return word_pairs_on_spark(spark, tables, least, watch=watch)


def _show(word: str, sources: list[str]) -> ExitCode:
    from ...analysis.kin.paraphrases import KIND, VERSION, load_paraphrases, shipped_paraphrases
    from ...analysis.kin.table import SETTINGS
    from ...files.resource import read_resource

    if len(sources) > 1:
        raise UsageError(f"--show looks at one table, not {len(sources)}: give one")
    path = shipped_paraphrases(sources[0]) or Path(sources[0])
    lang = read_resource(path, KIND, VERSION, SETTINGS).settings["language"]
    related = load_paraphrases(path, lang).related(word.lower())
    for other, strength in sorted(related.items(), key=lambda one: (-one[1], one[0])):
        sys.stdout.write(f"{strength:.2f}  {other}\n")
    if not related:
        print(f"tesla: {word} has no paraphrases there", file=sys.stderr)
    return ExitCode.DONE
