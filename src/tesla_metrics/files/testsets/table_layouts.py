"""Read tables with one row per segment (wide) or per system and segment (long)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, cast

from ...errors import InputError, UsageError
from ..field_names import CANDIDATE, FIELD_NAMES, GROUP, ID, REFERENCE, SOURCE, SYSTEM, role_of
from ..input_file import InputFile
from ..inputs.references import find_key_mismatch
from ..item import Segment
from .delimited import DelimitedTable
from .jsonl import JsonLines
from .sheet import (
    InMemorySheet,
    InputColumns,
    Key,
    Record,
    Row,
    TextColumn,
    describe_segments,
    one_line,
    sentence_lines,
    shorten,
)
from .table_columns import RowReader, TableOptions
from .topics import has_topics, read_topics, topics_sheet

# The id of a table column is a pair of its selector (see `RowReader`) and a part. The part is LABEL
# for a name or number, None for a text, and the index of the text if a cell has several texts.
LABEL = "label"


def find_columns(
    table: RowReader,
) -> tuple[list[TextColumn], list[TextColumn], TextColumn | None, TextColumn | None]:
    """Return the columns of systems, references, sources and documents of a table."""
    candidates = table.roles[CANDIDATE]
    single = len(candidates) == 1  # The file name is a better name for a single system.
    systems = [
        TextColumn("" if single else _column_label(table, name, position), (position, None))
        for name, position in candidates
    ]
    references = []
    reference_columns = table.roles.get(REFERENCE, [])
    widths = table.widths([position for _, position in reference_columns])
    for (name, position), width in zip(reference_columns, widths, strict=True):
        for index in range(width):
            label = _column_label(table, name, position) + (f" {index + 1}" if width > 1 else "")
            references.append(TextColumn(label, (position, index)))
    source = _find_column(table, SOURCE, None)
    group = _find_column(table, GROUP, LABEL)
    return systems, references, source, group


def _find_column(table: RowReader, role: str, part: str | None) -> TextColumn | None:
    """Return the column of a role that has at most one column, or None."""
    if role not in table.roles:
        return None
    _, selector = table.roles[role][0]
    return TextColumn(role, (selector, part))


def _column_label(table: RowReader, name: str, position: Any) -> str:
    """Return the name of a column for output tables.

    It is the name in the header, also for a column that was chosen by number.
    """
    if name.isdecimal() and isinstance(position, int):
        header = table.names[position].strip()
        if header and not header.isdecimal():
            return header
    return table.column_label(name)


@dataclass
class WideTable(InputColumns):
    """A table with one row per segment."""

    table: RowReader = field(kw_only=True)
    # Whether texts have several sentences; then line ends in cells are kept.
    documents: bool = field(default=False, kw_only=True)
    # Whether ids must be unique. In files of rated pairs, several pairs may have the same id.
    unique_ids: bool = field(default=False, kw_only=True)

    def rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        first_lines: dict[Key, int] = {}
        ident = self.ident if self.unique_ids else None
        for line, row in self.table:
            if ident:
                self._check_new_id(row, line, ident, first_lines)
            yield tuple(self.cell(row, column.position, line) for column in columns)

    def _check_new_id(
        self, row: Any, line: int, ident: TextColumn, first_lines: dict[Key, int]
    ) -> None:
        """Refuse an id that occurred before; empty ids are ignored."""
        group = str(self.cell(row, self.group.position, line)) if self.group else ""
        key = group, str(self.cell(row, ident.position, line))
        if key[1] and first_lines.setdefault(key, line) != line:
            raise InputError(
                f"{self.file.name}, line {line}: {describe_segments([key])} occurs again (first "
                f"on line {first_lines[key]}): give each segment once, or use --columns without id="
            )

    def cell(self, row: Any, place: Any, line: int) -> str | None:
        """Return the normalised value of a column in a row; None is a missing reference."""
        position, kind = place
        if kind == LABEL:
            return self.table.label(row, position, line).strip()
        if kind is None:
            return self._lines(self.table.text(row, position, line))
        texts = self.table.texts(row, position, line)
        text = texts[kind] if kind < len(texts) else None
        return None if text is None else self._lines(text)

    def _lines(self, text: str) -> str:
        return sentence_lines(text) if self.documents else one_line(text)

    @property
    def ident(self) -> TextColumn | None:
        return _find_column(self.table, ID, LABEL)

    def line(self, column: TextColumn, number: int) -> int | None:
        return next((line for line, _ in islice(self.table, number, None)), None)

    def count(self) -> int:
        return self.table.count()

    def records(self) -> Iterator[Record]:
        for index, (_, row) in enumerate(self.table):
            yield None, index, self.table.record(row)

    def key(self, row: Any, line: int, ident: Any) -> Key:
        """Return the document and id of the segment in a row; refuse an empty id."""
        group = str(self.cell(row, self.group.position, line)) if self.group else ""
        name = self.table.label(row, ident, line).strip()
        if not name:
            raise InputError(f"{self.file.name}, line {line}: the id is empty: add an id")
        return group, name

    def in_memory(self) -> InMemorySheet:
        """Return the table in memory, with the keys of its segments."""
        ((_, ident),) = self.table.roles[ID]
        details = [column for column in (self.source, self.group) if column]
        columns = [*self.systems, *self.references, *details]
        keys, lines = [], []
        texts: dict[TextColumn, list[Segment | None]] = {column: [] for column in columns}
        for line, row in self.table:
            keys.append(self.key(row, line, ident))
            lines.append(line)
            for column in columns:
                texts[column].append(self.cell(row, column.position, line))
        _check_once(keys, self.file.name)
        return InMemorySheet(
            self.file, self.systems, self.references, self.source, self.group, keys, texts,
            lines=lines,
        )  # fmt: skip


def _check_once(keys: Sequence[Key], file: str) -> None:
    if len(set(keys)) < len(keys):
        duplicate = next(key for index, key in enumerate(keys) if key in keys[:index])
        raise InputError(
            f"{file} has {describe_segments([duplicate])} twice: give each segment once"
        )


# The segments of a system in a long table by key: the line number and cells of each segment.
Segments = dict[Key, tuple[int, Row]]


@dataclass
class LongTable(InMemorySheet):
    """A table with one row per system and segment, in any order if the segments have ids."""

    table: RowReader | None = None
    # The system and the segment index of each row.
    order: Sequence[tuple[str, int]] = ()
    # The line number of each row.
    row_lines: Sequence[int] = ()

    def records(self) -> Iterator[Record]:
        assert self.table is not None
        for (system, index), (_, row) in zip(self.order, self.table, strict=True):
            yield system, index, self.table.record(row)

    def line(self, column: TextColumn, number: int) -> int | None:
        systems = [column] if column in self.systems else self.systems
        names = [system.name for system in systems]
        rows = zip(self.order, self.row_lines, strict=True)
        return next(
            (line for (system, index), line in rows if index == number and system in names), None
        )


def read_long(file: InputFile, table: RowReader, documents: bool = False) -> LongTable:
    """Read a table with one row per system and segment; refuse several output columns."""
    ((candidate, _), *extra) = wide_systems = table.roles[CANDIDATE]
    if extra:
        raise UsageError(
            f"{file.name}: a table with a system column must have one output column, not "
            f"{len(wide_systems)}: remove system= or all but {candidate}"
        )
    wide = WideTable(file, *find_columns(table), table=table, documents=documents)
    details = [column for column in (wide.source, wide.group) if column]
    counterparts = [*wide.references, *details]
    ((_, system),) = table.roles[SYSTEM]
    ident = table.roles[ID][0][1] if ID in table.roles else None
    by_system: dict[str, Segments] = {}
    order = []
    for line, row in table:
        name = _system_name(table, row, system, line)
        segments = by_system.setdefault(name, {})
        if ident is None:
            group = str(wide.cell(row, wide.group.position, line)) if wide.group else ""
            key = group, str(len(segments) + 1)
        else:
            key = wide.key(row, line, ident)
        if key in segments:
            raise InputError(
                f"{file.name}, line {line}: {name} has {describe_segments([key])} again (first on "
                f"line {segments[key][0]}): give each segment once"
            )
        cells = tuple(
            wide.cell(row, column.position, line) for column in (*wide.systems, *counterparts)
        )
        segments[key] = (line, cells)
        order.append((name, key))
    if not by_system:
        raise InputError(f"{file.name} is empty: give a file with at least one segment")
    return _arrange(file, wide, by_system, order, counterparts, ident is not None)


def _system_name(table: RowReader, row: Any, position: Any, line: int) -> str:
    """Return the name of a system with normalised spaces, as printed in tables."""
    name = " ".join(table.label(row, position, line).split())
    if not name:
        raise InputError(f"{table.file.name}, line {line}: the system is empty: add its name")
    return name


def _arrange(
    file: InputFile, wide: WideTable, by_system: Mapping[str, Segments],
    order: Sequence[tuple[str, Key]],
    counterparts: Sequence[TextColumn], by_id: bool,
) -> LongTable:  # fmt: skip
    """Arrange the rows of a long table by segments; the first system determines their order.

    The argument `counterparts` has the columns after the output. The systems and keys of all rows
    are in the order of the file.
    """
    (first, first_segments), *others = by_system.items()
    for name, system_segments in others:
        _check_same_segments(file.name, first, first_segments, name, system_segments)
    texts: dict[TextColumn, Sequence[Segment | None]] = {}
    systems = [TextColumn(name, (SYSTEM, name)) for name in by_system]
    for column, system_segments in zip(systems, by_system.values(), strict=True):
        texts[column] = [system_segments[key][1][0] for key in first_segments]
    for index, column in enumerate(counterparts, 1):
        texts[column] = [cells[index] for _, cells in first_segments.values()]
    keys = list(first_segments) if by_id else None
    position_of = {key: position for position, key in enumerate(first_segments)}
    return LongTable(
        file, systems, wide.references, wide.source, wide.group, keys, texts, wide.table,
        [(name, position_of[key]) for name, key in order],
        [by_system[name][key][0] for name, key in order],
        different_orders=any(
            list(segments) != list(first_segments) for segments in by_system.values()
        ),
    )  # fmt: skip


def _check_same_segments(
    file: str, first: str, first_segments: Segments, name: str, system_segments: Segments
) -> None:
    """Check that two systems have the same segments, references, sources and documents."""
    if lack := find_key_mismatch(name, system_segments, first, first_segments):
        raise InputError(
            f"{file}: {lack.lacks} lacks {describe_segments(lack.missing)}, which {lack.has} has: "
            "give all segments of every system, in the same order or with ids"
        )
    for key, (line, cells) in system_segments.items():
        first_line, first_cells = first_segments[key]
        if first_cells[1:] != cells[1:]:
            raise InputError(
                f"{file}, line {line}: {describe_segments([key])} has a different reference or "
                f"source for {name} than for {first} on line {first_line}: give rows in the same "
                "order or with ids"
            )


def read_table(
    file: InputFile, kind: str, options: TableOptions, by_id: bool = False
) -> InputColumns:
    """Read a table in any layout, and check its ids.

    If segments are to be matched by id and the table has ids, the segments have keys.
    """
    if kind == "jsonl" and not options.columns and has_topics(file):
        return topics_sheet(file, read_topics(file), options.documents)
    table = open_table(file, kind, options)
    if SYSTEM in table.roles:
        return read_long(file, table, options.documents)
    wide = WideTable(
        file, *find_columns(table), table=table, documents=options.documents, unique_ids=True
    )
    return wide.in_memory() if by_id and ID in table.roles else wide


def open_table(file: InputFile, kind: str, options: TableOptions) -> RowReader:
    """Open a table, and check that it has system outputs."""
    table = cast(
        RowReader,
        JsonLines(file, options) if kind == "jsonl" else DelimitedTable(file, kind, options),
    )
    if CANDIDATE not in table.roles and options.columns:
        known = next((name for name in table.names if role_of(name) == CANDIDATE), "COLUMN")
        raise UsageError(
            "--columns must name all columns to read, and does not name the system output: add "
            f"hyp={known} (the file has: {shorten(', '.join(table.names))})"
        )
    if CANDIDATE not in table.roles:
        raise UsageError(
            f"{file.name}, line 1: no column is named as a system output "
            f"({', '.join(FIELD_NAMES[CANDIDATE])}): give "
            f"{options.suggest_columns(table.names, kind != 'jsonl')}"
        )
    return table
