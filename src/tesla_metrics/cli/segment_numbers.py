"""--segment: which segments of files, by their numbers."""

import argparse
import re
from typing import Any

from .grammar import extend

_NUMBERS = re.compile(r"\d{1,12}(-\d{1,12})?(,\d{1,12}(-\d{1,12})?)*", re.ASCII)


def add_segments(parser: argparse.ArgumentParser, files: str) -> None:
    """--segment; what follows it and is no number goes where files go."""
    parser.add_argument(
        "--segment", "--segments", action=SegmentNumbers, files=files, default=[], dest="chosen",
        help="of files: this one, counted from 1; or several, as in 3 8 or 3,8 or 3-8",
    )  # fmt: skip


class SegmentNumbers(argparse.Action):
    """--segment N…: ranges, which are not counted out before it is known how many there are."""

    def __init__(self, *, files: str, **facts: Any) -> None:
        super().__init__(nargs="+", metavar="N", **facts)
        self._files = files

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        first, *others = values
        numbers = [first, *filter(_NUMBERS.fullmatch, others)]
        extend(namespace, self.dest, [self._range(one) for n in numbers for one in n.split(",")])
        extend(namespace, self._files, [one for one in others if not _NUMBERS.fullmatch(one)])

    def _range(self, word: str) -> range:
        start, _, end = word.partition("-")
        if not _NUMBERS.fullmatch(word) or (end and int(end) < int(start)):
            raise argparse.ArgumentError(
                self, f"{word!r} is no segment: give its number, as in 3, or several, 3,8 or 3-8"
            )
        return range(int(start), int(end or start) + 1)
