"""Rows, a mapping or an `Item` a segment, as columns."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ..analysis.sentences import join_sentences
from ..errors import InputError
from ..names import (
    CANDIDATE,
    GROUP,
    ID,
    NAMES,
    NOTHING,
    REFERENCE,
    SENTENCES,
    SOURCE,
    SYSTEM,
    roles_of,
)
from ..tasks import Item
from .columns import is_frame, is_missing, kind_of, listed
from .lacking import find_lack


class _Row(NamedTuple):
    candidate: Any
    references: Any
    source: Any
    system: str | None
    group: Any
    ident: Any


_OTHER = {"references": "other references", "source": "another source"}
# A system's rows, by id or number.
_Segments = dict[str, _Row]


def rows_of(value: object) -> Sequence[Any] | None:
    """The rows that were given, a data frame's too; None where something else was."""
    if is_frame(value):
        return _frame_rows(value)
    return value if isinstance(value, list | tuple) and value and _is_row(value[0]) else None


def _frame_rows(frame: Any) -> list[Any]:
    if hasattr(frame, "collect"):
        raise InputError("rows are a lazy frame: give what its collect() returns")
    names = list(map(str, frame.columns))
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"the frame has {names.count(twice)} columns {twice!r}: leave one")
    records: list[Any] = (
        frame.to_dicts() if hasattr(frame, "to_dicts") else frame.to_dict("records")
    )
    return records


def columns_of(rows: Sequence[Any], against: str = REFERENCE) -> tuple[list[Any], list[Any]]:
    """The candidate of each row, and its references, one or a list; or its source.

    Where nothing is wanted beside it, that is what the row has.
    """
    read = _read(rows, (against,))
    systems: dict[str | None, int] = {}  # the first row of each
    for number, row in enumerate(read, 1):
        systems.setdefault(row.system, number)
    if len(systems) > 1:
        first, second, *_ = systems
        raise InputError(
            f"row {systems[second]} is of system {second!r}, but those before are of {first!r}: "
            "score the rows of one system at a time, or compare them"
        )
    beside = _sources(read) if against == SOURCE else None
    return [row.candidate for row in read], beside or [row.references for row in read]


def systems_of(
    rows: Sequence[Any], wanted: Collection[str] = (REFERENCE,)
) -> tuple[dict[str, list[Any]], list[Any] | None, list[Any] | None]:
    """The candidates of each system, and the references and sources that all systems have.

    There are those that are `wanted`, and references where sources are wanted but are not there;
    where nothing is wanted there is nothing.
    Segments meet by id (within their group) where rows have ids, else by their order.
    """
    systems: dict[str, _Segments] = {}
    read = _read(rows, wanted)
    by_id = not all(is_missing(row.ident) for row in read)
    for number, row in enumerate(read, 1):
        if row.system is None:
            raise InputError(f"row {number} has no system: call a field system")
        own = systems.setdefault(row.system, {})
        key = _key(row, number) if by_id else str(len(own) + 1)
        if key in own:
            raise InputError(
                f"row {number}: system {row.system!r} has segment {key} again: give each once"
            )
        own[key] = row
    (first, segments), *others = systems.items()
    sources = _sources(read) if SOURCE in wanted else None
    references = REFERENCE in wanted or (SOURCE in wanted and sources is None)
    for name, own in others:
        if by_id:
            _check_all_there(first, segments, name, own)
        if references:
            _check_same(first, segments, name, own, "references")
        if sources:
            _check_same(first, segments, name, own, "source")
    candidates = {
        name: [own[key].candidate for key in (segments if by_id else own)]
        for name, own in systems.items()
    }
    return (
        candidates,
        [row.references for row in segments.values()] if references else None,
        [row.source for row in segments.values()] if sources else None,
    )


def _sources(read: Sequence[_Row]) -> list[Any] | None:
    """Of all rows, if one has one."""
    lacking = [number for number, row in enumerate(read, 1) if is_missing(row.source)]
    if len(lacking) == len(read):
        _check_instead(read)
        return None
    if lacking:
        raise InputError(
            f"row {lacking[0]} has no source, but others have: give every row one, or none"
        )
    return [row.source for row in read]


