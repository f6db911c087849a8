"""What both trainings ask for, and the judged sets that are meant."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ...errors import InputError, UsageError
from ..options import add_judgments
from ..progress import ProgressBar

if TYPE_CHECKING:
    from ...judging.faults import Faults
    from ...judging.judgments import Track


def add_folders(parser: argparse.ArgumentParser, languages: str) -> None:
    """Which sets to learn from, and where the model goes."""
    parser.add_argument(
        "--judgments", nargs="+", action="extend", type=Path, required=True, metavar="DIR",
        help="judged test sets, at any depth",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="the model")
    parser.add_argument(
        "-l", "--lang", metavar="LANG", help=f"sets into this language only (default: {languages})"
    )
    add_judgments(parser)


def add_learning(parser: argparse.ArgumentParser) -> None:
    """How judgments are taken."""
    parser.add_argument(
        "--learn", choices=("auto", "ranking", "regression"), default="auto", dest="method",
        help="default: ranking where people's judgments make pairs, else regression",
    )  # fmt: skip
    parser.add_argument(
        "--margin", type=float, default=0.25, metavar="M",
        help="standard deviations that scores must differ by to make a pair (0.25)",
    )  # fmt: skip


def find_tracks(args: argparse.Namespace, faults: "Faults") -> "list[Track]":
    """The sets that were asked for; every one says its language."""
    from ...judging.tracks import read_tracks
    from ...languages import parse_language

    lang = parse_language(args.lang) if args.lang else None
    if files := [path for path in args.judgments if path.is_file()]:
        raise InputError(f"{files[0]} is no folder: give one with a judged test set")
    tracks = read_tracks(args.judgments, faults=faults, pairs=args.pairs, human=args.human)
    found = list(dict.fromkeys(track.lang for track in tracks))
    if lang is not None:
        tracks = [track for track in tracks if track.lang == lang]
        if not tracks:
            raise UsageError(
                f"no judged set is into {lang!r}: the target languages are {named(found)}"
            )
    return tracks


def check_one_kind(tracks: "Sequence[Track]", wanted: str) -> None:
    """Where people scored several things, nobody but the user knows which is meant."""
    kinds = list(dict.fromkeys(track.pair for track in tracks))
    if len(kinds) > 1:
        raise UsageError(
            f"there are human scores of {', '.join(kinds)}: choose {wanted} with --human, such as "
            f"--human {kinds[0]}"
        )


def named(languages: Sequence[str]) -> str:
    """A list of languages for people."""
    return ", ".join(language or "one without a name" for language in languages)


@contextmanager
def planned_bar(
    label: str, quiet: bool
) -> Iterator[tuple[Callable[[int], None], Callable[[int], None]]]:
    """What is told how much there is to do, and what is told how much more is done."""
    bar = ProgressBar(0, "", quiet)

    def planned(work: int) -> None:
        nonlocal bar
        bar = ProgressBar(work, label, quiet)

    try:
        yield planned, lambda more: bar.advance(more)
    finally:
        bar.__exit__(None, None, None)
