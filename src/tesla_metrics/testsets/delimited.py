"""TSV and CSV: rows of cells, with a header or without."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..errors import InputError, UsageError
from ..files.given import Given
from ..names import role_of
from .columns import are_numbers
from .roles import find_roles
from .sheet import shorten

Cells = list[str]


class Delimited:
    """Rows that all have as many cells.

    TSV is split at tabs, and quotes are text. CSV is as spreadsheets write it: a quoted cell may
    have commas and line ends. `header` is asked for by columns' names; columns by number have none
    unless it is said.
    """

    def __init__(
        self, file: Given, kind: str, wanted: Mapping[str, Sequence[str]], header: bool | None
    ) -> None:
        self.file, self._kind = file, kind
        first = next(self._all(), None)
        if first is None:
            raise InputError(f"{file.name} is empty: give a file with at least one row")
        self._width = len(first[1])
        by_number = bool(wanted) and are_numbers(wanted)
        if header is False and not by_number:
            raise UsageError(
                "--no-header leaves columns without names: give their numbers, such as --columns "
                "hyp=1,ref=2"
            )
        self._header = first[1] if header or not by_number else None
        roles = wanted or find_roles(self._header or [], file.name)
        self.roles = {
            role: [(name, self._place(name)) for name in names] for role, names in roles.items()
        }
        if header is None and by_number:
            self._check_headless(first[1])

    @property
    def names(self) -> list[str]:
        """What records call the columns."""
        return self._header or [str(place + 1) for place in range(self._width)]

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
        rows = self._all()
        if self._header is not None:
            next(rows)
        for line, row in rows:
            if len(row) != self._width:
                raise InputError(
                    f"{self.file.name}, line {line}: {len(row)} fields where line 1 has "
                    f"{self._width}: mend the line"
                )
            yield line, row

    def text(self, row: Cells, place: int, line: int) -> str:
        return row[place]

    def label(self, row: Cells, place: int, line: int) -> str:
        return row[place]

    def texts(self, row: Cells, place: int, line: int) -> list[str | None]:
        return [row[place]]

    def record(self, row: Cells) -> list[tuple[str, Any]]:
        return list(zip(self.names, row, strict=True))

    def _all(self) -> Iterator[tuple[int, Cells]]:
        if self._kind == "tsv":
            for number, line in enumerate(self.file.lines(), 1):
                yield number, line.split("\t")
            return
        rows = csv.reader((f"{line}\n" for line in self.file.lines()), strict=True)
        try:
            before = 0
            for row in rows:
                yield before + 1, row or [""]
                before = rows.line_num
        except csv.Error as error:
            raise InputError(
                f"{self.file.name}, line {rows.line_num}: {error}; mend the quotes, or give "
                "--input tsv if tabs separate its columns"
            ) from error

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
            raise InputError(
                f"{self.file.name} has {what} {name!r}: line 1 has {there}; give "
                "names of these or numbers, each with its own hyp= or ref="
            )
        return names.index(name)

    def _check_headless(self, first: Cells) -> None:
        for places in self.roles.values():
            for _, place in places:
                if role_of(first[place]):
                    raise InputError(
                        f"{self.file.name}, line 1: {first[place]!r} looks like a header: give "
                        "--header if it is one, --no-header if it is a segment"
                    )
