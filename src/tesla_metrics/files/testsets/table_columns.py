"""Determine the role of each column of a table, by option or by name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Protocol

from ...errors import UsageError
from ..field_names import CANDIDATE, FIELD_NAMES, REFERENCE, SOURCE, role_of, roles_of
from ..input_file import InputFile
from .sheet import Fields, shorten

# The end of a sentence, with closing quotes and brackets.
_SENTENCE_END = re.compile(r"[.!?…。！？؟।][\"'”’»)\]]*$")
_LONG_TEXT = 60


def is_sentence(cell: str) -> bool:
    """Return whether a cell is certainly a text and not a column name.

    It has several words, and is long or ends like a sentence.
    """
    text = cell.strip()
    return " " in text and (len(text) > _LONG_TEXT or _SENTENCE_END.search(text) is not None)


def are_names(cells: Sequence[str]) -> bool:
    """Return whether these cells can be a header."""
    return all(cell.strip() and not cell.isdecimal() and not is_sentence(cell) for cell in cells)


# A comma before NAME=; other commas belong to the name of a column.
_COMMA = re.compile(r",(?=\s*\w+\s*=)")
# The names of counterparts in --columns.
_OPTION_NAMES = {REFERENCE: "ref", SOURCE: "src"}
# Roles that several columns may have.
_REPEATABLE = (CANDIDATE, REFERENCE)


@dataclass(frozen=True)
class TableOptions:
    """The user's options for tables.

    columns
        The names or numbers of columns by role; empty if the names in the file determine roles.
    `header`
        Whether there is a header line; None if the user did not specify it.
    `references`
        Whether other files contain the references or sources that the metrics need.
    `documents`
        Whether texts have several sentences, which are separated by line ends in cells.
    `against`
        The kind of counterpart that the metrics need: "reference", "source" or "nothing".
    """

    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    header: bool | None = None
    references: bool = False
    documents: bool = False
    against: str = REFERENCE

    def suggest_columns(self, cells: Sequence[str], numbers: bool = True) -> str:
        """Return the --columns option to suggest for a table with these cells in its first line.

        Without `numbers`, columns have no numbers, as in JSON.
        """
        names = not numbers or are_names(cells)
        what = "NAME" if names else "NUMBER"
        options = f"hyp={what}"
        if not self.references:
            options += f",{_OPTION_NAMES[self.against]}={what}"
        has = "it has" if names else f"from 1 to {len(cells)}, line 1 has"
        return f"--columns {options} ({has}: {shorten(', '.join(cells))})"


def split_columns(texts: Sequence[str]) -> list[str]:
    """Split the values of the option --columns into NAME=COLUMN parts."""
    return [part for text in texts for part in _COMMA.split(text)]


def parse_columns(texts: Sequence[str]) -> dict[str, list[str]]:
    """Parse values of --columns such as "hyp=mt,ref=3" into columns by role.

    Only candidates and references may have several columns.
    """
    by_role: dict[str, list[str]] = {}
    for part in split_columns(texts):
        name, equals, column = (text.strip() for text in part.partition("="))
        role = role_of(name)
        if not equals or not column or role is None:
            raise UsageError(
                f"--columns {part!r}: give NAME=COLUMN, such as hyp=mt,ref=2; NAME is one of "
                f"{', '.join(chain.from_iterable(FIELD_NAMES.values()))}"
            )
        role_columns = by_role.setdefault(role, [])
        if column in role_columns:
            raise UsageError(f"--columns names {column!r} as {role} twice: name it once")
        role_columns.append(column)
        if len(role_columns) > 1 and role not in _REPEATABLE:
            raise UsageError(f"--columns names two columns as {role}: name one")
    return by_role


def are_numbers(columns: Mapping[str, Sequence[str]]) -> bool:
    """Return whether all columns are given by number."""
    return all(column.isdecimal() for role_columns in columns.values() for column in role_columns)


def find_roles(names: Sequence[str], where: str) -> dict[str, list[str]]:
    """Return the names of columns by their role; refuse two columns of the same role.

    `where` is the name of the file for messages.
    """
    by_role: dict[str, list[str]] = {}
    for name, role in roles_of(names):
        by_role.setdefault(role, []).append(name)
    for role, role_columns in by_role.items():
        if len(role_columns) > 1:
            raise UsageError(
                f"{where}: {' and '.join(role_columns)} could each be the {role}: choose one with "
                "--columns, such as --columns "
                f"{FIELD_NAMES[role][1] if role in _REPEATABLE else role}={role_columns[0]}"
            )
    return by_role


class RowReader(Protocol):
    """A table that is read from its first row each time it is iterated over.

    `roles`
        The columns of each role, as pairs of a name and a selector. The selector finds the value
        of the column in a row: a cell index in TSV and CSV, alternative field names in JSON.
    names
        The names of all columns.
    """

    file: InputFile
    roles: Mapping[str, Sequence[tuple[str, Any]]]

    @property
    def names(self) -> Sequence[str]: ...

    def column_label(self, name: str) -> str:
        """Return the name of a column for output tables."""

    def widths(self, positions: Sequence[Any]) -> Sequence[int]:
        """Return the maximum number of texts in a row, for each of these columns."""

    def count(self) -> int:
        """Return the number of rows, or 0 if it is unknown."""

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """Yield rows with their line numbers."""

    def text(self, row: Any, position: Any, line: int) -> str:
        """Return the text in a column."""

    def label(self, row: Any, position: Any, line: int) -> str:
        """Return the name or number in a column."""

    def texts(self, row: Any, position: Any, line: int) -> Sequence[str | None]:
        """Return the texts in a column with several texts per row; None is a missing text."""

    def record(self, row: Any) -> Fields:
        """Return the names and values of a row, unchanged."""
