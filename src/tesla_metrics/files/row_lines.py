"""Lines of comma-separated files, whose quotes may hold any number of them together."""

import csv
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from .limits import too_long

if TYPE_CHECKING:
    from _csv import Reader

# The most that csv takes wherever C's long has 32 bits.
_MOST_CELL = (1 << 31) - 1


def csv_reader(lines: Iterable[str], **form: Any) -> "Reader":
    """Python's own; its cells may be as long as the lines.

    Its limit is one of the whole process, so that it is raised and left there.
    """
    if csv.field_size_limit() < _MOST_CELL:
        csv.field_size_limit(_MOST_CELL)
    return csv.reader(lines, **form)


class RowLines:
    """What `csv_reader` is given, so that no row takes more memory than a line may."""

    def __init__(self, lines: Iterator[str], name: str, most: int) -> None:
        self._lines, self._name, self._most = lines, name, most
        self._number = self._first = 1
        self._size = 0

    def __iter__(self) -> "RowLines":
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self._number += 1
        self._size += len(line)
        # The first may be as long as lines are, its end aside.
        if self._size > self._most and self._number - 1 > self._first:
            where = f"{self._name}, line {self._first}"
            raise too_long(where, self._most, "a row from here on (is a quote never closed?)")
        return line

    def end(self) -> None:
        """Of a row: the next line starts another."""
        self._first, self._size = self._number, 0
