"""Convert rows (mappings, `Item`s or data frames) to columns."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ...errors import InputError
from ..field_names import (
    CANDIDATE,
    FIELD_NAMES,
    GROUP,
    ID,
    NOTHING,
    REFERENCE,
    SENTENCES,
    SOURCE,
    SYSTEM,
    roles_of,
)
from ..item import Item, join_sentences
from .columns import as_list, describe_value, is_frame, is_missing
from .references import find_key_mismatch


class _Row(NamedTuple):
    """The values of a row; None or the missing value of pandas if the row lacks a field.

    `references` is a text or a list of texts.
    """

    candidate: Any
    references: Any
    source: Any
    system: str | None
    group: Any
    ident: Any


# Descriptions, for messages, of an attribute that has different values in two rows.
_DIFFERENT = {"references": "different references", "source": "a different source"}
# The rows of a system by the key of their segment: its id, or its number in the system.
_Segments = dict[str, _Row]


def rows_of(value: object) -> Sequence[Any] | None:
    """Return the rows of a list or data frame, or None if the value has no rows."""
    if is_frame(value):
        return _frame_rows(value)
    return value if isinstance(value, list | tuple) and value and _is_row(value[0]) else None


def _frame_rows(frame: Any) -> list[Any]:
    if hasattr(frame, "collect"):
        raise InputError("the rows are a lazy frame: give the result of its collect()")
    names = list(map(str, frame.columns))
    if duplicate := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"the frame has {names.count(duplicate)} columns {duplicate!r}: keep one")
    records: list[Any] = (
        frame.to_dicts() if hasattr(frame, "to_dicts") else frame.to_dict("records")
    )
    return records


def columns_of(rows: Sequence[Any], against: str = REFERENCE) -> tuple[list[Any], list[Any]]:
    """Return the candidates of all rows, and their references or sources.

    `against` is the kind of the counterparts: "reference", "source" (references replace missing
    sources) or "nothing" (references are optional). Each element of the references is a text, a
    list of texts, or None.
    """
    parsed = _parse_rows(rows, (against,))
    systems: dict[str | None, int] = {}  # The number of the first row of each system.
    for row_number, row in enumerate(parsed, 1):
        systems.setdefault(row.system, row_number)
    if len(systems) > 1:
        first, second, *_ = systems
        raise InputError(
            f"row {systems[second]} belongs to system {second!r}, but earlier rows to {first!r}: "
            "score the rows of one system at a time, or use compare"
        )
    counterparts = _sources(parsed) if against == SOURCE else None
    return [row.candidate for row in parsed], counterparts or [row.references for row in parsed]


def systems_of(
    rows: Sequence[Any], required: Collection[str] = (REFERENCE,)
) -> tuple[dict[str, list[Any]], list[Any] | None, list[Any] | None]:
    """Return the candidates of each system, and the references and sources common to all systems.

    `required` has the kinds of counterparts to return, "reference" or "source"; the others are
    None. References replace missing sources. Segments of different systems are matched by id
    (within their group) if rows have ids, otherwise by their order.
    """
    systems: dict[str, _Segments] = {}
    parsed = _parse_rows(rows, required)
    by_id = not all(is_missing(row.ident) for row in parsed)
    for row_number, row in enumerate(parsed, 1):
        if row.system is None:
            raise InputError(f"row {row_number} has no system: add a field named system")
        system_rows = systems.setdefault(row.system, {})
        key = _key(row, row_number) if by_id else str(len(system_rows) + 1)
        if key in system_rows:
            raise InputError(
                f"row {row_number}: system {row.system!r} has segment {key} twice: give each "
                "segment once"
            )
        system_rows[key] = row
    (first, first_rows), *others = systems.items()
    sources = _sources(parsed) if SOURCE in required else None
    with_references = REFERENCE in required or (SOURCE in required and sources is None)
    for name, system_rows in others:
        if by_id:
            _check_same_segments(first, first_rows, name, system_rows)
        if with_references:
            _check_same_values(first, first_rows, name, system_rows, "references")
        if sources:
            _check_same_values(first, first_rows, name, system_rows, "source")
    candidates = {
        name: [system_rows[key].candidate for key in (first_rows if by_id else system_rows)]
        for name, system_rows in systems.items()
    }
    return (
        candidates,
        [row.references for row in first_rows.values()] if with_references else None,
        [row.source for row in first_rows.values()] if sources else None,
    )


def _sources(parsed: Sequence[_Row]) -> list[Any] | None:
    """Return the sources of all rows, or None if no row has one."""
    missing = [row_number for row_number, row in enumerate(parsed, 1) if is_missing(row.source)]
    if len(missing) == len(parsed):
        _check_references_replace_sources(parsed)
        return None
    if missing:
        raise InputError(
            f"row {missing[0]} has no source, but other rows have: give all rows a source, or none"
        )
    return [row.source for row in parsed]


def _check_references_replace_sources(parsed: Sequence[_Row]) -> None:
    """Check that every row has a reference, which replaces its missing source."""
    for row_number, row in enumerate(parsed, 1):
        if is_missing(row.references) or (
            isinstance(row.references, list | tuple) and all(map(is_missing, row.references))
        ):
            raise InputError(f"row {row_number} has no source: add a source or a reference")


def _key(row: _Row, row_number: int) -> str:
    """Return the key of a segment, which is also its name in messages.

    The ids 7 and "7" give the same key, as in files.
    """
    if is_missing(row.ident):
        raise InputError(
            f"row {row_number} has no id, but other rows have: give all rows an id, or none"
        )
    return f"{row.ident}" if is_missing(row.group) else f"{row.ident} of {row.group}"


def _check_same_segments(
    first: str, first_rows: _Segments, name: str, system_rows: _Segments
) -> None:
    if lack := find_key_mismatch(name, system_rows, first, first_rows):
        raise InputError(
            f"system {lack.lacks!r} lacks segment {lack.missing[0]}, which {lack.has!r} has: give "
            "all segments of every system"
        )


def _check_same_values(
    first: str, first_rows: _Segments, name: str, system_rows: _Segments, what: str
) -> None:
    for key, row in system_rows.items():
        if key in first_rows and not _equal(getattr(row, what), getattr(first_rows[key], what)):
            raise InputError(
                f"segment {key} of system {name!r} has {_DIFFERENT[what]} than that of {first!r}: "
                "give the same segments for every system, in the same order or with ids"
            )


def _parse_rows(rows: Sequence[Any], required: Collection[str]) -> list[_Row]:
    if not rows:
        raise InputError("there are no rows: give at least one")
    parsed = []
    for row_number, row in enumerate(rows, 1):
        if not _is_row(row):
            raise InputError(
                f"row {row_number} is {describe_value(row)}: give only mappings or Items"
            )
        fields = _fields(row, row_number)
        _check_required_fields(fields, row_number, required)
        system = fields.get(SYSTEM)
        if not isinstance(system, str) and not is_missing(system):
            raise InputError(
                f"row {row_number}: the system is {describe_value(system)}: give its name"
            )
        name = None if is_missing(system) else system
        counterparts = fields.get(REFERENCE), fields.get(SOURCE)
        parsed.append(
            _Row(fields[CANDIDATE], *counterparts, name, fields.get(GROUP), fields.get(ID))
        )
    return parsed


def _check_required_fields(
    fields: Mapping[str, Any], row_number: int, required: Collection[str]
) -> None:
    """Check that a row has the required fields; a reference may replace a source."""
    if CANDIDATE not in fields:
        raise _no_field(row_number, CANDIDATE)
    if set(required) == {NOTHING} or REFERENCE in fields:
        return
    if REFERENCE in required or SOURCE not in fields:
        raise _no_field(row_number, REFERENCE if REFERENCE in required else SOURCE)


def _no_field(row_number: int, role: str) -> InputError:
    return InputError(
        f"row {row_number} has no {role}: add a field named {' or '.join(FIELD_NAMES[role])}"
    )


def _equal(value: Any, other: Any) -> bool:
    # The operator == of arrays returns an array.
    return value is other or bool(np.array_equal(value, other))


def _is_row(value: object) -> bool:
    return isinstance(value, Mapping | Item)


def _join_sentences(value: object, row_number: int) -> str:
    """Join the sentences of the candidate in a row; refuse sentences that are not texts."""
    sentences = as_list(f"sentences of row {row_number}", value)
    for sentence in sentences:
        if not isinstance(sentence, str):
            raise InputError(
                f"row {row_number}: a sentence is {describe_value(sentence)}: give texts only"
            )
    return join_sentences(sentences)


def _fields(row: Mapping[str, Any] | Item, row_number: int) -> dict[str, Any]:
    """Return the values of a row by role."""
    if isinstance(row, Item):
        return {CANDIDATE: row.candidate, REFERENCE: row.references, SOURCE: row.source}
    fields: dict[str, Any] = {}
    names: dict[str, str] = {}
    for name, role in roles_of(name for name in row if isinstance(name, str)):
        value = row[name]
        if role in names:
            raise InputError(
                f"row {row_number} has {names[role]!r} and {name!r}, which both name the {role}: "
                "remove one of them"
            )
        if name.strip().lower() == SENTENCES and not isinstance(value, str):
            value = _join_sentences(value, row_number)
        names[role], fields[role] = name, value
    return fields
