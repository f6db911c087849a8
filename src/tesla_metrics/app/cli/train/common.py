"""Options and checks that several `tesla train` commands share."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ....errors import InputError, UsageError
from ..options import add_judgment_options
from ..progress import ProgressBar

if TYPE_CHECKING:
    from ....evaluation.judgments import FaultCollector, Track


def add_judgment_folders(parser: argparse.ArgumentParser, default_languages_help: str) -> None:
    """Add options for the judged sets to learn from, the output file and the language.

    `default_languages_help` describes the languages that are used without -l.
    """
    parser.add_argument(
        "--judgments", nargs="+", action="extend", type=Path, required=True, metavar="DIR",
        help="folders of judged test sets, at any depth",
    )  # fmt: skip
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="file for the model")
    parser.add_argument(
        "-l",
        "--lang",
        metavar="LANG",
        help=f"use only sets with this target language (default: {default_languages_help})",
    )
    add_judgment_options(parser)


def add_learning_options(parser: argparse.ArgumentParser) -> None:
    """Add options for learning from judgments."""
    parser.add_argument(
        "--learn", choices=("auto", "ranking", "regression"), default="auto", dest="method",
        help="default: ranking if the human judgments form pairs, else regression",
    )  # fmt: skip
    parser.add_argument(
        "--margin", type=float, default=0.25, metavar="M",
        help="minimum difference of the scores of a pair, in standard deviations (0.25)",
    )  # fmt: skip


def read_judged_tracks(args: argparse.Namespace, faults: "FaultCollector") -> "list[Track]":
    """Read the judged sets of --judgments, with -l only those with this target language."""
    from ....evaluation.tracks import read_tracks
    from ....text.languages import parse_language

    lang = parse_language(args.lang) if args.lang else None
    if files := [path for path in args.judgments if path.is_file()]:
        raise InputError(f"{files[0]} is not a folder: give one with a judged test set")
    tracks = read_tracks(args.judgments, faults=faults, pairs=args.pairs, human=args.human)
    languages = list(dict.fromkeys(track.lang for track in tracks))
    if lang is not None:
        tracks = [track for track in tracks if track.lang == lang]
        if not tracks:
            raise UsageError(
                f"no judged set has the target language {lang!r}: there are "
                f"{format_languages(languages)}"
            )
    return tracks


def check_one_kind(tracks: "Sequence[Track]", choice_text: str) -> None:
    """Check that there is one kind of human scores; otherwise the user must choose with --human.

    `choice_text` describes the kinds to choose, for the error message.
    """
    # Tracks of files have the kind of human scores instead of a language pair.
    kinds = list(dict.fromkeys(track.pair for track in tracks))
    if len(kinds) > 1:
        raise UsageError(
            f"there are human scores for {', '.join(kinds)}: choose {choice_text} with --human, "
            f"such as --human {kinds[0]}"
        )


def format_languages(languages: Sequence[str]) -> str:
    """Return the languages as text for a message, separated by commas."""
    return ", ".join(language or "an unnamed language" for language in languages)


@contextmanager
def progress_with_total(
    label: str, quiet: bool
) -> Iterator[tuple[Callable[[int], None], Callable[[int], None]]]:
    """Yield two functions: the first sets the total of a progress bar, the second advances it.

    The total is not known when the context is entered.
    """
    bar = ProgressBar(0, "", quiet)

    def set_total(n_steps: int) -> None:
        nonlocal bar
        bar = ProgressBar(n_steps, label, quiet)

    try:
        yield set_total, lambda n_finished: bar.advance(n_finished)
    finally:
        bar.__exit__(None, None, None)
