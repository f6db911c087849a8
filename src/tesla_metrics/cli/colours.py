"""Whether, and how wide, there is a terminal to draw on."""

import argparse
import os
import shutil
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..reports.terminal import Paper

_WIDTH = 100  # where there is no terminal


def add_colour(parser: argparse.ArgumentParser) -> None:
    """--color."""
    parser.add_argument(
        "--color", "--colour", choices=("auto", "always", "never"), default="auto",
        help="default: auto, colours on a terminal unless NO_COLOR is set",
    )  # fmt: skip


def asked_paper(args: argparse.Namespace) -> "Paper":
    """What text is drawn on."""
    from ..reports.terminal import Paper

    terminal = args.output is None and sys.stdout.isatty()
    coloured = args.color == "always" or (args.color == "auto" and terminal and _wanted())
    return Paper(_columns(terminal), coloured)


def _columns(terminal: bool) -> int:
    """COLUMNS has the say, as shells do not pass on their own unless they are told to."""
    if terminal:
        return shutil.get_terminal_size((_WIDTH, 24)).columns
    said = os.environ.get("COLUMNS", "")
    return int(said) if said.isdecimal() and int(said) > 0 else _WIDTH


def _wanted() -> bool:
    """As no-color.org has it; Windows' old console shows escapes as they are."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    old = sys.platform == "win32" and not os.environ.get("WT_SESSION")
    return not (plain or old)
