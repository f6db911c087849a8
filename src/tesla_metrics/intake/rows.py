"""Rows, a mapping or an `Item` a segment, as columns."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import InputError
from ..names import ALIASES, field_of
from ..tasks import Item
from .columns import is_frame, kind_of


def rows_of(value: object) -> Sequence[Any] | None:
    """The rows that were given, a data frame's too; None where something else was."""
    if is_frame(value):
        records: list[Any] = (
            value.to_dicts() if hasattr(value, "to_dicts") else value.to_dict("records")  # type: ignore[attr-defined]
        )
        return records
    return value if isinstance(value, list | tuple) and value and _is_row(value[0]) else None


def columns_of(rows: Sequence[Any]) -> tuple[list[Any], list[Any]]:
    """The candidate of each row and its references, one or a list."""
    if not rows:
        raise InputError("there are no rows: give at least one")
    candidates, references = [], []
    systems: dict[Any, int] = {}  # the first row of each
    for number, row in enumerate(rows, 1):
        if not _is_row(row):
            raise InputError(f"row {number} is {kind_of(row)}: give rows only")
        found = _fields(row, number)
        candidates.append(_take(found, number, "candidate"))
        references.append(_take(found, number, "reference", "references"))
        systems.setdefault(found.get("system"), number)
    if len(systems) > 1:
        first, second = list(systems)[:2]
        raise InputError(
            f"row {systems[second]} is of system {second!r}, but those before are of {first!r}: "
            "score the rows of one system at a time"
        )
    return candidates, references


def _is_row(value: object) -> bool:
    return isinstance(value, Mapping | Item)


def _fields(row: Mapping[str, Any] | Item, number: int) -> dict[str, Any]:
    if isinstance(row, Item):
        return {"candidate": row.candidate, "references": row.references}
    found: dict[str, Any] = {}
    names: dict[str, str] = {}
    for name, value in row.items():
        field = field_of(name) if isinstance(name, str) else None
        if field is None:
            continue
        meaning = "reference" if field == "references" else field
        if meaning in names:
            raise InputError(
                f"row {number} has {names[meaning]!r} and {name!r}, which both mean the {meaning}: "
                "leave one out"
            )
        names[meaning] = name
        found[field] = value
    return found


def _take(found: Mapping[str, Any], number: int, *names: str) -> Any:
    for name in names:
        if name in found:
            return found[name]
    known = [*names, *(alias for alias, name in ALIASES.items() if name in names)]
    raise InputError(f"row {number} has no {names[0]}: call a field {' or '.join(known)}")
