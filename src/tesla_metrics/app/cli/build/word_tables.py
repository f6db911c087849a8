"""`tesla build counts`, `tesla build frequencies` and `tesla build paraphrases`."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from ....errors import ExitCode, UsageError
from ....files.atomic import check_distinct_content
from ..options import Commands, add_command, add_max_line_option, check_stdin_once
from ..progress import progress_bars
from .common import (
    add_engine_options,
    add_output_option,
    add_recorded_language_option,
    check_output,
    iterate_all_lines,
    lock_output,
    open_spark,
    open_staged_spark,
    uses_spark,
    write_and_report,
)

if TYPE_CHECKING:
    from ....files.resource import Resource
    from ....resources.pivot.paraphrases import WordPairs
    from ....resources.pivot.phrase_table import PhraseTable
    from ....text.frequencies import SentenceCounts

_COUNTS_EPILOG = """\
Word counts determine where German compounds are split: use a text of a few million words.

example:
  tesla build counts corpus.de.txt.gz more.txt -l de -o de.counts
"""


def add_counts_parser(subcommands: Commands) -> None:
    parser = add_command(
        subcommands, "counts", "count words, for splitting compounds", _COUNTS_EPILOG
    )
    parser.add_argument("sources", nargs="+", metavar="TEXT", help="text files; - is stdin")
    add_recorded_language_option(parser)
    add_output_option(parser)
    parser.add_argument(
        "--min-count", type=int, default=2, metavar="N", help="drop rarer words (default: 2)"
    )
    add_max_line_option(parser)
    add_engine_options(parser)
    parser.set_defaults(run=run_counts)


@lock_output
def run_counts(args: argparse.Namespace) -> ExitCode:
    from ....text.languages import parse_language

    check_output(args.output, args.sources)
    check_stdin_once("tesla build counts", args.sources)
    count_function = _count_words_on_spark if uses_spark(args) else _count_words
    source_names = [Path(path).name for path in args.sources]
    resource = count_function(args, parse_language(args.lang), source_names)
    return write_and_report(
        args.output, resource, f"counts of a text of {resource.settings['tokens']} words"
    )


def _count_words(args: argparse.Namespace, lang: str, source_names: list[str]) -> "Resource":
    from ....text.compounds import count_words

    return count_words(iterate_all_lines(args.sources), lang, args.min_count, sources=source_names)


def _count_words_on_spark(
    args: argparse.Namespace, lang: str, source_names: list[str]
) -> "Resource":
    from ....scale.spark.building.word_counts import count_words_on_spark

    with progress_bars(quiet=False) as start_bar, open_staged_spark(args) as (spark, stage):
        return count_words_on_spark(
            spark, stage, args.sources, lang, args.min_count, source_names, watch=start_bar
        )


_FREQUENCIES_EPILOG = """\
The weight of a word or a character n-gram in tesla-x depends on the number of sentences that it
occurs in. Tables for en, de, fr, es, cs and zh are shipped; other languages use the frequencies in
the references. Build your own table for a domain, or if there are few references. 10,000 sentences
are enough.

example:
  tesla build frequencies corpus.nl.txt.gz -l nl -o nl.frequencies
  tesla score hyp.txt -r ref.txt -l nl -m tesla-x --frequencies nl.frequencies
"""


def add_frequencies_parser(subcommands: Commands) -> None:
    summary = "count sentences with each word and n-gram, for tesla-x"
    parser = add_command(subcommands, "frequencies", summary, _FREQUENCIES_EPILOG)
    parser.add_argument(
        "sources", nargs="+", metavar="TEXT", help="text files, one sentence per line; - is stdin"
    )
    add_recorded_language_option(
        parser, "; its tokeniser is used, and the table is for this language only", required=True
    )
    add_output_option(parser)
    parser.add_argument(
        "--min-words", type=int, default=3, metavar="N", help="drop rarer words (default: 3)"
    )
    parser.add_argument(
        "--min-grams", type=int, default=20, metavar="N",
        help="drop rarer character n-grams (default: 20)",
    )  # fmt: skip
    add_max_line_option(parser)
    add_engine_options(parser)
    parser.set_defaults(run=run_frequencies)


@lock_output
def run_frequencies(args: argparse.Namespace) -> ExitCode:
    from ....text.frequencies import build_frequency_resource, check_min_counts
    from ....text.languages import parse_language

    check_output(args.output, args.sources)
    check_stdin_once("tesla build frequencies", args.sources)
    check_min_counts(args.min_words, args.min_grams)  # report errors before counting
    lang = parse_language(args.lang)
    count_function = _count_sentences_on_spark if uses_spark(args) else _count_sentences
    counts = count_function(args, lang)
    source_names = [Path(path).name for path in args.sources]
    resource = build_frequency_resource(counts, lang, source_names, args.min_words, args.min_grams)
    return write_and_report(args.output, resource, f"{resource.settings['sentences']} sentences")


def _count_sentences(args: argparse.Namespace, lang: str) -> "SentenceCounts":
    """Count the sentences that each word and each character n-gram occurs in."""
    from ....core.encoding.analysis import open_analysis
    from ....core.encoding.session import default_session
    from ....text.frequencies import count_sentences

    analysis = open_analysis(default_session(), lang, synonyms="none")
    texts = (line for line in iterate_all_lines(args.sources) if line.strip())
    return count_sentences(analysis.iter_sentences(texts))


def _count_sentences_on_spark(args: argparse.Namespace, lang: str) -> "SentenceCounts":
    from ....scale.spark.building.word_counts import count_sentences_on_spark

    with progress_bars(quiet=False) as start_bar, open_staged_spark(args) as (spark, stage):
        return count_sentences_on_spark(
            spark, stage, args.sources, lang, args.min_words, args.min_grams, watch=start_bar
        )


_PARAPHRASES_EPILOG = """\
Words that share translations can replace each other: 'illness' and 'disease' are both translated as
'maladie'. tesla-x uses the share of common translations, averaged over all tables, as the
similarity of two words. Tables for en, de, fr, es and cs are shipped; build your own for a domain,
or for another language. Give phrase tables of one language with several pivot languages: they
correct each other's errors.

