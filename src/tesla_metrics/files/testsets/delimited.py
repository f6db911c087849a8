"""Read TSV and CSV files, with or without a header."""

import csv
from collections.abc import Iterator, Sequence
from typing import Any

from ...errors import InputError, UsageError
from ..field_names import CANDIDATE, REFERENCE, SOURCE
from ..input_file import InputFile
from .formats import QuoteCounter, RowLines, csv_reader, is_quoted, separator
from .sheet import shorten
from .table_columns import TableOptions, are_numbers, find_roles, is_sentence

Cells = list[str]
_TEXT_ROLES = (CANDIDATE, REFERENCE, SOURCE)


class DelimitedTable:
    """Reader of a TSV or CSV table; all rows must have the same number of cells.

    TSV is split at tabs, and quotes are part of the text. CSV is read as spreadsheets write it: a
    quoted cell may contain commas and line ends. If columns are chosen by name, the table needs a
    header. If they are chosen by number, the user says whether there is a header; without this
    option, a first line that looks like a header is refused.
    """

    def __init__(self, file: InputFile, kind: str, options: TableOptions) -> None:
        self.file, self._kind = file, kind
        columns, header = options.columns, options.header
        first = next(split_rows(file, kind), None)
        if first is None:
            raise InputError(f"{file.name} is empty: give a file with at least one row")
        self._width = len(first[1])
        by_number = bool(columns) and are_numbers(columns)
        if header is False and not by_number:
            raise UsageError(
                "with --no-header columns have no names: give their numbers, --columns "
                "hyp=NUMBER,ref=NUMBER"
            )
        self._header = first[1] if header or not by_number else None
        roles = columns or find_roles(self._header or [], file.name)
        self.roles = {
            role: [(name, self._column_index(name)) for name in names]
            for role, names in roles.items()
        }
        self._texts = [index for role in _TEXT_ROLES for _, index in self.roles.get(role, ())]
        self._quotes_checked = False
        if header is None and by_number:
            self._check_headless(first[1])

    @property
    def names(self) -> list[str]:
        """Return the column names, or their numbers if there is no header."""
        return self._header or [str(index + 1) for index in range(self._width)]

    @property
    def has_header(self) -> bool:
        """Return whether the first line has names."""
        return self._header is not None

    def column_label(self, name: str) -> str:
        """Return the name of a column for output tables, "column N" for a number."""
        return f"column {name}" if name.isdecimal() else name

    def widths(self, places: Sequence[int]) -> list[int]:
        """Return 1 for each column, since a cell has one text."""
        return [1 for _ in places]

    def count(self) -> int:
        return 0

    def __iter__(self) -> Iterator[tuple[int, Cells]]:
        """Yield the rows below the header, each with its line number."""
        rows = split_rows(self.file, self._kind)
        if self._header is not None:
            next(rows)
        # The warning is printed once, after all rows were read for the first time.
        quotes = QuoteCounter() if self._kind == "tsv" and not self._quotes_checked else None
        for line, row in rows:
            if len(row) != self._width:
                raise InputError(
                    f"{self.file.name}, line {line}: {len(row)} fields where line 1 has "
                    f"{self._width}: {self._how_to_fix(row)}"
                )
            if quotes:
                for index in self._texts:
                    quotes.update(row[index], line)
            yield line, row
        if quotes and not self._quotes_checked:
            self._quotes_checked = True
            quotes.warn(self.file.name)

    def text(self, row: Cells, place: int, line: int) -> str:
        return row[place]

    def label(self, row: Cells, place: int, line: int) -> str:
        return row[place]

    def texts(self, row: Cells, place: int, line: int) -> list[str | None]:
        return [row[place]]

    def record(self, row: Cells) -> list[tuple[str, Any]]:
        return list(zip(self.names, row, strict=True))

    def _column_index(self, name: str) -> int:
        if name.isdecimal():
            if not 1 <= int(name) <= self._width:
                raise InputError(
                    f"{self.file.name} has no column {name}: line 1 has {self._width} "
                    f"field{'s' * (self._width > 1)} when read as {self._kind.upper()} (--input "
                    "chooses the format)"
                )
            return int(name) - 1
        names = [other.strip() for other in self._header or []]
        if names.count(name) != 1:
            problem = f"{names.count(name)} columns" if name in names else "no column"
            available = shorten(", ".join(names))
            fix = "one of these names or a number, each with its own hyp= or ref="
            if self._kind == "tsv" and any(map(is_quoted, names)):
                fix = "--input csv to remove the quotes"
            raise InputError(
                f"{self.file.name} has {problem} {name!r}: line 1 has {available}; give {fix}"
            )
        return names.index(name)

    def _how_to_fix(self, row: Cells) -> str:
        opened = any(cell.startswith('"') and not is_quoted(cell) for cell in row)
        if self._kind == "tsv" and opened:
            return "fix the line, or give --input csv if its fields are quoted"
        return "fix the line"

    def _check_headless(self, first: Cells) -> None:
        """Refuse a first line that may be a header: it would be scored as a segment."""
        for index in self._texts:
            if not is_sentence(first[index]):
                raise InputError(
                    f"{self.file.name}, line 1: {shorten(first[index])!r} may be a header or a "
                    "segment: give --header or --no-header"
                )


def split_rows(file: InputFile, kind: str) -> Iterator[tuple[int, Cells]]:
    """Yield (line number, cells) of each row.

    Blank lines at the end are skipped if the table has several columns.
    """
    blank, width = 0, 0
    for line, row in _split_tabs(file) if kind == "tsv" else _split_quoted(file):
        width = width or len(row)
        # Blank lines are counted and not stored, since there may be many.
        if width > 1 and row == [""]:
            blank += 1
            continue
        yield from ((blank_line, [""]) for blank_line in range(line - blank, line))
        blank = 0
        yield line, row


def _split_tabs(file: InputFile) -> Iterator[tuple[int, Cells]]:
    for line_number, line in enumerate(file.lines(), 1):
        yield line_number, line.split("\t")


def _split_quoted(file: InputFile) -> Iterator[tuple[int, Cells]]:
    sign = separator(next(file.lines(), ""))
    lines = RowLines((f"{line}\n" for line in file.lines()), file.name, file.max_line)
    # Some programs write a space between the comma and the quote.
    rows = csv_reader(lines, delimiter=sign, strict=True, skipinitialspace=sign != "\t")
    try:
        last_line = 0
        for row in rows:
            lines.end()
            yield last_line + 1, row or [""]
            last_line = rows.line_num
    except csv.Error as error:
        fix = "fix the quotes, or give --input tsv if tabs separate columns and quotes are text"
        raise InputError(f"{file.name}, line {rows.line_num}: {error}; {fix}") from error
