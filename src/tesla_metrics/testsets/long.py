"""Tables with a row a system and segment."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import InputError, UsageError
from ..files.given import Given
from ..intake.lacking import find_lack
from ..names import CANDIDATE, ID, SYSTEM
from ..tasks import Segment
from .reader import RowReader
from .sheet import Kept, Key, Record, Row, TextColumn, name_some
from .wide import Wide, find_columns

# A system's segments in a long table, each with its line.
Segments = dict[Key, tuple[int, Row]]


@dataclass
class Long(Kept):
    """A row a system and segment; each system has all segments, in any order if they have ids."""

    table: RowReader | None = None
    order: Sequence[tuple[str, int]] = ()  # system and segment of each row
    row_lines: Sequence[int] = ()

    def records(self) -> Iterator[Record]:
        assert self.table is not None
        for (system, place), (_, row) in zip(self.order, self.table, strict=True):
            yield system, place, self.table.record(row)

    def line(self, column: TextColumn, number: int) -> int | None:
        own = [column.name] if column in self.systems else [one.name for one in self.systems]
        rows = zip(self.order, self.row_lines, strict=True)
        return next((line for (system, at), line in rows if at == number and system in own), None)


def read_long(file: Given, table: RowReader, documents: bool = False) -> Long:
    ((candidate, _), *more) = wide_systems = table.roles[CANDIDATE]
    if more:
        raise UsageError(
            f"{file.name}: with a column of systems one column has their outputs, not "
            f"{len(wide_systems)}: leave out system= or all but {candidate}"
        )
    wide = Wide(file, *find_columns(table), table=table, documents=documents)
    beside = [*wide.references, *(c for c in (wide.source, wide.group) if c)]
    ((_, system),) = table.roles[SYSTEM]
    ident = table.roles[ID][0][1] if ID in table.roles else None
    found: dict[str, Segments] = {}
    order = []
    for line, row in table:
        name = _system(table, row, system, line)
        own = found.setdefault(name, {})
        if ident is None:
            group = str(wide.cell(row, wide.group.place, line)) if wide.group else ""
            key = group, str(len(own) + 1)
        else:
            key = wide.key(row, line, ident)
        if key in own:
            raise InputError(
                f"{file.name}, line {line}: {name} has {name_some([key])} again (first on line "
                f"{own[key][0]}): give each once"
            )
        cells = tuple(wide.cell(row, column.place, line) for column in (*wide.systems, *beside))
        own[key] = (line, cells)
        order.append((name, key))
    if not found:
        raise InputError(f"{file.name} is empty: give a file with at least one segment")
    return _arrange(file, wide, found, order, beside, ident is not None)


def _system(table: RowReader, row: Any, place: Any, line: int) -> str:
    """Its name as tables print it: spaces more or less are no other system."""
    name = " ".join(table.label(row, place, line).split())
    if not name:
        raise InputError(f"{table.file.name}, line {line}: the system is empty: give its name")
    return name


def _arrange(
    file: Given, wide: Wide, found: Mapping[str, Segments], order: Sequence[tuple[str, Key]],
    beside: Sequence[TextColumn], by_id: bool,
) -> Long:  # fmt: skip
    (first, segments), *others = found.items()
    for name, own in others:
        _check_same(file.name, first, segments, name, own)
    texts: dict[TextColumn, Sequence[Segment | None]] = {}
    systems = [TextColumn(name, (SYSTEM, name)) for name in found]
    for column, own in zip(systems, found.values(), strict=True):
        texts[column] = [own[key][1][0] for key in segments]
    for number, column in enumerate(beside, 1):
        texts[column] = [cells[number] for _, cells in segments.values()]
    keys = list(segments) if by_id else None
    places = {key: place for place, key in enumerate(segments)}
    return Long(
        file, systems, wide.references, wide.source, wide.group, keys, texts, wide.table,
        [(name, places[key]) for name, key in order], [found[name][key][0] for name, key in order],
        mixed=any(list(own) != list(segments) for own in found.values()),
    )  # fmt: skip


def _check_same(file: str, first: str, segments: Segments, name: str, own: Segments) -> None:
    """Two systems have the same segments with the same references, sources and documents."""
    if lack := find_lack(name, own, first, segments):
        raise InputError(
            f"{file}: {lack.lacks} lacks {name_some(lack.missing)}, which {lack.has} has: give "
            "every system all segments, in one order or with an id"
        )
    for key, (line, cells) in own.items():
        if segments[key][1][1:] != cells[1:]:
            raise InputError(
                f"{file}, line {line}: {name_some([key])} has another reference or source for "
                f"{name} than for {first} on line {segments[key][0]}: give rows in one order or "
                "with an id"
            )