example:
  tesla build phrase-table nl-en.tsv.gz --target nl --pivot en -o nl-en.table
  tesla build phrase-table nl-de.tsv.gz --target nl --pivot de -o nl-de.table
  tesla build paraphrases nl-en.table nl-de.table -o nl.paraphrases
  tesla score hyp.txt -r ref.txt -l nl -m tesla-x --paraphrases nl.paraphrases

  tesla build paraphrases --show ziekte nl.paraphrases
  tesla build paraphrases --show illness en                  the shipped table
"""


def add_paraphrases_parser(subcommands: Commands) -> None:
    summary = "find words with similar translations, for tesla-x"
    parser = add_command(subcommands, "paraphrases", summary, _PARAPHRASES_EPILOG)
    parser.add_argument(
        "sources", nargs="+", metavar="TABLE", help="file of tesla build phrase-table"
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE")
    parser.add_argument(
        "--least", type=float, metavar="P",
        help="drop pairs with a smaller share of common translations (default: 0.05)",
    )  # fmt: skip
    parser.add_argument(
        "--show", metavar="WORD",
        help="show the paraphrases of a word (its lemma); TABLE is a file of this command, or the "
        "language of a shipped table",
    )  # fmt: skip
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    add_engine_options(parser)
    parser.set_defaults(run=run_paraphrases)


@lock_output
def run_paraphrases(args: argparse.Namespace) -> ExitCode:
    from ....resources.pivot.phrase_table import open_phrase_table
    from ....text.related_words import build_paraphrase_resource

    if (args.show is None) == (args.output is None):
        raise UsageError("tesla build paraphrases needs either -o FILE or --show WORD")
    if args.show is not None:
        return _show_paraphrases(args.show, args.sources)
    check_output(args.output, args.sources)
    find_pairs = _find_pairs_on_spark if uses_spark(args) else _find_pairs
    tables = [open_phrase_table(source) for source in args.sources]
    check_distinct_content("phrase table", args.sources, [table.digest for table in tables])
    word_pairs = find_pairs(args, tables)
    source_names = [Path(source).name for source in args.sources]
    resource = build_paraphrase_resource(word_pairs, tables[0].target, source_names)
    return write_and_report(args.output, resource, f"{len(word_pairs)} pairs of words")


def _find_pairs(args: argparse.Namespace, tables: "list[PhraseTable]") -> "WordPairs":
    """Find pairs of words with a sufficient share of common translations."""
    from ....resources.pivot.paraphrases import MIN_STRENGTH, find_word_pairs

    min_share = MIN_STRENGTH if args.least is None else args.least
    return find_word_pairs(tables, min_share)


def _find_pairs_on_spark(args: argparse.Namespace, tables: "list[PhraseTable]") -> "WordPairs":
    from ....resources.pivot.paraphrases import MIN_STRENGTH, check_tables
    from ....scale.spark.building.paraphrases import word_pairs_on_spark

    if args.stage:
        raise UsageError("nothing is staged for paraphrases: leave --stage out")
    min_share = MIN_STRENGTH if args.least is None else args.least
    check_tables(tables, min_share)  # report errors before Spark starts
    with progress_bars(args.quiet) as start_bar, open_spark(args) as spark:
        return word_pairs_on_spark(spark, tables, min_share, watch=start_bar)


def _show_paraphrases(word: str, sources: list[str]) -> ExitCode:
    """Print the paraphrases of a word, the most similar first."""
    from ....files.resource import read_resource
    from ....text.related_words import (
        PARAPHRASES_KIND,
        PARAPHRASES_VERSION,
        SETTINGS,
        find_shipped_paraphrases,
        load_paraphrases,
    )

    if len(sources) > 1:
        raise UsageError(f"--show takes one table, not {len(sources)}: give one")
    path = find_shipped_paraphrases(sources[0]) or Path(sources[0])
    lang = read_resource(path, PARAPHRASES_KIND, PARAPHRASES_VERSION, SETTINGS).settings["language"]
    strength_by_word = load_paraphrases(path, lang).get_related(word.lower())
    related_words = sorted(strength_by_word.items(), key=lambda item: (-item[1], item[0]))
    for related_word, strength in related_words:
        sys.stdout.write(f"{strength:.2f}  {related_word}\n")
    if not strength_by_word:
        print(f"tesla: {word} has no paraphrases in this table", file=sys.stderr)
    return ExitCode.DONE
