"""Options of `tesla score` that say what is shown of the scores."""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError

if TYPE_CHECKING:
    from ..reports.scores import Layout
    from ..resampling import Resampling

MOST_DECIMALS = 17  # a double has no more to show


def add_showing(parser: argparse.ArgumentParser) -> None:
    """Segments, intervals, decimals."""
    parser.add_argument(
        "-sl", "--segments", "--sentence-level", action="store_true",
        help="also one line a segment; -f tsv and json: with the texts",
    )  # fmt: skip
    for place in ("worst", "best"):
        parser.add_argument(
            f"--{place}", type=int, default=0, metavar="N",
            help=f"also the {place} N segments of each system by the first -m, with their texts",
        )  # fmt: skip
    parser.add_argument(
        "-w", "--width", type=int, metavar="N", help="decimals (4); json and tsv have all digits"
    )
    parser.add_argument(
        "-b", "--score-only", action="store_true",
        help="numbers and nothing else: a line a system, a tab between metrics",
    )  # fmt: skip
    group = parser.add_argument_group("intervals")
    group.add_argument(
        "-ci", "--confidence", action="store_true",
        help="bootstrap interval of each score, the same as tesla compare gives",
    )  # fmt: skip
    group.add_argument("--level", type=float, metavar="P", help="of the intervals (0.95)")
    group.add_argument("--samples", type=int, metavar="N", help="default: 1000")
    group.add_argument("--seed", type=int, metavar="N", help="default: 12345")


def asked_layout(args: argparse.Namespace) -> "Layout":
    """What is to be shown, once it is known to go together."""
    from ..reports.scores import Layout
    from ..reports.table import DECIMALS

    extremes = [f"--{place}" for place in ("worst", "best") if getattr(args, place)]
    others = {"--segments": args.segments, "--confidence": args.confidence}
    others |= dict.fromkeys(extremes, True) | {f"-f {args.format}": args.format != "text"}
    if args.score_only and any(others.values()):
        strange = next(flag for flag, given in others.items() if given)
        raise UsageError(f"-b prints scores only: leave {strange} out, or -b")
    if args.segments and extremes and args.format == "tsv":
        raise UsageError(f"-f tsv is one table: give --segments or {extremes[0]}, not both")
    for count in (args.worst, args.best):
        if count < 0:
            raise UsageError(f"{count} segments to show: give a number from 0 on")
    decimals = DECIMALS if args.width is None else args.width
    if not 0 <= decimals <= MOST_DECIMALS:
        raise UsageError(f"{decimals} decimals: give a number from 0 to {MOST_DECIMALS}")
    return Layout(decimals, args.segments, args.worst, args.best)


def asked_interval(args: argparse.Namespace) -> "Resampling | None":
    """The interval that is to be drawn, if one is."""
    from ..resampling import Resampling

    given = {name: getattr(args, name) for name in ("level", "samples", "seed")}
    given = {name: value for name, value in given.items() if value is not None}
    if args.confidence:
        _refuse_level(args.hypotheses)
        return Resampling(**given)
    if given:
        raise UsageError(f"--{min(given)} is of intervals: add --confidence")
    return None


def _refuse_level(files: Sequence[str]) -> None:
    """A number after --confidence is no system's file."""
    for word in files:
        try:
            number = float(word)
        except ValueError:
            continue
        if not Path(word).exists():
            mend = f"--level {word}" if number < 1 else f"--samples {word}"
            raise UsageError(
                f"{word} is no file, and --confidence takes no number: give --confidence {mend}"
            )


def put(text: str, file: Path | None) -> None:
    """On standard output, or into a file."""
    if file is None:
        sys.stdout.write(text)
        return
    from ..files.atomic import write_atomically

    write_atomically(file, text.encode())


def put_each(texts: Iterable[str], file: Path | None) -> None:
    """On standard output each as soon as it is there; into a file all or none."""
    if file is not None:
        put("".join(texts), file)
    else:
        for text in texts:
            put(text, None)
