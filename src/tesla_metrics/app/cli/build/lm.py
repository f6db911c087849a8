"""`tesla build lm`: estimate a language model."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ....errors import ExitCode
from ..options import Commands, add_command, add_max_line_option, check_stdin_once
from ..progress import ProgressBar, progress_bars
from .common import (
    add_engine_options,
    check_output,
    lock_output,
    open_staged_spark,
    report_written_file,
    uses_spark,
)

if TYPE_CHECKING:
    from ....resources.lm import BackoffModel, NgramCounts, TextSettings

_EPILOG = """\
Texts have one sentence per line (.gz and .xz are read too). With -l the text is tokenised as for
metrics, with punctuation; without -l it is split at white space. The file (ARPA, which any toolkit
can read) records these settings, so that candidates are tokenised in the same way.

example:
  tesla build lm news.en.txt.gz -l en -n 3 -o en.arpa.gz
"""


def add_lm_parser(subcommands: Commands) -> None:
    parser = add_command(
        subcommands, "lm", "estimate a language model (modified Kneser-Ney)", _EPILOG
    )
    parser.add_argument("sources", nargs="+", metavar="TEXT", help="text files; - is stdin")
    parser.add_argument(
        "-n", "--order", type=int, default=3, metavar="N", help="1 to 6 (default: 3)"
    )
    parser.add_argument(
        "-l",
        "--lang",
        metavar="LANG",
        help="language, recorded in the file; its tokeniser is used",
    )
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="FILE", help="FILE.arpa or FILE.arpa.gz"
    )
    parser.add_argument(
        "--tokenize",
        choices=("builtin", "none"),
        help="builtin (default with -l), or none: split at white space",
    )
    parser.add_argument(
        "--lower",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="lower-case the text, as metrics do (default: yes)",
    )
    parser.add_argument(
        "--prune",
        type=int,
        nargs="+",
        default=[],
        metavar="N",
        help="one number per order: drop n-grams that occur at most that often (0 0 1: trigrams "
        "that occur once); the last number is used for higher orders",
    )
    parser.add_argument(
        "--discount-fallback",
        action="store_true",
        help="use discounts of 0.5, 1 and 1.5 if they cannot be estimated from a small text",
    )
    parser.add_argument(
        "--skip-symbols", action="store_true",
        help="skip the words <s>, </s> and <unk> instead of refusing them",
    )  # fmt: skip
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress bar")
    add_max_line_option(parser)
    add_engine_options(parser)
    parser.set_defaults(run=run)


@lock_output
def run(args: argparse.Namespace) -> ExitCode:
    from ....resources.lm import FALLBACK, TextSettings, estimate_model, write_arpa
    from ....resources.lm.kneser_ney import expand_thresholds
    from ....text.languages import parse_language

    check_output(args.output, args.sources)
    check_stdin_once("tesla build lm", args.sources)
    expand_thresholds(args.prune, args.order)  # checks the options before texts are read
    language = parse_language(args.lang) if args.lang else None
    tokenizer = args.tokenize or ("builtin" if language else "none")
    text_settings = TextSettings(language, tokenizer, args.lower)
    count_ngrams = _count_on_spark if uses_spark(args) else _count_locally
    counts, n_sentences, n_tokens = count_ngrams(args, text_settings)
    model = estimate_model(
        counts,
        prune=args.prune,
        fallback=FALLBACK if args.discount_fallback else None,
        settings={
            **text_settings.to_dict(),
            "sources": [Path(path).name for path in args.sources],
            "sentences": n_sentences,
            "tokens": n_tokens,
        },
    )
    n_ngrams = sum(len(level.ngrams) for level in model.levels)
    with ProgressBar(n_ngrams, "writing", args.quiet) as bar:
        write_arpa(args.output, model, bar.advance)
    return report_written_file(
        args.output,
        f"a language model of {n_ngrams} n-grams from {n_tokens} words"
        f"{_format_fallback_note(model)}",
    )


def _count_locally(
    args: argparse.Namespace, text_settings: "TextSettings"
) -> "tuple[NgramCounts, int, int]":
    """Return the n-gram counts, the number of sentences and the number of words."""
    from ....resources.lm import count_files

    with ProgressBar(0, "lines read:", args.quiet) as bar:
        counter = count_files(
            args.sources,
            args.order,
            text_settings,
            skip_symbols=args.skip_symbols,
            progress=bar.advance,
        )
        return counter.finish(), counter.n_sentences, counter.n_tokens


def _count_on_spark(
    args: argparse.Namespace, text_settings: "TextSettings"
) -> "tuple[NgramCounts, int, int]":
    """Return the same as `_count_locally`."""
    from ....scale.spark.building.lm import count_files_on_spark

    with progress_bars(args.quiet) as start_bar, open_staged_spark(args) as (spark, stage):
        spark_result = count_files_on_spark(
            spark,
            stage,
            args.sources,
            args.order,
            text_settings,
            skip_symbols=args.skip_symbols,
            watch=start_bar,
        )
    return spark_result.counts, spark_result.sentences, spark_result.tokens


def _format_fallback_note(model: "BackoffModel") -> str:
    """Return a note that lists the orders with fallback discounts, or "" if there are none."""
    from ....resources.lm import FALLBACK

    numbered_discounts = enumerate(model.settings["discounts"], 1)
    fallback_orders = [
        f"{order}-grams" for order, values in numbered_discounts if values == list(FALLBACK)
    ]
    return f" (fallback discounts for {', '.join(fallback_orders)})" if fallback_orders else ""
