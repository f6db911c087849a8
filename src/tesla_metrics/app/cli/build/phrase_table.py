"""`tesla build phrase-table`: extract a phrase table from a bitext."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....errors import ExitCode, UsageError
from ....files.long_runs import ProgressCallback
from ..options import (
    Commands,
    add_command,
    add_max_line_option,
    add_warning_options,
    check_stdin_once,
)
from ..progress import progress_bars
from .common import (
    add_engine_options,
    check_output,
    lock_output,
    open_staged_spark,
    report_written_file,
    uses_spark,
)

if TYPE_CHECKING:
    from ....resources.pivot.bitext import Bitext
    from ....resources.pivot.table_writing import TableSettings

# Names of options that are passed to `TableSettings` under the same names.
_TABLE_SETTINGS = (
    *("target_analyzer", "pivot_analyzer", "compounds", "key", "align_on", "max_words"),
    *("keep_punctuation", "symmetrisation", "max_phrase", "iterations", "learn_on"),
)

_EPILOG = """\
BITEXT is a tab-separated file whose first line names its columns by language (or that has two
columns, target and pivot), a TMX file, or the prefix of two files PREFIX.en and PREFIX.fr; all may
be compressed. Two files with any names, line n a translation of line n, are given one after the
other.

An interrupted run is continued: intermediate results are in FILE.work until the table is written.
With --engine spark a run starts from the beginning; the table is identical byte for byte.
Links in --alignments count the tokens that 'tesla analyze' prints, from 0.

examples:
  tesla build phrase-table europarl.tsv.gz --target en --pivot fr -o en-fr.table -j 2
  tesla build phrase-table corpus/news --target en --pivot de -o en-de.table
  tesla build phrase-table pairs.tsv --target en --pivot fr --key stem --keep-punctuation -o a.table
  tesla build phrase-table --show "good morning" en-fr.table
  tesla build phrase-table crawl.tsv.gz --target en --pivot fr -o a.table --engine spark \\
    --master spark://host:7077 --stage hdfs:///tmp
