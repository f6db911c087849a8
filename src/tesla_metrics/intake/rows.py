"""Rows, a mapping or an `Item` a segment, as columns."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..names import CANDIDATE, NAMES, REFERENCE, SYSTEM, role_of
from ..tasks import Item
from .columns import is_frame, is_missing, kind_of


class _Row(NamedTuple):
    candidate: Any
    references: Any
    system: str | None


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
    read = _read(rows)
    systems: dict[str | None, int] = {}  # the first row of each
    for number, row in enumerate(read, 1):
        systems.setdefault(row.system, number)
    if len(systems) > 1:
        first, second, *_ = systems
        raise InputError(
            f"row {systems[second]} is of system {second!r}, but those before are of {first!r}: "
            "score the rows of one system at a time, or compare them"
        )
    return [row.candidate for row in read], [row.references for row in read]


def systems_of(rows: Sequence[Any]) -> tuple[dict[str, list[Any]], list[Any]]:
    """The candidates of each system, and the references that all systems have."""
    systems: dict[str, list[_Row]] = {}
    for number, row in enumerate(_read(rows), 1):
        if row.system is None:
            raise InputError(f"row {number} has no system: call a field system")
        systems.setdefault(row.system, []).append(row)
    first, references = next(
        (name, [row.references for row in own]) for name, own in systems.items()
    )
    for name, own in systems.items():
        for number, (row, expected) in enumerate(zip(own, references, strict=False), 1):
            if not _equal(row.references, expected):
                raise InputError(
                    f"segment {number} of system {name!r} has other references than that of "
                    f"{first!r}: give the same segments of every system, in one order"
                )
    return {name: [row.candidate for row in own] for name, own in systems.items()}, references


def _read(rows: Sequence[Any]) -> list[_Row]:
    if not rows:
        raise InputError("there are no rows: give at least one")
    read = []
    for number, row in enumerate(rows, 1):
        if not _is_row(row):
            raise InputError(f"row {number} is {kind_of(row)}: give rows only")
        found = _fields(row, number)
        system = found.get(SYSTEM)
        if not isinstance(system, str) and not is_missing(system):
            raise InputError(f"row {number}: the system is {kind_of(system)}: give its name")
        read.append(
            _Row(found[CANDIDATE], found[REFERENCE], None if is_missing(system) else system)
        )
    return read


def _equal(one: Any, other: Any) -> bool:
    # Lists may be arrays, which compare item by item.
    return one is other or bool(np.array_equal(one, other))


def _is_row(value: object) -> bool:
    return isinstance(value, Mapping | Item)


def _fields(row: Mapping[str, Any] | Item, number: int) -> dict[str, Any]:
    """Values by role."""
    if isinstance(row, Item):
        return {CANDIDATE: row.candidate, REFERENCE: row.references}
    found: dict[str, Any] = {}
    names: dict[str, str] = {}
    for name, value in row.items():
        role = role_of(name) if isinstance(name, str) else None
        if role is None:
            continue
        if role in names:
            raise InputError(
                f"row {number} has {names[role]!r} and {name!r}, which both mean the {role}: "
                "leave one out"
            )
        names[role], found[role] = name, value
    for role in (CANDIDATE, REFERENCE):
        if role not in found:
            raise InputError(f"row {number} has no {role}: call a field {' or '.join(NAMES[role])}")
    return found
