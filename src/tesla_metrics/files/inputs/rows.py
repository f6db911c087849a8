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
    find_known_roles,
)
from ..item import Item, join_sentences
from .columns import convert_to_list, describe_value, is_frame, is_missing
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
    segment_id: Any


# Descriptions, for messages, of an attribute that has different values in two rows.
_DIFFERENT_VALUE_TEXT = {"references": "different references", "source": "a different source"}
# The rows of a system by the key of their segment: its id, or its number in the system.
_RowsByKey = dict[str, _Row]


def get_rows(value: object) -> Sequence[Any] | None:
    """Return the rows of a list or data frame, or None if the value has no rows."""
    if is_frame(value):
        return _get_frame_rows(value)
    return value if isinstance(value, list | tuple) and value and _is_row(value[0]) else None


def _get_frame_rows(frame: Any) -> list[Any]:
    if hasattr(frame, "collect"):
        raise InputError("the rows are a lazy frame: give the result of its collect()")
    names = list(map(str, frame.columns))
    if duplicate := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"the frame has {names.count(duplicate)} columns {duplicate!r}: keep one")
    records: list[Any] = (
        frame.to_dicts() if hasattr(frame, "to_dicts") else frame.to_dict("records")
    )
    return records


def build_columns(rows: Sequence[Any], counterpart: str = REFERENCE) -> tuple[list[Any], list[Any]]:
    """Return the candidates of all rows, and their references or sources.

    `counterpart` is the kind of the counterparts: "reference", "source" (references replace missing
    sources) or "nothing" (references are optional). Each element of the references is a text, a
    list of texts, or None.
    """
    parsed_rows = _parse_rows(rows, (counterpart,))
    first_row_by_system: dict[str | None, int] = {}  # The number of the first row of each system.
    for row_number, row in enumerate(parsed_rows, 1):
        first_row_by_system.setdefault(row.system, row_number)
    if len(first_row_by_system) > 1:
        first_system, second_system, *_ = first_row_by_system
        raise InputError(
            f"row {first_row_by_system[second_system]} belongs to system {second_system!r}, but "
            f"earlier rows to {first_system!r}: "
            "score the rows of one system at a time, or use compare"
        )
    counterparts = _get_sources(parsed_rows) if counterpart == SOURCE else None
    return [row.candidate for row in parsed_rows], counterparts or [
        row.references for row in parsed_rows
    ]


def build_system_columns(
    rows: Sequence[Any], required: Collection[str] = (REFERENCE,), *, with_sources: bool = False
) -> tuple[dict[str, list[Any]], list[Any] | None, list[Any] | None]:
    """Return the candidates of each system, and the references and sources common to all systems.

    `required` has the kinds of counterparts to return, "reference" or "source"; the others are
    None. References replace missing sources. With `with_sources`, sources are returned even if they
    are not required, and each of them may be None. Segments of different systems are matched by id
    (within their group) if rows have ids, otherwise by their order.
    """
    rows_by_system: dict[str, _RowsByKey] = {}
    parsed_rows = _parse_rows(rows, required)
    by_id = not all(is_missing(row.segment_id) for row in parsed_rows)
    for row_number, row in enumerate(parsed_rows, 1):
        if row.system is None:
            raise InputError(f"row {row_number} has no system: add a field named system")
        system_rows = rows_by_system.setdefault(row.system, {})
        key = _build_segment_key(row, row_number) if by_id else str(len(system_rows) + 1)
        if key in system_rows:
            raise InputError(
                f"row {row_number}: system {row.system!r} has segment {key} twice: give each "
                "segment once"
            )
        system_rows[key] = row
    (first_system, first_rows), *other_systems = rows_by_system.items()
    sources = _get_sources(parsed_rows) if SOURCE in required else None
    if with_sources and SOURCE not in required:
        has_sources = any(not is_missing(row.source) for row in parsed_rows)
        sources = [row.source for row in parsed_rows] if has_sources else None
    with_references = REFERENCE in required or (SOURCE in required and sources is None)
    for name, system_rows in other_systems:
        if by_id:
            _check_same_segments(first_system, first_rows, name, system_rows)
        if with_references:
            _check_same_values(first_system, first_rows, name, system_rows, "references")
        if sources:
            _check_same_values(first_system, first_rows, name, system_rows, "source")
    candidates = {
        name: [system_rows[key].candidate for key in (first_rows if by_id else system_rows)]
        for name, system_rows in rows_by_system.items()
    }
    return (
        candidates,
        [row.references for row in first_rows.values()] if with_references else None,
        [None if is_missing(row.source) else row.source for row in first_rows.values()]
        if sources
        else None,
    )


def _get_sources(rows: Sequence[_Row]) -> list[Any] | None:
    """Return the sources of all rows, or None if no row has one."""
    missing_row_numbers = [
        row_number for row_number, row in enumerate(rows, 1) if is_missing(row.source)
    ]
    if len(missing_row_numbers) == len(rows):
        _check_references_replace_sources(rows)
        return None
    if missing_row_numbers:
        raise InputError(
            f"row {missing_row_numbers[0]} has no source, but other rows have: give all rows a "
            "source, or none"
        )
    return [row.source for row in rows]


