"""TSV and CSV: rows of cells, with a header or without."""

import csv
from collections.abc import Iterator, Sequence
from typing import Any

from ..errors import InputError, UsageError
from ..files.given import Given
from ..files.row_lines import RowLines, csv_reader
from ..names import CANDIDATE, REFERENCE, SOURCE
from .columns import Asked, are_numbers, find_roles
from .headers import is_sentence
from .quoted import Quotes, is_quoted, separator
from .sheet import shorten

Cells = list[str]
_TEXTS = (CANDIDATE, REFERENCE, SOURCE)


class Delimited:
    """Rows that all have as many cells.

    TSV is split at tabs, and quotes are text. CSV is as spreadsheets write it: a quoted cell may
    have commas and line ends. Columns by name have a header; columns by number have none, unless it
    is said or the first line may be one.
    """

    def __init__(self, file: Given, kind: str, asked: Asked) -> None:
        self.file, self._kind = file, kind
        wanted, header = asked.columns, asked.header
        first = next(split_rows(file, kind), None)
        if first is None:
            raise InputError(f"{file.name} is empty: give a file with at least one row")
        self._width = len(first[1])
        by_number = bool(wanted) and are_numbers(wanted)
        if header is False and not by_number:
            raise UsageError(
                "--no-header leaves columns without names: give their numbers, --columns "
                "hyp=NUMBER,ref=NUMBER"
            )
        self._header = first[1] if header or not by_number else None
        roles = wanted or find_roles(self._header or [], file.name)
        self.roles = {
            role: [(name, self._place(name)) for name in names] for role, names in roles.items()
        }
        self._texts = [place for role in _TEXTS for _, place in self.roles.get(role, ())]
        self._told = False
        if header is None and by_number:
            self._check_headless(first[1])

    @property
    def names(self) -> list[str]:
        """What records call the columns."""
        return self._header or [str(place + 1) for place in range(self._width)]

    @property
    def headed(self) -> bool:
        """Whether the first line has names."""
        return self._header is not None

    def named(self, name: str) -> str:
        """What tables call a column."""
        return f"column {name}" if name.isdecimal() else name

    def widths(self, places: Sequence[int]) -> list[int]:
        """A cell has one text."""
        return [1 for _ in places]

    def count(self) -> int:
        return 0

    def __iter__(self) -> Iterator[tuple[int, Cells]]:
        """The rows under the header, each with its line."""
        rows = split_rows(self.file, self._kind)
        if self._header is not None:
            next(rows)
        # Told once, when all rows were seen for the first time.
        quotes = Quotes() if self._kind == "tsv" and not self._told else None
        for line, row in rows:
            if len(row) != self._width:
                raise InputError(
                    f"{self.file.name}, line {line}: {len(row)} fields where line 1 has "
                    f"{self._width}: {self._mend(row)}"
                )
            if quotes:
                for place in self._texts:
                    quotes.see(row[place], line)
            yield line, row
        if quotes and not self._told:
            self._told = True
            quotes.warn(self.file.name)

    def text(self, row: Cells, place: int, line: int) -> str:
        return row[place]

    def label(self, row: Cells, place: int, line: int) -> str:
        return row[place]

    def texts(self, row: Cells, place: int, line: int) -> list[str | None]:
        return [row[place]]

    def record(self, row: Cells) -> list[tuple[str, Any]]:
        return list(zip(self.names, row, strict=True))

    def _place(self, name: str) -> int:
        if name.isdecimal():
            if not 1 <= int(name) <= self._width:
                raise InputError(
                    f"{self.file.name} has no column {name}: line 1 has {self._width} "
                    f"field{'s' * (self._width > 1)} as {self._kind.upper()} (--input says which "
                    "format it is)"
                )
            return int(name) - 1
        names = [other.strip() for other in self._header or []]
        if names.count(name) != 1:
            what = f"{names.count(name)} columns" if name in names else "no column"
            there = shorten(", ".join(names))
            mend = "names of these or numbers, each with its own hyp= or ref="
            if self._kind == "tsv" and any(map(is_quoted, names)):
                mend = "--input csv to take the quotes away"
            raise InputError(
                f"{self.file.name} has {what} {name!r}: line 1 has {there}; give {mend}"
            )
        return names.index(name)

    def _mend(self, row: Cells) -> str:
        opened = any(cell.startswith('"') and not is_quoted(cell) for cell in row)
        if self._kind == "tsv" and opened:
            return "mend the line, or give --input csv if quotes hold its fields together"
        return "mend the line"

    def _check_headless(self, first: Cells) -> None:
        """A header among the segments would be scored: a first line that may be one is refused."""
        for place in self._texts:
            if not is_sentence(first[place]):
                raise InputError(
                    f"{self.file.name}, line 1: {shorten(first[place])!r} may be a header or a "
                    "segment: give --header or --no-header"
                )


def split_rows(file: Given, kind: str) -> Iterator[tuple[int, Cells]]:
    """Rows, each with its line; blank lines at the end are none, unless a row has one cell."""
    blank, width = 0, 0
    for line, row in _split_tabs(file) if kind == "tsv" else _split_quoted(file):
        width = width or len(row)
        if width > 1 and row == [""]:  # of one line, and there may be any number
            blank += 1
            continue
        yield from ((before, [""]) for before in range(line - blank, line))
        blank = 0
        yield line, row


def _split_tabs(file: Given) -> Iterator[tuple[int, Cells]]:
    for number, line in enumerate(file.lines(), 1):
        yield number, line.split("\t")


def _split_quoted(file: Given) -> Iterator[tuple[int, Cells]]:
    sign = separator(next(file.lines(), ""))
    lines = RowLines((f"{line}\n" for line in file.lines()), file.name, file.max_line)
    # Some write a space after the comma, before the quote.
    rows = csv_reader(lines, delimiter=sign, strict=True, skipinitialspace=sign != "\t")
    try:
        before = 0
        for row in rows:
            lines.end()
            yield before + 1, row or [""]
            before = rows.line_num
    except csv.Error as error:
        mend = "mend the quotes, or give --input tsv if tabs separate columns and quotes are text"
        raise InputError(f"{file.name}, line {rows.line_num}: {error}; {mend}") from error
