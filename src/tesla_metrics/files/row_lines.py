"""Lines of comma-separated files, whose quotes may hold any number of them together."""

from collections.abc import Iterator

from .limits import max_line, too_long


class RowLines:
    """What csv.reader is given, so that no row takes more memory than a line may."""

    def __init__(self, lines: Iterator[str], name: str, most: int = 0) -> None:
        self._lines, self._name, self._most = lines, name, most or max_line()
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
