"""Quotes around cells, as spreadsheets write them."""

import re
import warnings

from ..errors import TeslaWarning

_QUOTED = re.compile(r'"(?:[^"]|"")*"?')


def separator(line: str) -> str:
    """What separates the cells of a CSV, as its first line outside quotes says.

    Tabs come first, since texts have commas but no tabs; semicolons where the comma is for numbers.
    """
    outside = _QUOTED.sub("", line)
    return next((sign for sign in "\t,;" if sign in outside), ",")


def is_quoted(cell: str) -> bool:
    """Quotes at both ends, and inside doubled ones only."""
    inner = cell[1:-1]
    return len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inner.replace('""', "")


class Quotes:
    """Counts cells that look so; text may have quotes of its own, but not twice or everywhere."""

    def __init__(self) -> None:
        self._cells = self._quoted = self._doubled = self._first = 0

    def see(self, cell: str, line: int) -> None:
        self._cells += 1
        if cell[:1] == '"' and is_quoted(cell):
            self._quoted += 1
            self._doubled += '""' in cell[1:-1]
            self._first = self._first or line

    def warn(self, file: str) -> None:
        """Once all cells were seen."""
        if self._doubled or 1 < self._quoted == self._cells:
            fields = "1 field is" if self._quoted == 1 else f"{self._quoted} fields are"
            warnings.warn(
                f"{file}: {fields} quoted as spreadsheets do, the first on line {self._first}: "
                "give --input csv to take the quotes away",
                TeslaWarning,
                stacklevel=2,
            )
