"""Tables with a row a segment, and a column or field a system."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from ..errors import InputError
from ..names import CANDIDATE, GROUP, ID, REFERENCE, SOURCE
from ..tasks import Segment
from .reader import RowReader
from .sheet import Kept, Key, Record, Row, Sheet, TextColumn, name_some, one_line, sentence_lines

# In a column's place beside where it stands: a text is None, one of several has a number.
LABEL = "label"


def find_columns(
    table: RowReader,
) -> tuple[list[TextColumn], list[TextColumn], TextColumn | None, TextColumn | None]:
    candidates = table.roles[CANDIDATE]
    alone = len(candidates) == 1  # then the file's name says more
    systems = [
        TextColumn("" if alone else _called(table, name, place), (place, None))
        for name, place in candidates
    ]
    references = []
    given = table.roles.get(REFERENCE, [])
    for (name, place), width in zip(given, table.widths([p for _, p in given]), strict=True):
        for number in range(width):
            label = _called(table, name, place) + (f" {number + 1}" if width > 1 else "")
            references.append(TextColumn(label, (place, number)))
    others = [
        TextColumn(role, (table.roles[role][0][1], kind)) if role in table.roles else None
        for role, kind in ((SOURCE, None), (GROUP, LABEL))
    ]
    return systems, references, others[0], others[1]


def _called(table: RowReader, name: str, place: Any) -> str:
    """What the header says of a column that was given by its number."""
    if name.isdecimal() and isinstance(place, int):
        header = table.names[place].strip()
        if header and not header.isdecimal():
            return header
    return table.named(name)


@dataclass
class Wide(Sheet):
    """A row a segment; of `documents` the lines within a cell are kept."""

    table: RowReader = field(kw_only=True)
    documents: bool = field(default=False, kw_only=True)
    # Whether rows are segments, each with an id of its own, if there are ids: of rated pairs
    # several may have that of their source.
    once: bool = field(default=False, kw_only=True)

    def rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        seen: dict[Key, int] = {}
        ident = self.ident if self.once else None
        for line, row in self.table:
            if ident:
                self._see(row, line, ident, seen)
            yield tuple(self.cell(row, column.place, line) for column in columns)

    def _see(self, row: Any, line: int, ident: TextColumn, seen: dict[Key, int]) -> None:
        """Refuses an id that was there; an empty one is none."""
        group = str(self.cell(row, self.group.place, line)) if self.group else ""
        key = group, str(self.cell(row, ident.place, line))
        if key[1] and seen.setdefault(key, line) != line:
            raise InputError(
                f"{self.file.name}, line {line}: {name_some([key])} is there again (first on line "
                f"{seen[key]}): give each once, or say by --columns what is read, without id="
            )

    def cell(self, row: Any, place: Any, line: int) -> str | None:
        where, number = place
        if number == LABEL:
            return self.table.label(row, where, line).strip()
        if number is None:
            return self._lines(self.table.text(row, where, line))
        texts = self.table.texts(row, where, line)
        text = texts[number] if number < len(texts) else None
        return None if text is None else self._lines(text)

    def _lines(self, text: str) -> str:
        return sentence_lines(text) if self.documents else one_line(text)

    @property
    def ident(self) -> TextColumn | None:
        return (
            TextColumn(ID, (self.table.roles[ID][0][1], LABEL)) if ID in self.table.roles else None
        )

    def line(self, column: TextColumn, number: int) -> int | None:
        return next((line for line, _ in islice(self.table, number, None)), None)

    def count(self) -> int:
        return self.table.count()

    def records(self) -> Iterator[Record]:
        for place, (_, row) in enumerate(self.table):
            yield None, place, self.table.record(row)

    def key(self, row: Any, line: int, ident: Any) -> Key:
        """A segment's document and its id, which stands at `ident`."""
        group = str(self.cell(row, self.group.place, line)) if self.group else ""
        name = self.table.label(row, ident, line).strip()
        if not name:
            raise InputError(f"{self.file.name}, line {line}: the id is empty: give one")
        return group, name

    def kept(self) -> Kept:
        """The same in memory, with keys."""
        ((_, ident),) = self.table.roles[ID]
        columns = [
            *self.systems, *self.references, *(c for c in (self.source, self.group) if c)
        ]  # fmt: skip
        keys, lines = [], []
        texts: dict[TextColumn, list[Segment | None]] = {column: [] for column in columns}
        for line, row in self.table:
            keys.append(self.key(row, line, ident))
            lines.append(line)
            for column in columns:
                texts[column].append(self.cell(row, column.place, line))
        _check_once(keys, self.file.name)
        return Kept(
            self.file, self.systems, self.references, self.source, self.group, keys, texts,
            lines=lines,
        )  # fmt: skip


def _check_once(keys: Sequence[Key], file: str) -> None:
    if len(set(keys)) < len(keys):
        twice = next(key for place, key in enumerate(keys) if key in keys[:place])
        raise InputError(f"{file} has {name_some([twice])} twice: give each once")
