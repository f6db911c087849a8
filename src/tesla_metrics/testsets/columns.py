"""--columns: which column of a table is what."""

import re
from collections.abc import Mapping, Sequence

from ..errors import UsageError
from ..names import CANDIDATE, NAMES, REFERENCE, role_of

# A comma in a column's name is one of the name, unless NAME= follows.
_COMMA = re.compile(r",(?=\s*\w+\s*=)")


def parse_columns(texts: Sequence[str]) -> dict[str, list[str]]:
    """`hyp=mt,ref=3` by role; candidates and references may come again."""
    found: dict[str, list[str]] = {}
    for part in (part for text in texts for part in _COMMA.split(text)):
        name, equals, column = (piece.strip() for piece in part.partition("="))
        role = role_of(name)
        if not equals or not column or role is None:
            raise UsageError(
                f"--columns {part!r}: give NAME=COLUMN, such as hyp=mt,ref=2; names are "
                f"{', '.join(name for names in NAMES.values() for name in names)}"
            )
        same = found.setdefault(role, [])
        if column in same:
            raise UsageError(f"--columns names {column!r} as {role} twice: name it once")
        same.append(column)
        if len(same) > 1 and role not in (CANDIDATE, REFERENCE):
            raise UsageError(f"--columns names two columns as {role}: name one")
    return found


def are_numbers(columns: Mapping[str, Sequence[str]]) -> bool:
    """Whether all columns are named by their places."""
    return all(column.isdecimal() for same in columns.values() for column in same)