"""


def add_phrase_table_parser(subcommands: Commands) -> None:
    summary = "extract a phrase table from a bitext"
    parser = add_command(subcommands, "phrase-table", summary, _EPILOG)
    parser.add_argument("sources", nargs="*", metavar="BITEXT")
    parser.add_argument("--target", metavar="LANG", help="language of the texts to be scored")
    parser.add_argument("--pivot", metavar="LANG", help="language of their translations")
    parser.add_argument("-o", "--output", type=Path, metavar="FILE")
    parser.add_argument("--show", metavar="PHRASE", help="show a phrase of the table BITEXT")
    parser.add_argument("--limit", type=int, default=10, metavar="N", help="entries for --show")
    parser.add_argument("-j", "--jobs", type=int, default=1, metavar="N", help="processes")
    add_warning_options(parser)
    _add_input_options(parser.add_argument_group("input"))
    _add_alignment_options(parser.add_argument_group("alignment and phrases"))
    add_max_line_option(parser)
    add_engine_options(parser)
    parser.set_defaults(run=run)


def _add_input_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--target-file", nargs="+", default=[], metavar="TEXT")
    group.add_argument("--pivot-file", nargs="+", default=[], metavar="TEXT")
    group.add_argument("--alignments", metavar="FILE", help="word alignments, Pharaoh format")
    for side in ("target", "pivot"):
        group.add_argument(
            f"--{side}-analyzer",
            default="builtin",
            metavar="NAME",
            help="builtin (default), builtin:FILE.tagger, spacy:PIPELINE or stanza:LANG",
        )
    group.add_argument("--compounds", choices=("auto", "none"), default="auto")
    group.add_argument(
        "--keep-punctuation",
        action="store_true",
        help="also align and keep tokens without a letter or digit, as pem needs them",
    )
    group.add_argument(
        "--max-words", type=int, default=100, metavar="N", help="skip longer sentences"
    )


def _add_alignment_options(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--key",
        choices=("lemma", "form", "stem"),
        default="lemma",
        help="units of target phrases (default: lemma; pem needs stem)",
    )
    group.add_argument("--align-on", choices=("lemma", "form"), default="lemma")
    group.add_argument("--iterations", type=int, default=5, metavar="N", help="default: 5")
    group.add_argument(
        "--learn-on",
        type=int,
        default=200_000,
        metavar="N",
        help="maximum number of sentence pairs for training the aligner; all are aligned (default: "
        "200000)",
    )
    group.add_argument(
        "--symmetrisation",
        default="grow-diag-final-and",
        metavar="HOW",
        help="intersection, union, grow-diag, grow-diag-final, grow-diag-final-and (default)",
    )
    group.add_argument(
        "--max-phrase",
        type=int,
        default=4,
        metavar="N",
        help="maximum number of words in a phrase (default: 4)",
    )
    group.add_argument("--min-count", type=int, default=1, metavar="N", help="drop rarer pairs")
    group.add_argument(
        "--min-probability", type=float, default=0.0, metavar="P", help="drop less probable pairs"
    )
    group.add_argument(
        "--top",
        type=int,
        default=0,
        metavar="N",
        help="keep the best N for each target phrase (0, the default: all)",
    )


@lock_output
def run(args: argparse.Namespace) -> ExitCode:
    return _run_build(args) if args.show is None else _run_show(args)


def _run_build(args: argparse.Namespace) -> ExitCode:
    from ....resources.pivot.bitext import find_bitexts, pair_files

    _check_inputs(args)
    settings = _make_settings(args)
    bitexts = [
        *find_bitexts(args.sources, settings.target, settings.pivot),
        *pair_files(args.target_file, args.pivot_file),
    ]
    build_table = _build_on_spark if uses_spark(args) else _build_locally
    with progress_bars(args.quiet) as start_bar:
        summary = build_table(args, bitexts, settings, start_bar)
    counts = summary["sentence_pairs"]
    skipped_text = ", ".join(
        f"{counts[reason]} {reason}" for reason in ("empty", "long") if counts[reason]
    )
    description = (
        f"{summary['pairs']} phrase pairs of {summary['phrases']} target phrases from "
        f"{counts['used']} sentence pairs"
    )
    if skipped_text:
        description += f" ({skipped_text} left out)"
    return report_written_file(args.output, description)


def _build_locally(
    args: argparse.Namespace,
    bitexts: "list[Bitext]",
    settings: "TableSettings",
    start_bar: ProgressCallback,
) -> dict[str, Any]:
    from ....resources.pivot.build import build_phrase_table

    return build_phrase_table(
        bitexts, args.output, settings, alignments=args.alignments, jobs=args.jobs, watch=start_bar
    )


def _build_on_spark(
    args: argparse.Namespace,
    bitexts: "list[Bitext]",
    settings: "TableSettings",
    start_bar: ProgressCallback,
) -> dict[str, Any]:
    from ....scale.spark.building.phrase_table import build_phrase_table_on_spark

    if args.jobs != 1:
        raise UsageError("--jobs is for one machine: with Spark give --master 'local[2]'")
    settings.check()  # report errors before Spark starts
    with open_staged_spark(args) as (spark, stage):
        return build_phrase_table_on_spark(
            spark,
            stage,
            bitexts,
            args.output,
            settings,
            alignments=args.alignments,
            watch=start_bar,
        )


def _check_inputs(args: argparse.Namespace) -> None:
    """Check that no required option is missing, and that the files can be used together."""
    for name in ("target", "pivot", "output"):
        if getattr(args, name) is None:
            raise UsageError(f"--{name} is missing (see 'tesla build phrase-table --help')")
    text_files = [*args.sources, *args.target_file, *args.pivot_file]
    check_output(args.output, text_files)
    if not text_files:
        raise UsageError("no bitext is given (see 'tesla build phrase-table --help')")
    alignment_files = [args.alignments] if args.alignments else []
    check_stdin_once("tesla build phrase-table", [*text_files, *alignment_files])


def _make_settings(args: argparse.Namespace) -> "TableSettings":
    from ....resources.pivot.phrase_counts import Pruning
    from ....resources.pivot.table_writing import TableSettings
    from ....text.languages import parse_language

    target, pivot = parse_language(args.target), parse_language(args.pivot)
    if target == pivot:
        raise UsageError(f"target and pivot are both {target!r}: give two languages")
    table_settings = {name: value for name, value in vars(args).items() if name in _TABLE_SETTINGS}
    pruning = Pruning(args.min_count, args.min_probability, args.top)
    return TableSettings(target, pivot, pruning=pruning, **table_settings)


def _run_show(args: argparse.Namespace) -> ExitCode:
    """Print the pivot phrases and the paraphrases of a phrase in a table."""
    from ....resources.pivot.paraphrases import find_paraphrases
    from ....resources.pivot.phrase_table import open_phrase_table

    if len(args.sources) != 1:
        raise UsageError("--show takes one table: tesla build phrase-table --show PHRASE FILE")
    table = open_phrase_table(args.sources[0])
    phrase = args.show.lower().split()
    pivots = table.pivots(phrase)
    if not pivots:
        unit = table.settings.get("key", "lemma")
        print(f"{' '.join(phrase)!r} is not in {table.name}; its phrases consist of {unit}s")
        return ExitCode.DONE
    print(f"{' '.join(phrase)}: extracted {table.count(phrase)} times")
    print(f"\n{table.pivot}, with its probability")
    for pivot in pivots[: args.limit]:
        words = " ".join(f"{lemma}/{tag}" for lemma, tag in pivot.words)
        print(f"  {pivot.probability:.4f}  {words}")
    print(f"\n{table.target}, with the overlap of their pivot phrases")
    for paraphrase in find_paraphrases(table, phrase, args.limit):
        print(
            f"  {paraphrase.overlap:.4f}  {' '.join(paraphrase.words)}  ({paraphrase.n_extracted})"
        )
    return ExitCode.DONE