def _check_instead(read: Sequence[_Row]) -> None:
    """References do as well; who has neither lacks the source."""
    for number, row in enumerate(read, 1):
        if is_missing(row.references) or (
            isinstance(row.references, list | tuple) and all(map(is_missing, row.references))
        ):
            raise InputError(f"row {number} has no source: give it one, or a reference")


def _key(row: _Row, number: int) -> str:
    """As messages name the segment too; 7 and "7" are one, as in files."""
    if is_missing(row.ident):
        raise InputError(f"row {number} has no id, but others have: give every row one, or none")
    return f"{row.ident}" if is_missing(row.group) else f"{row.ident} of {row.group}"


def _check_all_there(first: str, segments: _Segments, name: str, own: _Segments) -> None:
    if lack := find_lack(name, own, first, segments):
        raise InputError(
            f"system {lack.lacks!r} lacks segment {lack.missing[0]}, which {lack.has!r} has: give "
            "every system all segments"
        )


def _check_same(first: str, segments: _Segments, name: str, own: _Segments, what: str) -> None:
    for key, row in own.items():
        if key in segments and not _equal(getattr(row, what), getattr(segments[key], what)):
            raise InputError(
                f"segment {key} of system {name!r} has {_OTHER[what]} than that of {first!r}: give "
                "the same segments of every system, in one order or with an id"
            )


def _read(rows: Sequence[Any], wanted: Collection[str]) -> list[_Row]:
    if not rows:
        raise InputError("there are no rows: give at least one")
    read = []
    for number, row in enumerate(rows, 1):
        if not _is_row(row):
            raise InputError(f"row {number} is {kind_of(row)}: give rows only")
        found = _fields(row, number)
        _check_beside(found, number, wanted)
        system = found.get(SYSTEM)
        if not isinstance(system, str) and not is_missing(system):
            raise InputError(f"row {number}: the system is {kind_of(system)}: give its name")
        name = None if is_missing(system) else system
        beside = found.get(REFERENCE), found.get(SOURCE)
        read.append(_Row(found[CANDIDATE], *beside, name, found.get(GROUP), found.get(ID)))
    return read


def _check_beside(found: Mapping[str, Any], number: int, wanted: Collection[str]) -> None:
    """A row has what is wanted; a reference does as well as a source."""
    if CANDIDATE not in found:
        raise _no_field(number, CANDIDATE)
    if set(wanted) == {NOTHING} or REFERENCE in found:
        return
    if REFERENCE in wanted or SOURCE not in found:
        raise _no_field(number, REFERENCE if REFERENCE in wanted else SOURCE)


def _no_field(number: int, role: str) -> InputError:
    return InputError(f"row {number} has no {role}: call a field {' or '.join(NAMES[role])}")


def _equal(one: Any, other: Any) -> bool:
    # Lists may be arrays, which compare item by item.
    return one is other or bool(np.array_equal(one, other))


def _is_row(value: object) -> bool:
    return isinstance(value, Mapping | Item)


def _joined(value: object, number: int) -> str:
    """A text of its sentences."""
    sentences = listed(f"sentences of row {number}", value)
    for one in sentences:
        if not isinstance(one, str):
            raise InputError(f"row {number}: a sentence is {kind_of(one)}: give texts only")
    return join_sentences(sentences)


def _fields(row: Mapping[str, Any] | Item, number: int) -> dict[str, Any]:
    """Values by role."""
    if isinstance(row, Item):
        return {CANDIDATE: row.candidate, REFERENCE: row.references, SOURCE: row.source}
    found: dict[str, Any] = {}
    names: dict[str, str] = {}
    for name, role in roles_of(name for name in row if isinstance(name, str)):
        value = row[name]
        if role in names:
            raise InputError(
                f"row {number} has {names[role]!r} and {name!r}, which both mean the {role}: "
                "leave one out"
            )
        if name.strip().lower() == SENTENCES and not isinstance(value, str):
            value = _joined(value, number)
        names[role], found[role] = name, value
    return found
