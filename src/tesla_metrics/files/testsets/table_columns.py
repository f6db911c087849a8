"""Determine the role of each column of a table, by option or by name."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Protocol

from ...errors import UsageError
from ..field_names import CANDIDATE, FIELD_NAMES, REFERENCE, SOURCE, find_known_roles, find_role
from ..input_file import InputFile
from .sheet import Fields, shorten

# The end of a sentence, with closing quotes and brackets.
_SENTENCE_END = re.compile(r"[.!?…。！？؟।][\"'”’»)\]]*$")
_MIN_LONG_TEXT = 60


def is_certainly_text(cell: str) -> bool:
    """Return whether a cell is certainly a text and not a column name.

    It has several words, and is long or ends like a sentence.
    """
    text = cell.strip()
    return " " in text and (len(text) > _MIN_LONG_TEXT or _SENTENCE_END.search(text) is not None)


def can_be_header(cells: Sequence[str]) -> bool:
    """Return whether these cells can be a header."""
    return all(
        cell.strip() and not cell.isdecimal() and not is_certainly_text(cell) for cell in cells
    )


# A comma before NAME=; other commas belong to the name of a column.
_COLUMN_SEPARATOR = re.compile(r",(?=\s*\w+\s*=)")
# The names of counterparts in --columns.
_COUNTERPART_OPTIONS = {REFERENCE: "ref", SOURCE: "src"}
# Roles that several columns may have.
_REPEATABLE_ROLES = (CANDIDATE, REFERENCE)


@dataclass(frozen=True)
class TableOptions:
    """The user's options for tables.

    columns
        The names or numbers of columns by role; empty if the names in the file determine roles.
    `has_header`
        Whether there is a header line; None if the user did not specify it.
    `has_other_counterparts`
        Whether other files contain the references or sources that the metrics need.
    `has_documents`
        Whether texts have several sentences, which are separated by line ends in cells.
    `counterpart`
        The kind of counterpart that the metrics need: "reference", "source" or "nothing".
    """

    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    has_header: bool | None = None
    has_other_counterparts: bool = False
    has_documents: bool = False
    counterpart: str = REFERENCE

    def suggest_columns(self, cells: Sequence[str], allow_numbers: bool = True) -> str:
        """Return the --columns option to suggest for a table with these cells in its first line.

        Without `allow_numbers`, columns have no numbers, as in JSON.
        """
        use_names = not allow_numbers or can_be_header(cells)
        placeholder = "NAME" if use_names else "NUMBER"
        options = f"hyp={placeholder}"
        if not self.has_other_counterparts:
            options += f",{_COUNTERPART_OPTIONS[self.counterpart]}={placeholder}"
        cells_text = "it has" if use_names else f"from 1 to {len(cells)}, line 1 has"
        return f"--columns {options} ({cells_text}: {shorten(', '.join(cells))})"


def split_columns_option(options: Sequence[str]) -> list[str]:
    """Split the values of the option --columns into NAME=COLUMN parts."""
    return [part for text in options for part in _COLUMN_SEPARATOR.split(text)]


def parse_columns_option(options: Sequence[str]) -> dict[str, list[str]]:
    """Parse values of --columns such as "hyp=mt,ref=3" into columns by role.

    Only candidates and references may have several columns.
    """
    columns_by_role: dict[str, list[str]] = {}
    for part in split_columns_option(options):
        name, equals, column = (text.strip() for text in part.partition("="))
        role = find_role(name)
        if not equals or not column or role is None:
            raise UsageError(
                f"--columns {part!r}: give NAME=COLUMN, such as hyp=mt,ref=2; NAME is one of "
                f"{', '.join(chain.from_iterable(FIELD_NAMES.values()))}"
            )
        role_columns = columns_by_role.setdefault(role, [])
        if column in role_columns:
            raise UsageError(f"--columns names {column!r} as {role} twice: name it once")
        role_columns.append(column)
        if len(role_columns) > 1 and role not in _REPEATABLE_ROLES:
            raise UsageError(f"--columns names two columns as {role}: name one")
    return columns_by_role


def are_column_numbers(columns: Mapping[str, Sequence[str]]) -> bool:
    """Return whether all columns are given by number."""
    return all(column.isdecimal() for role_columns in columns.values() for column in role_columns)


def group_by_role(names: Sequence[str], file_name: str) -> dict[str, list[str]]:
    """Return the names of columns by their role; refuse two columns of the same role.

    `file_name` is the name of the file for messages.
    """
    names_by_role: dict[str, list[str]] = {}
    for name, role in find_known_roles(names):
        names_by_role.setdefault(role, []).append(name)
    for role, role_names in names_by_role.items():
        if len(role_names) > 1:
            raise UsageError(
                f"{file_name}: {' and '.join(role_names)} could each be the {role}: choose one "
                "with "
                "--columns, such as --columns "
                f"{FIELD_NAMES[role][1] if role in _REPEATABLE_ROLES else role}={role_names[0]}"
            )
    return names_by_role


class RowReader(Protocol):
    """A table that is read from its first row each time it is iterated over.

    `columns_by_role`
        The columns of each role, as pairs of a name and a selector. The selector finds the value
        of the column in a row: a cell index in TSV and CSV, alternative field names in JSON.
    names
        The names of all columns.
    """

    file: InputFile
    columns_by_role: Mapping[str, Sequence[tuple[str, Any]]]

    @property
    def names(self) -> Sequence[str]: ...

    def format_column_label(self, name: str) -> str:
        """Return the name of a column for output tables."""

    def count_texts(self, selectors: Sequence[Any]) -> Sequence[int]:
        """Return the maximum number of texts in a row, for each of these columns."""

    def count_rows(self) -> int:
        """Return the number of rows, or 0 if it is unknown."""

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """Yield rows with their line numbers."""

    def read_text(self, row: Any, selector: Any, line: int) -> str:
        """Return the text in a column."""

    def read_label(self, row: Any, selector: Any, line: int) -> str:
        """Return the name or number in a column."""

    def read_texts(self, row: Any, selector: Any, line: int) -> Sequence[str | None]:
        """Return the texts in a column with several texts per row; None is a missing text."""

    def build_record(self, row: Any) -> Fields:
        """Return the names and values of a row, unchanged."""
