"""Read TSV and CSV files, with or without a header."""

import csv
from collections.abc import Iterator, Sequence
from typing import Any

from ...errors import InputError, UsageError
from ..field_names import CANDIDATE, REFERENCE, SOURCE
from ..input_file import InputFile
from .formats import BoundedRowLines, QuoteCounter, find_separator, is_quoted, open_csv_reader
from .sheet import shorten
from .table_columns import TableOptions, are_column_numbers, group_by_role, is_certainly_text

Cells = list[str]
_TEXT_ROLES = (CANDIDATE, REFERENCE, SOURCE)


class DelimitedTable:
    """Reader of a TSV or CSV table; all rows must have the same number of cells.

    TSV is split at tabs, and quotes are part of the text. CSV is read as spreadsheets write it: a
    quoted cell may contain commas and line ends. If columns are chosen by name, the table needs a
    header. If they are chosen by number, the user says whether there is a header; without this
    option, a first line that looks like a header is refused.
    """

    def __init__(self, file: InputFile, file_format: str, options: TableOptions) -> None:
        self.file, self._format = file, file_format
        columns, has_header = options.columns, options.has_header
        first_row = next(iterate_rows(file, file_format), None)
        if first_row is None:
            raise InputError(f"{file.name} is empty: give a file with at least one row")
        self._width = len(first_row[1])
        are_numbered = bool(columns) and are_column_numbers(columns)
        if has_header is False and not are_numbered:
            raise UsageError(
                "with --no-header columns have no names: give their numbers, --columns "
                "hyp=NUMBER,ref=NUMBER"
            )
        self._header = first_row[1] if has_header or not are_numbered else None
        columns_by_role = columns or group_by_role(self._header or [], file.name)
        self.columns_by_role = {
            role: [(name, self._find_column_index(name)) for name in names]
            for role, names in columns_by_role.items()
        }
        self._text_indices = [
            index for role in _TEXT_ROLES for _, index in self.columns_by_role.get(role, ())
        ]
        self._quotes_checked = False
        if has_header is None and are_numbered:
            self._check_no_header(first_row[1])

    @property
    def names(self) -> list[str]:
        """Return the column names, or their numbers if there is no header."""
        return self._header or [str(index + 1) for index in range(self._width)]

    @property
    def has_header(self) -> bool:
        """Return whether the first line has names."""
        return self._header is not None

    def format_column_label(self, name: str) -> str:
        """Return the name of a column for output tables, "column N" for a number."""
        return f"column {name}" if name.isdecimal() else name

    def count_texts(self, selectors: Sequence[int]) -> list[int]:
        """Return 1 for each column, since a cell has one text."""
        return [1 for _ in selectors]

    def count_rows(self) -> int:
        return 0

    def __iter__(self) -> Iterator[tuple[int, Cells]]:
        """Yield the rows below the header, each with its line number."""
        rows = iterate_rows(self.file, self._format)
        if self._header is not None:
            next(rows)
        # The warning is printed once, after all rows were read for the first time.
        quotes = QuoteCounter() if self._format == "tsv" and not self._quotes_checked else None
        for line, row in rows:
            if len(row) != self._width:
                raise InputError(
                    f"{self.file.name}, line {line}: {len(row)} fields where line 1 has "
                    f"{self._width}: {self._suggest_fix(row)}"
                )
            if quotes:
                for index in self._text_indices:
                    quotes.update(row[index], line)
            yield line, row
        if quotes and not self._quotes_checked:
            self._quotes_checked = True
            quotes.warn(self.file.name)

    def read_text(self, row: Cells, selector: int, line: int) -> str:
        return row[selector]

    def read_label(self, row: Cells, selector: int, line: int) -> str:
        return row[selector]

    def read_texts(self, row: Cells, selector: int, line: int) -> list[str | None]:
        return [row[selector]]

    def build_record(self, row: Cells) -> list[tuple[str, Any]]:
        return list(zip(self.names, row, strict=True))

    def _find_column_index(self, name: str) -> int:
        if name.isdecimal():
            if not 1 <= int(name) <= self._width:
                raise InputError(
                    f"{self.file.name} has no column {name}: line 1 has {self._width} "
                    f"field{'s' * (self._width > 1)} when read as {self._format.upper()} (--input "
                    "chooses the format)"
                )
            return int(name) - 1
        names = [other.strip() for other in self._header or []]
        if names.count(name) != 1:
            problem = f"{names.count(name)} columns" if name in names else "no column"
            available = shorten(", ".join(names))
            fix = "one of these names or a number, each with its own hyp= or ref="
            if self._format == "tsv" and any(map(is_quoted, names)):
                fix = "--input csv to remove the quotes"
            raise InputError(
                f"{self.file.name} has {problem} {name!r}: line 1 has {available}; give {fix}"
            )
        return names.index(name)

    def _suggest_fix(self, row: Cells) -> str:
        has_open_quote = any(cell.startswith('"') and not is_quoted(cell) for cell in row)
        if self._format == "tsv" and has_open_quote:
            return "fix the line, or give --input csv if its fields are quoted"
        return "fix the line"

    def _check_no_header(self, first_cells: Cells) -> None:
        """Refuse a first line that may be a header: it would be scored as a segment."""
        for index in self._text_indices:
            if not is_certainly_text(first_cells[index]):
                raise InputError(
                    f"{self.file.name}, line 1: {shorten(first_cells[index])!r} may be a header or "
                    "a "
                    "segment: give --header or --no-header"
                )


def iterate_rows(file: InputFile, file_format: str) -> Iterator[tuple[int, Cells]]:
    """Yield (line number, cells) of each row.

    Blank lines at the end are skipped if the table has several columns.
    """
    blank_count, width = 0, 0
    for line, row in _iterate_tsv_rows(file) if file_format == "tsv" else _iterate_csv_rows(file):
        width = width or len(row)
        # Blank lines are counted and not stored, since there may be many.
        if width > 1 and row == [""]:
            blank_count += 1
            continue
        yield from ((blank_line, [""]) for blank_line in range(line - blank_count, line))
        blank_count = 0
        yield line, row


def _iterate_tsv_rows(file: InputFile) -> Iterator[tuple[int, Cells]]:
    for line_number, line in enumerate(file.lines(), 1):
        yield line_number, line.split("\t")


def _iterate_csv_rows(file: InputFile) -> Iterator[tuple[int, Cells]]:
    delimiter = find_separator(next(file.lines(), ""))
    lines = BoundedRowLines((f"{line}\n" for line in file.lines()), file.name, file.max_line_length)
    # Some programs write a space between the comma and the quote.
    rows = open_csv_reader(
        lines, delimiter=delimiter, strict=True, skipinitialspace=delimiter != "\t"
    )
    try:
        last_line = 0
        for row in rows:
            lines.end_row()
            yield last_line + 1, row or [""]
            last_line = rows.line_num
    except csv.Error as error:
        fix = "fix the quotes, or give --input tsv if tabs separate columns and quotes are text"
        raise InputError(f"{file.name}, line {rows.line_num}: {error}; {fix}") from error
