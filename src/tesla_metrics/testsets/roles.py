"""What columns and fields are called, everywhere in the project."""

from collections.abc import Mapping, Sequence

from ..errors import UsageError

CANDIDATE, REFERENCE, SOURCE = "candidate", "reference", "source"
SYSTEM, GROUP, ID = "system", "group", "id"

NAMES: Mapping[str, tuple[str, ...]] = {
    CANDIDATE: ("candidate", "hyp", "mt", "text"),
    REFERENCE: ("reference", "references", "ref"),
    SOURCE: ("source", "src"),
    SYSTEM: ("system",),
    GROUP: ("group", "doc"),
    ID: ("id",),
}
_ROLES = {name: role for role, names in NAMES.items() for name in names}
# Of these there may be several.
_SEVERAL = (CANDIDATE, REFERENCE)


def role_of(name: str) -> str | None:
    """What a column or field of this name holds, if that can be told."""
    return _ROLES.get(name.strip().lower())


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
