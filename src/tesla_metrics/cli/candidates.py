"""What commands on candidates share: files of them, how they print, an n-best list again."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import UsageError
from ..reports.table import FORMATS
from .options import Command, add_jobs, add_max_line, add_systems

if TYPE_CHECKING:
    from ..nbest.nbest import Nbest

# The format of a list that is written again.
NBEST = "nbest"


def add_candidates(parser: Command) -> None:
    """The file."""
    add_systems(parser, "candidates", "CANDIDATES", "a file of candidates; - is stdin")


def add_printing(parser: Command, with_nbest: str = "") -> None:
    """Where to, in which format, by how many threads; `with_nbest`: what -f nbest has as well."""
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="a file for what would be printed"
    )
    parser.add_argument(
        "-f", "--format", choices=(*FORMATS, NBEST), default="text",
        help=f"default: text; json has all digits; {NBEST} is the list again in the new order"
        f"{with_nbest}",
    )  # fmt: skip
    add_jobs(parser)


def add_kinds(parser: Command, columns: str) -> None:
    """What files hold; `columns` are those that the command looks for."""
    group = parser.add_argument_group("what a file holds")
    group.add_argument(
        "--input", choices=("nbest", "text", "tsv", "csv", "jsonl"),
        help="default: as it is named or looks",
    )  # fmt: skip
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help=f"of a table, by name or number from 1: {columns}",
    )  # fmt: skip
    group.add_argument(
        "--header", action=argparse.BooleanOptionalAction, default=None,
        help="whether a table has one, where columns are given by number",
    )  # fmt: skip
    add_max_line(group)


def one_file(given: Sequence[str] | None, usage: str, more: str = "") -> str:
    """The one file of candidates; `usage` is what to type, `more` what others may be meant as."""
    files = list(map(str, given or ()))
    if not files:
        command = " ".join(usage.split()[:2])
        raise UsageError(
            f"no file of candidates is given: {usage} (- is standard input; see '{command} --help')"
        )
    if len(files) > 1:
        raise UsageError(
            f"{len(files)} files of candidates ({', '.join(files)}): give one at a time{more}"
        )
    return files[0]


def nbest_lines(nbest: "Nbest", kind: str) -> str:
    """A file of this kind."""
    from ..nbest.writing import written

    return "".join(f"{line}\n" for line in written(nbest, kind))
