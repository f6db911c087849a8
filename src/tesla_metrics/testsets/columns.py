"""Which column of a table is what: as --columns says, or as columns are called."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import UsageError
from ..names import CANDIDATE, NAMES, REFERENCE, SOURCE, role_of, roles_of
from .headers import are_names
from .sheet import shorten

# A comma in a column's name is one of the name, unless NAME= follows.
_COMMA = re.compile(r",(?=\s*\w+\s*=)")
# As --columns calls what outputs are held against.
_SHORT = {REFERENCE: "ref", SOURCE: "src"}
# Of these there may be several.
_SEVERAL = (CANDIDATE, REFERENCE)


@dataclass(frozen=True)
class Asked:
    """What the user said of tables.

    columns     by role; none where names in the file say it
    header      whether there is one; None where nobody said
    references  whether files beside have what outputs are held against
    against     what outputs are held against
    documents   whether texts have several sentences, so that line ends in cells say where these end
    """

    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)
    header: bool | None = None
    references: bool = False
    documents: bool = False
    against: str = REFERENCE

    def mend(self, cells: Sequence[str], numbers: bool = True) -> str:
        """The option to give for a table whose first line has these; JSON has no `numbers`."""
        names = not numbers or are_names(cells)
        what = "NAME" if names else "NUMBER"
        wanted = f"hyp={what}" + ("" if self.references else f",{_SHORT[self.against]}={what}")
        has = "it has" if names else f"from 1 to {len(cells)}, line 1 has"
        return f"--columns {wanted} ({has}: {shorten(', '.join(cells))})"


def split_columns(texts: Sequence[str]) -> list[str]:
    """Each NAME=COLUMN by itself."""
    return [part for text in texts for part in _COMMA.split(text)]


def parse_columns(texts: Sequence[str]) -> dict[str, list[str]]:
    """`hyp=mt,ref=3` by role; candidates and references may come again."""
    found: dict[str, list[str]] = {}
    for part in split_columns(texts):
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
        if len(same) > 1 and role not in _SEVERAL:
            raise UsageError(f"--columns names two columns as {role}: name one")
    return found


def are_numbers(columns: Mapping[str, Sequence[str]]) -> bool:
    """Whether all columns are named by their places."""
    return all(column.isdecimal() for same in columns.values() for column in same)


def find_roles(names: Sequence[str], where: str) -> dict[str, list[str]]:
    """Columns by role, as their names say; two of one role are refused."""
    found: dict[str, list[str]] = {}
    for name, role in roles_of(names):
        found.setdefault(role, []).append(name)
    for role, same in found.items():
        if len(same) > 1:
            raise UsageError(
                f"{where}: {' and '.join(same)} could each be the {role}: say which by --columns, "
                f"such as --columns {NAMES[role][1] if role in _SEVERAL else role}={same[0]}"
            )
    return found
