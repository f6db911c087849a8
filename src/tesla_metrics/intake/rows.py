"""Rows, a mapping or an `Item` a segment, as columns."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import InputError
from ..names import ALIASES, field_of
from ..tasks import Item
from .columns import is_frame, kind_of


class _Row(NamedTuple):
    candidate: Any
    references: Any
    system: Any


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
    systems = {row.system: number for number, row in reversed(list(enumerate(read, 1)))}
    if len(systems) > 1:
        *_, second, first = systems
        raise InputError(
            f"row {systems[second]} is of system {second!r}, but those before are of {first!r}: "
            "score the rows of one system at a time, or compare them"
        )
    return [row.candidate for row in read], [row.references for row in read]


def systems_of(rows: Sequence[Any]) -> tuple[dict[str, list[Any]], list[Any]]:
    """The candidates of each system, and the references that all systems have."""
    candidates: dict[str, list[Any]] = {}
    references: dict[str, list[Any]] = {}
    for number, row in enumerate(_read(rows), 1):
        if not isinstance(row.system, str):
            raise InputError(f"row {number} has no system: call a field system")
        own = references.setdefault(row.system, [])
        own.append(row.references)
        candidates.setdefault(row.system, []).append(row.candidate)
        first = next(iter(references.values()))[: len(own)]
        if len(first) < len(own) or not _equal(first[-1], own[-1]):
            raise InputError(
                f"row {number} is segment {len(own)} of system {row.system!r} and has other "
                f"references than that of {next(iter(references))!r}: give the same segments of "
                "every system, in one order"
            )
    return candidates, next(iter(references.values()))


def _read(rows: Sequence[Any]) -> list[_Row]:
    if not rows:
        raise InputError("there are no rows: give at least one")
    read = []
    for number, row in enumerate(rows, 1):
        if not _is_row(row):
            raise InputError(f"row {number} is {kind_of(row)}: give rows only")
        found = _fields(row, number)
        candidate = _take(found, number, "candidate")
        references = _take(found, number, "reference", "references")
        read.append(_Row(candidate, references, found.get("system")))
    return read


def _equal(one: Any, other: Any) -> bool:
    # Lists may be arrays, which compare item by item.
    return one is other or bool(np.array_equal(one, other))


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
