"""Columns by what they hold."""

from collections.abc import Sequence

from ..errors import UsageError
from ..names import CANDIDATE, NAMES, REFERENCE, role_of

# Of these there may be several.
_SEVERAL = (CANDIDATE, REFERENCE)


def find_roles(names: Sequence[str], where: str) -> dict[str, list[str]]:
    """Columns by role, as their names say; two of one role are refused."""
    found: dict[str, list[str]] = {}
    for name in names:
        if role := role_of(name):
            found.setdefault(role, []).append(name)
    for role, same in found.items():
        if len(same) > 1:
            raise UsageError(
                f"{where}: {' and '.join(same)} could each be the {role}: say which by --columns, "
                f"such as --columns {NAMES[role][1] if role in _SEVERAL else role}={same[0]}"
            )
    return found