def _check_references_replace_sources(rows: Sequence[_Row]) -> None:
    """Check that every row has a reference, which replaces its missing source."""
    for row_number, row in enumerate(rows, 1):
        if is_missing(row.references) or (
            isinstance(row.references, list | tuple) and all(map(is_missing, row.references))
        ):
            raise InputError(f"row {row_number} has no source: add a source or a reference")


def _build_segment_key(row: _Row, row_number: int) -> str:
    """Return the key of a segment, which is also its name in messages.

    The ids 7 and "7" give the same key, as in files.
    """
    if is_missing(row.segment_id):
        raise InputError(
            f"row {row_number} has no id, but other rows have: give all rows an id, or none"
        )
    return f"{row.segment_id}" if is_missing(row.group) else f"{row.segment_id} of {row.group}"


def _check_same_segments(
    first_system: str, first_rows: _RowsByKey, system: str, system_rows: _RowsByKey
) -> None:
    if mismatch := find_key_mismatch(system, system_rows, first_system, first_rows):
        raise InputError(
            f"system {mismatch.incomplete_name!r} lacks segment {mismatch.missing_keys[0]}, which "
            f"{mismatch.complete_name!r} has: give "
            "all segments of every system"
        )


def _check_same_values(
    first_system: str, first_rows: _RowsByKey, system: str, system_rows: _RowsByKey, attribute: str
) -> None:
    for key, row in system_rows.items():
        if key in first_rows and not _are_equal(
            getattr(row, attribute), getattr(first_rows[key], attribute)
        ):
            raise InputError(
                f"segment {key} of system {system!r} has {_DIFFERENT_VALUE_TEXT[attribute]} than "
                f"that of {first_system!r}: "
                "give the same segments for every system, in the same order or with ids"
            )


def _parse_rows(rows: Sequence[Any], required: Collection[str]) -> list[_Row]:
    if not rows:
        raise InputError("there are no rows: give at least one")
    parsed_rows = []
    for row_number, row in enumerate(rows, 1):
        if not _is_row(row):
            raise InputError(
                f"row {row_number} is {describe_value(row)}: give only mappings or Items"
            )
        fields = _get_fields(row, row_number)
        _check_required_fields(fields, row_number, required)
        system = fields.get(SYSTEM)
        if not isinstance(system, str) and not is_missing(system):
            raise InputError(
                f"row {row_number}: the system is {describe_value(system)}: give its name"
            )
        system_name = None if is_missing(system) else system
        counterparts = fields.get(REFERENCE), fields.get(SOURCE)
        parsed_rows.append(
            _Row(fields[CANDIDATE], *counterparts, system_name, fields.get(GROUP), fields.get(ID))
        )
    return parsed_rows


def _check_required_fields(
    fields: Mapping[str, Any], row_number: int, required: Collection[str]
) -> None:
    """Check that a row has the required fields; a reference may replace a source."""
    if CANDIDATE not in fields:
        raise _missing_field_error(row_number, CANDIDATE)
    if set(required) == {NOTHING} or REFERENCE in fields:
        return
    if REFERENCE in required or SOURCE not in fields:
        raise _missing_field_error(row_number, REFERENCE if REFERENCE in required else SOURCE)


def _missing_field_error(row_number: int, role: str) -> InputError:
    return InputError(
        f"row {row_number} has no {role}: add a field named {' or '.join(FIELD_NAMES[role])}"
    )


def _are_equal(value: Any, other_value: Any) -> bool:
    # The operator == of arrays returns an array.
    return value is other_value or bool(np.array_equal(value, other_value))


def _is_row(value: object) -> bool:
    return isinstance(value, Mapping | Item)


def _join_sentences(value: object, row_number: int) -> str:
    """Join the sentences of the candidate in a row; refuse sentences that are not texts."""
    sentences = convert_to_list(f"sentences of row {row_number}", value)
    for sentence in sentences:
        if not isinstance(sentence, str):
            raise InputError(
                f"row {row_number}: a sentence is {describe_value(sentence)}: give texts only"
            )
    return join_sentences(sentences)


def _get_fields(row: Mapping[str, Any] | Item, row_number: int) -> dict[str, Any]:
    """Return the values of a row by role."""
    if isinstance(row, Item):
        return {CANDIDATE: row.candidate, REFERENCE: row.references, SOURCE: row.source}
    fields: dict[str, Any] = {}
    name_by_role: dict[str, str] = {}
    for name, role in find_known_roles(name for name in row if isinstance(name, str)):
        value = row[name]
        if role in name_by_role:
            raise InputError(
                f"row {row_number} has {name_by_role[role]!r} and {name!r}, which both name the "
                f"{role}: "
                "remove one of them"
            )
        if name.strip().lower() == SENTENCES and not isinstance(value, str):
            value = _join_sentences(value, row_number)
        name_by_role[role], fields[role] = name, value
    return fields
