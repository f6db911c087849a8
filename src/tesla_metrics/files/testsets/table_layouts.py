"""Read tables with one row per segment (wide) or per system and segment (long)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, cast

from ...errors import InputError, UsageError
from ..field_names import CANDIDATE, FIELD_NAMES, GROUP, ID, REFERENCE, SOURCE, SYSTEM, find_role
from ..input_file import InputFile
from ..inputs.references import find_key_mismatch
from ..item import Segment
from .delimited import DelimitedTable
from .jsonl import JsonLinesTable
from .sheet import (
    InMemorySheet,
    InputColumns,
    Record,
    Row,
    SegmentKey,
    TextColumn,
    describe_segments,
    join_lines,
    normalize_sentence_lines,
    shorten,
)
from .table_columns import RowReader, TableOptions
from .topics import build_topics_sheet, has_topics, read_topics

# The id of a table column is a pair of its selector (see `RowReader`) and a part. The part is LABEL
# for a name or number, None for a text, and the index of the text if a cell has several texts.
LABEL = "label"


def build_columns(
    table: RowReader,
) -> tuple[list[TextColumn], list[TextColumn], TextColumn | None, TextColumn | None]:
    """Return the columns of systems, references, sources and documents of a table."""
    candidates = table.columns_by_role[CANDIDATE]
    is_single = len(candidates) == 1  # The file name is a better name for a single system.
    systems = [
        TextColumn(
            "" if is_single else _format_column_label(table, name, position), (position, None)
        )
        for name, position in candidates
    ]
    references = []
    reference_columns = table.columns_by_role.get(REFERENCE, [])
    widths = table.count_texts([position for _, position in reference_columns])
    for (name, position), n_texts in zip(reference_columns, widths, strict=True):
        for index in range(n_texts):
            label = _format_column_label(table, name, position) + (
                f" {index + 1}" if n_texts > 1 else ""
            )
            references.append(TextColumn(label, (position, index)))
    source = _find_column(table, SOURCE, None)
    group = _find_column(table, GROUP, LABEL)
    return systems, references, source, group


def _find_column(table: RowReader, role: str, part: str | None) -> TextColumn | None:
    """Return the column of a role that has at most one column, or None."""
    if role not in table.columns_by_role:
        return None
    _, selector = table.columns_by_role[role][0]
    return TextColumn(role, (selector, part))


def _format_column_label(table: RowReader, name: str, selector: Any) -> str:
    """Return the name of a column for output tables.

    It is the name in the header, also for a column that was chosen by number.
    """
    if name.isdecimal() and isinstance(selector, int):
        header = table.names[selector].strip()
        if header and not header.isdecimal():
            return header
    return table.format_column_label(name)


@dataclass
class WideTable(InputColumns):
    """A table with one row per segment."""

    table: RowReader = field(kw_only=True)
    # Whether texts have several sentences; then line ends in cells are kept.
    has_documents: bool = field(default=False, kw_only=True)
    # Whether ids must be unique. In files of rated pairs, several pairs may have the same id.
    unique_ids: bool = field(default=False, kw_only=True)

    def iterate_rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        first_lines: dict[SegmentKey, int] = {}
        id_column = self.id_column if self.unique_ids else None
        for line, row in self.table:
            if id_column:
                self._check_new_id(row, line, id_column, first_lines)
            yield tuple(self.read_cell(row, column.column_id, line) for column in columns)

    def _check_new_id(
        self, row: Any, line: int, id_column: TextColumn, first_lines: dict[SegmentKey, int]
    ) -> None:
        """Refuse an id that occurred before; empty ids are ignored."""
        group = str(self.read_cell(row, self.group.column_id, line)) if self.group else ""
        key = group, str(self.read_cell(row, id_column.column_id, line))
        if key[1] and first_lines.setdefault(key, line) != line:
            raise InputError(
                f"{self.file.name}, line {line}: {describe_segments([key])} occurs again (first "
                f"on line {first_lines[key]}): give each segment once, or use --columns without id="
            )

    def read_cell(self, row: Any, column_id: Any, line: int) -> str | None:
        """Return the normalised value of a column in a row; None is a missing reference."""
        selector, part = column_id
        if part == LABEL:
            return self.table.read_label(row, selector, line).strip()
        if part is None:
            return self._normalize_lines(self.table.read_text(row, selector, line))
        texts = self.table.read_texts(row, selector, line)
        text = texts[part] if part < len(texts) else None
        return None if text is None else self._normalize_lines(text)

    def _normalize_lines(self, text: str) -> str:
        return normalize_sentence_lines(text) if self.has_documents else join_lines(text)

    @property
    def id_column(self) -> TextColumn | None:
        return _find_column(self.table, ID, LABEL)

    def find_line(self, column: TextColumn, index: int) -> int | None:
        return next((line for line, _ in islice(self.table, index, None)), None)

    def count_segments(self) -> int:
        return self.table.count_rows()

    def iterate_records(self) -> Iterator[Record]:
        for index, (_, row) in enumerate(self.table):
            yield None, index, self.table.build_record(row)

    def build_key(self, row: Any, line: int, id_selector: Any) -> SegmentKey:
        """Return the document and id of the segment in a row; refuse an empty id."""
        group = str(self.read_cell(row, self.group.column_id, line)) if self.group else ""
        segment_id = self.table.read_label(row, id_selector, line).strip()
        if not segment_id:
            raise InputError(f"{self.file.name}, line {line}: the id is empty: add an id")
        return group, segment_id

    def load(self) -> InMemorySheet:
        """Return the table in memory, with the keys of its segments."""
        ((_, id_selector),) = self.table.columns_by_role[ID]
        details = [column for column in (self.source, self.group) if column]
        columns = [*self.systems, *self.references, *details]
        keys, lines = [], []
        texts: dict[TextColumn, list[Segment | None]] = {column: [] for column in columns}
        for line, row in self.table:
            keys.append(self.build_key(row, line, id_selector))
            lines.append(line)
            for column in columns:
                texts[column].append(self.read_cell(row, column.column_id, line))
        _check_unique_keys(keys, self.file.name)
        return InMemorySheet(
            self.file, self.systems, self.references, self.source, self.group, keys, texts,
            line_numbers=lines,
        )  # fmt: skip


def _check_unique_keys(keys: Sequence[SegmentKey], file_name: str) -> None:
    if len(set(keys)) < len(keys):
        duplicate = next(key for index, key in enumerate(keys) if key in keys[:index])
        raise InputError(
            f"{file_name} has {describe_segments([duplicate])} twice: give each segment once"
        )


# The segments of a system in a long table by key: the line number and cells of each segment.
_SystemSegments = dict[SegmentKey, tuple[int, Row]]


@dataclass
class LongTable(InMemorySheet):
    """A table with one row per system and segment, in any order if the segments have ids."""

    table: RowReader | None = None
    # The system and the segment index of each row.
    row_segments: Sequence[tuple[str, int]] = ()
    # The line number of each row.
    row_line_numbers: Sequence[int] = ()

    def iterate_records(self) -> Iterator[Record]:
        assert self.table is not None
        for (system, index), (_, row) in zip(self.row_segments, self.table, strict=True):
            yield system, index, self.table.build_record(row)

    def find_line(self, column: TextColumn, segment_index: int) -> int | None:
        systems = [column] if column in self.systems else self.systems
        names = [system.name for system in systems]
        rows = zip(self.row_segments, self.row_line_numbers, strict=True)
        return next(
            (line for (system, index), line in rows if index == segment_index and system in names),
            None,
        )


def read_long_table(file: InputFile, table: RowReader, has_documents: bool = False) -> LongTable:
    """Read a table with one row per system and segment; refuse several output columns."""
    ((candidate, _), *extra_columns) = candidate_columns = table.columns_by_role[CANDIDATE]
    if extra_columns:
        raise UsageError(
            f"{file.name}: a table with a system column must have one output column, not "
            f"{len(candidate_columns)}: remove system= or all but {candidate}"
        )
    wide = WideTable(file, *build_columns(table), table=table, has_documents=has_documents)
    details = [column for column in (wide.source, wide.group) if column]
    counterparts = [*wide.references, *details]
    ((_, system_selector),) = table.columns_by_role[SYSTEM]
    id_selector = table.columns_by_role[ID][0][1] if ID in table.columns_by_role else None
    segments_by_system: dict[str, _SystemSegments] = {}
    keys_by_row = []
    for line, row in table:
        name = _read_system_name(table, row, system_selector, line)
        segments = segments_by_system.setdefault(name, {})
        if id_selector is None:
            group = str(wide.read_cell(row, wide.group.column_id, line)) if wide.group else ""
            key = group, str(len(segments) + 1)
        else:
            key = wide.build_key(row, line, id_selector)
        if key in segments:
            raise InputError(
                f"{file.name}, line {line}: {name} has {describe_segments([key])} again (first on "
                f"line {segments[key][0]}): give each segment once"
            )
        cells = tuple(
            wide.read_cell(row, column.column_id, line) for column in (*wide.systems, *counterparts)
        )
        segments[key] = (line, cells)
        keys_by_row.append((name, key))
    if not segments_by_system:
        raise InputError(f"{file.name} is empty: give a file with at least one segment")
    return _build_long_table(
        file, wide, segments_by_system, keys_by_row, counterparts, id_selector is not None
    )


def _read_system_name(table: RowReader, row: Any, selector: Any, line: int) -> str:
    """Return the name of a system with normalised spaces, as printed in tables."""
    name = " ".join(table.read_label(row, selector, line).split())
    if not name:
        raise InputError(f"{table.file.name}, line {line}: the system is empty: add its name")
    return name


def _build_long_table(
    file: InputFile, wide: WideTable, segments_by_system: Mapping[str, _SystemSegments],
    keys_by_row: Sequence[tuple[str, SegmentKey]],
    counterparts: Sequence[TextColumn], has_ids: bool,
) -> LongTable:  # fmt: skip
    """Arrange the rows of a long table by segments; the first system determines their order.

    The argument `counterparts` has the columns after the output. The systems and keys of all rows
    are in the order of the file.
    """
    (first_system, first_segments), *other_systems = segments_by_system.items()
    for name, system_segments in other_systems:
        _check_same_segments(file.name, first_system, first_segments, name, system_segments)
    texts_by_column: dict[TextColumn, Sequence[Segment | None]] = {}
    systems = [TextColumn(name, (SYSTEM, name)) for name in segments_by_system]
    for column, system_segments in zip(systems, segments_by_system.values(), strict=True):
        texts_by_column[column] = [system_segments[key][1][0] for key in first_segments]
    for index, column in enumerate(counterparts, 1):
        texts_by_column[column] = [cells[index] for _, cells in first_segments.values()]
    keys = list(first_segments) if has_ids else None
    index_by_key = {key: position for position, key in enumerate(first_segments)}
    return LongTable(
        file, systems, wide.references, wide.source, wide.group, keys, texts_by_column, wide.table,
        [(name, index_by_key[key]) for name, key in keys_by_row],
        [segments_by_system[name][key][0] for name, key in keys_by_row],
        has_different_orders=any(
            list(segments) != list(first_segments) for segments in segments_by_system.values()
        ),
    )  # fmt: skip


def _check_same_segments(
    file_name: str,
    first_system: str,
    first_segments: _SystemSegments,
    system: str,
    system_segments: _SystemSegments,
) -> None:
    """Check that two systems have the same segments, references, sources and documents."""
    if mismatch := find_key_mismatch(system, system_segments, first_system, first_segments):
        raise InputError(
            f"{file_name}: {mismatch.incomplete_name} lacks "
            f"{describe_segments(mismatch.missing_keys)}, which {mismatch.complete_name} has: "
            "give all segments of every system, in the same order or with ids"
        )
    for key, (line, cells) in system_segments.items():
        first_line, first_cells = first_segments[key]
        if first_cells[1:] != cells[1:]:
            raise InputError(
                f"{file_name}, line {line}: {describe_segments([key])} has a different reference "
                "or "
                f"source for {system} than for {first_system} on line {first_line}: give rows in "
                "the same "
                "order or with ids"
            )


def read_table(
    file: InputFile, file_format: str, options: TableOptions, match_by_id: bool = False
) -> InputColumns:
    """Read a table in any layout, and check its ids.

    If segments are to be matched by id and the table has ids, the segments have keys.
    """
    if file_format == "jsonl" and not options.columns and has_topics(file):
        return build_topics_sheet(file, read_topics(file), options.has_documents)
    table = open_table(file, file_format, options)
    if SYSTEM in table.columns_by_role:
        return read_long_table(file, table, options.has_documents)
    wide = WideTable(
        file,
        *build_columns(table),
        table=table,
        has_documents=options.has_documents,
        unique_ids=True,
    )
    return wide.load() if match_by_id and ID in table.columns_by_role else wide


def open_table(file: InputFile, file_format: str, options: TableOptions) -> RowReader:
    """Open a table, and check that it has system outputs."""
    table = cast(
        RowReader,
        JsonLinesTable(file, options)
        if file_format == "jsonl"
        else DelimitedTable(file, file_format, options),
    )
    if CANDIDATE not in table.columns_by_role and options.columns:
        suggested_name = next(
            (name for name in table.names if find_role(name) == CANDIDATE), "COLUMN"
        )
        raise UsageError(
            "--columns must name all columns to read, and does not name the system output: add "
            f"hyp={suggested_name} (the file has: {shorten(', '.join(table.names))})"
        )
    if CANDIDATE not in table.columns_by_role:
        raise UsageError(
            f"{file.name}, line 1: no column is named as a system output "
            f"({', '.join(FIELD_NAMES[CANDIDATE])}): give "
            f"{options.suggest_columns(table.names, file_format != 'jsonl')}"
        )
    return table
