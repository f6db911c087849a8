"""Options that say what files hold, the test set that they make, and a warning about it."""

import argparse
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import TeslaWarning, UsageError
from .options import check_stdin_once

if TYPE_CHECKING:
    from ..tasks import ReferenceSet
    from ..testsets.testset import Testset


def add_inputs(parser: argparse.ArgumentParser) -> None:
    """What files hold, for all commands that score."""
    from ..testsets.kinds import KINDS

    group = parser.add_argument_group("what the files hold")
    group.add_argument(
        "--input", choices=KINDS,
        help="default: text, and .jsonl with fields of known names; conllu is analysed already",
    )  # fmt: skip
    group.add_argument(
        "--columns", action="append", default=[], metavar="NAME=COLUMN,…",
        help="of a table, by name or number from 1: hyp=, ref= (each again for several), src=, "
        "system=, doc=, id=",
    )  # fmt: skip
    group.add_argument(
        "--header", action=argparse.BooleanOptionalAction, default=None,
        help="whether a table has one; without, columns by name have one, by number none",
    )  # fmt: skip
    group.add_argument(
        "--systems", nargs="+", default=[], metavar="NAME", dest="only_systems",
        help="these systems of the files only",
    )  # fmt: skip
    group.add_argument(
        "--refs", nargs="+", default=[], metavar="NAME", dest="only_references",
        help="these references of the files only (A for translator A)",
    )  # fmt: skip


def open_testset(args: argparse.Namespace, paths: Sequence[str]) -> "Testset":
    """The systems of these files beside all references."""
    from ..testsets.read import read_testset

    check_stdin_once("tesla", [*paths, *args.references])
    if args.input == "conllu" and getattr(args, "analyzer", None) is not None:
        raise UsageError(
            "--analyzer does nothing for --input conllu, which is analysed: leave it out"
        )
    testset = read_testset(
        paths, args.references, kind=args.input, columns=args.columns, header=args.header,
        skip_empty=getattr(args, "skip_empty_references", False),
    )  # fmt: skip
    testset.choose(args.only_systems, args.only_references)
    return testset


class EmptyReferences:
    """Counts segments of references without text, and warns of them once."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names, self._done, self._warned = names, 0, False
        self._empty: dict[str, list[int]] = {}  # numbers of segments

    def look(self, columns: "Sequence[ReferenceSet]") -> None:
        """At more segments of all references."""
        if self._warned:  # they are read again for the next system
            return
        for name, column in zip(self._names, columns, strict=True):
            for number, segment in enumerate(column, self._done + 1):
                text = segment if segment is None or isinstance(segment, str) else segment.text
                if text is not None and not text.strip():
                    self._empty.setdefault(name, []).append(number)
        self._done += len(columns[0])

    def warn(self) -> None:
        """When a system's references were all seen."""
        for name, numbers in self._empty.items():
            warnings.warn(
                f"{name}: {len(numbers)} segments are empty, the first is segment {numbers[0]}; "
                "check the file",
                TeslaWarning,
                stacklevel=2,
            )
        self._empty, self._warned = {}, True
