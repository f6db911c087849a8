"""Tables: a column or field a system (wide), or a row a system and segment (long)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ..errors import InputError, UsageError
from ..files.given import Given
from ..tasks import Segment
from .delimited import Delimited
from .jsonl import JsonLines
from .reader import RowReader
from .roles import CANDIDATE, GROUP, ID, NAMES, REFERENCE, SOURCE, SYSTEM, role_of
from .sheet import Column, Kept, Key, Record, Row, Sheet, name_some, one_line, shorten

# A system's segments in a long table, each with its line.
Segments = dict[Key, tuple[int, Row]]


def read_table(
    file: Given,
    kind: str,
    wanted: Mapping[str, Sequence[str]],
    header: bool | None = None,
    by_id: bool = False,
) -> Sheet:
    """`by_id`: segments are found by their ids, as other files have them too."""
    table = cast(
        RowReader,
        JsonLines(file, wanted) if kind == "jsonl" else Delimited(file, kind, wanted, header),
    )
    if CANDIDATE not in table.roles:
        raise UsageError(
            f"{file.name}, line 1: none of {shorten(', '.join(table.names))} says that it is a "
            f"system's output ({', '.join(NAMES[CANDIDATE])}): give --columns, such as hyp=1,ref=2"
        )
    if SYSTEM in table.roles:
        return _read_long(file, table)
    wide = Wide(file, *_columns(table), table=table)
    return wide.kept() if by_id and ID in table.roles else wide


def _columns(
    table: RowReader,
) -> tuple[list[Column], list[Column], Column | None, Column | None]:
    candidates = table.roles[CANDIDATE]
    alone = len(candidates) == 1 and (role_of(candidates[0][0]) or candidates[0][0].isdecimal())
    systems = [
        Column("" if alone else table.named(name), (place, None)) for name, place in candidates
    ]
    references = []
    given = table.roles.get(REFERENCE, [])
    for (name, place), width in zip(given, table.widths([p for _, p in given]), strict=True):
        for number in range(width):
            label = table.named(name) + (f" {number + 1}" if width > 1 else "")
            references.append(Column(label, (place, number)))
    others = [
        Column(role, (table.roles[role][0][1], None)) if role in table.roles else None
        for role in (SOURCE, GROUP)
    ]
    return systems, references, others[0], others[1]


@dataclass
class Wide(Sheet):
    """A row a segment."""

    table: RowReader = field(kw_only=True)

    def rows(self, columns: Sequence[Column]) -> Iterator[Row]:
        for line, row in self.table:
            yield tuple(self.cell(row, column.place, line) for column in columns)

    def cell(self, row: Any, place: Any, line: int) -> str | None:
        where, number = place
        if number is None:
            return one_line(self.table.text(row, where, line))
        texts = self.table.texts(row, where, line)
        text = texts[number] if number < len(texts) else None
        return None if text is None else one_line(text)

    def count(self) -> int:
        return self.table.count()

    def records(self) -> Iterator[Record]:
        for place, (_, row) in enumerate(self.table):
            yield None, place, self.table.record(row)

    def kept(self) -> Kept:
        """The same in memory, with keys."""
        ((_, ident),) = self.table.roles[ID]
        columns = [
            *self.systems, *self.references, *(c for c in (self.source, self.group) if c)
        ]  # fmt: skip
        keys = []
        texts: dict[Column, list[Segment | None]] = {column: [] for column in columns}
        for line, row in self.table:
            group = str(self.cell(row, self.group.place, line)) if self.group else ""
            keys.append((group, self.table.text(row, ident, line)))
            for column in columns:
                texts[column].append(self.cell(row, column.place, line))
        _check_once(keys, self.file.name)
        return Kept(self.file, self.systems, self.references, self.source, self.group, keys, texts)


@dataclass
class Long(Kept):
    """A row a system and segment; each system has all segments, in any order if they have ids."""

    table: RowReader | None = None
    order: Sequence[tuple[str, int]] = ()  # system and segment of each row

    def records(self) -> Iterator[Record]:
        assert self.table is not None
        for (system, place), (_, row) in zip(self.order, self.table, strict=True):
            yield system, place, self.table.record(row)


def _read_long(file: Given, table: RowReader) -> Long:
    ((candidate, _), *more) = wide_systems = table.roles[CANDIDATE]
    if more:
        raise UsageError(
            f"{file.name}: with a column of systems one column has their outputs, not "
            f"{len(wide_systems)}: leave out system= or all but {candidate}"
        )
    wide = Wide(file, *_columns(table), table=table)
    beside = [*wide.references, *(c for c in (wide.source, wide.group) if c)]
    ((_, system),) = table.roles[SYSTEM]
    ident = table.roles[ID][0][1] if ID in table.roles else None
    found: dict[str, Segments] = {}
    order = []
    for line, row in table:
        name = table.text(row, system, line)
        own = found.setdefault(name, {})
        group = str(wide.cell(row, wide.group.place, line)) if wide.group else ""
        key = (group, str(len(own) + 1) if ident is None else table.text(row, ident, line))
        if key in own:
            raise InputError(
                f"{file.name}, line {line}: {name} has {name_some([key])} again (first on line "
                f"{own[key][0]}): give each once"
            )
        cells = tuple(wide.cell(row, column.place, line) for column in (*wide.systems, *beside))
        own[key] = (line, cells)
        order.append((name, key))
    return _arrange(file, wide, found, order, beside, ident is not None)


def _arrange(
    file: Given, wide: Wide, found: Mapping[str, Segments], order: Sequence[tuple[str, Key]],
    beside: Sequence[Column], by_id: bool,
) -> Long:  # fmt: skip
    (first, segments), *others = found.items()
    for name, own in others:
        _check_same(file.name, first, segments, name, own)
    texts: dict[Column, Sequence[Segment | None]] = {}
    systems = [Column(name, (SYSTEM, name)) for name in found]
    for column, own in zip(systems, found.values(), strict=True):
        texts[column] = [own[key][1][0] for key in segments]
    for number, column in enumerate(beside, 1):
        texts[column] = [cells[number] for _, cells in segments.values()]
    keys = list(segments) if by_id else None
    places = {key: place for place, key in enumerate(segments)}
    return Long(
        file, systems, wide.references, wide.source, wide.group, keys, texts, wide.table,
        [(name, places[key]) for name, key in order],
    )  # fmt: skip


def _check_same(file: str, first: str, segments: Segments, name: str, own: Segments) -> None:
    """Two systems have the same segments with the same references, sources and documents."""
    for lacks, has, missing in (
        (name, first, [key for key in segments if key not in own]),
        (first, name, [key for key in own if key not in segments]),
    ):
        if missing:
            raise InputError(
                f"{file}: {lacks} lacks {name_some(missing)}, which {has} has: give every system "
                "all segments, in one order or with an id"
            )
    for key, (line, cells) in own.items():
        if segments[key][1][1:] != cells[1:]:
            raise InputError(
                f"{file}, line {line}: {name_some([key])} has another reference or source for "
                f"{name} than for {first} on line {segments[key][0]}: give rows in one order or "
                "with an id"
            )


def _check_once(keys: Sequence[Key], file: str) -> None:
    if len(set(keys)) < len(keys):
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise InputError(f"{file} has {name_some([twice])} twice: give each once")
