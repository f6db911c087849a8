"""`tesla build lm`."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import ExitCode
from ..options import Commands, add_command, add_max_line, check_stdin_once
from ..progress import ProgressBar
from ..tune.watching import watching
from .common import (
    add_engine,
    check_output,
    making_output,
    on_spark,
    report,
    staged_spark,
)

if TYPE_CHECKING:
    from ...lm import BackoffModel, NgramCounts, TextSettings

_EPILOG = """\
One sentence a line (.gz, .xz as well). With -l the text is tokenised as metrics do it, punctuation
kept; without, words are what stands between white space. The file (ARPA, any toolkit reads it)
records this, so that candidates are treated in the same way.

example:
  tesla build lm news.en.txt.gz -l en -n 3 -o en.arpa.gz
"""


def add_parser(kinds: Commands) -> None:
    parser = add_command(kinds, "lm", "estimate a language model (modified Kneser-Ney)", _EPILOG)
    parser.add_argument("sources", nargs="+", metavar="TEXT", help="text files; - is stdin")
    parser.add_argument(
        "-n", "--order", type=int, default=3, metavar="N", help="1 to 6 (default: 3)"
    )
    parser.add_argument(
        "-l",
        "--lang",
        metavar="LANG",
        help="language, recorded in the file; whose tokeniser to use",
    )
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="FILE", help="FILE.arpa or FILE.arpa.gz"
    )
    parser.add_argument(
        "--tokenize",
        choices=("builtin", "none"),
        help="builtin (default with -l), or none: words between white space",
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
        help="a number an order: leave out n-grams seen so often or less (0 0 1: trigrams seen "
        "once); the last number holds for higher orders",
    )
    parser.add_argument(
        "--discount-fallback",
        action="store_true",
        help="discounts of 0.5, 1 and 1.5 where a small text gives no better ones",
    )
    parser.add_argument(
        "--skip-symbols",
        action="store_true",
        help="leave out the words <s>, </s> and <unk> instead of refusing them",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="no progress")
    add_max_line(parser)
    add_engine(parser)
    parser.set_defaults(run=run)


@making_output
def run(args: argparse.Namespace) -> ExitCode:
    from ...languages import parse_language
    from ...lm import FALLBACK, TextSettings, estimate_model, write_arpa
    from ...lm.kneser_ney import pruning_thresholds

    check_output(args.output, args.sources)
    check_stdin_once("tesla build lm", args.sources)
    pruning_thresholds(args.prune, args.order)
    language = parse_language(args.lang) if args.lang else None
    tokenizer = args.tokenize or ("builtin" if language else "none")
    text = TextSettings(language, tokenizer, args.lower)
    counts, sentences, tokens = (_count_on_spark if on_spark(args) else _count)(args, text)
    model = estimate_model(
        counts,
        prune=args.prune,
        fallback=FALLBACK if args.discount_fallback else None,
        settings={
            **text.facts(),
            "sources": [Path(path).name for path in args.sources],
            "sentences": sentences,
            "tokens": tokens,
        },
    )
    total = sum(len(level.grams) for level in model.levels)
    with ProgressBar(total, "writing", args.quiet) as bar:
        write_arpa(args.output, model, bar.advance)
    return report(
        args.output,
        f"a language model of {total} n-grams from {tokens} words{_fallen_back(model)}",
    )


def _count(args: argparse.Namespace, text: "TextSettings") -> "tuple[NgramCounts, int, int]":
    """Of n-grams; and how many sentences and words there are."""
    from ...lm import count_files

    with ProgressBar(0, "lines read:", args.quiet) as bar:
        counter = count_files(
            args.sources, args.order, text, skip_symbols=args.skip_symbols, progress=bar.advance
        )
        return counter.finish(), counter.sentences, counter.tokens


def _count_on_spark(
    args: argparse.Namespace, text: "TextSettings"
) -> "tuple[NgramCounts, int, int]":
    from ...spark.building.lm import count_files_on_spark

    with watching(args.quiet) as watch, staged_spark(args) as (spark, stage):
        counted = count_files_on_spark(
            spark,
            stage,
            args.sources,
            args.order,
            text,
            skip_symbols=args.skip_symbols,
            watch=watch,
        )
    return counted.counts, counted.sentences, counted.tokens


def _fallen_back(model: "BackoffModel") -> str:
    """For which orders the text gave no discounts."""
    from ...lm import FALLBACK

    discounts = enumerate(model.settings["discounts"], 1)
    orders = [f"{order}-grams" for order, own in discounts if own == list(FALLBACK)]
    return f" (fallback discounts for {', '.join(orders)})" if orders else ""
