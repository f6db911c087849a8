"""The columns that one file adds to a test set, with readers of plain text and CoNLL-U."""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import InputError
from ..compression import compression_suffix
from ..input_file import InputFile
from ..inputs.references import find_key_mismatch
from ..item import SENTENCE_END, Segment

# The document of a segment and its id in the document.
Key = tuple[str, str]
Row = tuple[Segment | None, ...]
# A line end with the white space around it.
_WRAPPED = re.compile(rf"[ \t]*[\r\n{SENTENCE_END}]\s*")
_LINE_END = re.compile(r"[\r\n]+")
_MAX_SHOWN = 100
# Names and values of a row; a table may have several columns of one name.
Fields = Sequence[tuple[str, Any]]
# The system of a row, if it has one; the index of its segment; its fields.
Record = tuple[str | None, int, Fields]


@dataclass(frozen=True)
class TextColumn:
    """A column of a file: a system output, a reference set or the sources.

    name   its name in the file; empty if the file has just this column
    position  its position in the file
    """

    name: str
    position: Hashable = 0


@dataclass
class InputColumns(ABC):
    """A file with columns; it is read again each time, so that its length does not matter."""

    file: InputFile
    systems: list[TextColumn] = field(default_factory=list)
    references: list[TextColumn] = field(default_factory=list)
    source: TextColumn | None = None
    group: TextColumn | None = None
    # Keys of the segments, if they are matched by key and not by their order.
    keys: Sequence[Key] | None = None
    # Whether its systems have the segments in different orders.
    different_orders: bool = field(default=False, kw_only=True)

    @abstractmethod
    def rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        """Yield one row per segment with these columns; None is a missing reference."""

    def count(self) -> int:
        """Return the number of segments, 0 if it is not known without reading the file."""
        return 0

    def records(self) -> "Iterator[Record] | None":
        """Return the unchanged rows of a table, or None for other formats."""
        return None

    @property
    def ident(self) -> TextColumn | None:
        """Return the column of ids, for files whose segments are matched by their order."""
        return None

    def line(self, column: TextColumn, index: int) -> int | None:
        """Return the line of a segment (counted from 0) of a column, or None if unknown."""
        return None


@dataclass
class InMemorySheet(InputColumns):
    """A file in memory, for formats whose segments do not follow one another."""

    texts: Mapping[TextColumn, Sequence[Segment | None]] = field(default_factory=dict)
    lines: Sequence[int] = field(default=(), kw_only=True)  # line of each segment, if known

    def line(self, column: TextColumn, index: int) -> int | None:
        return self.lines[index] if self.lines else None

    def rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        return zip(*(self.texts[column] for column in columns), strict=True)

    def count(self) -> int:
        return len(next(iter(self.texts.values()), ()))

    def reordered(self, keys: Sequence[Key], by: str) -> "InMemorySheet":
        """Reorder the segments by the keys of the file `by`; refuse other segments."""
        current = list(self.keys or ())
        if current == list(keys):
            return self
        index_of = {key: index for index, key in enumerate(current)}
        if lack := find_key_mismatch(self.file.name, current, by, keys):
            raise InputError(
                f"{lack.lacks} lacks {describe_segments(lack.missing)}, which {lack.has} has: "
                "give files "
                "with the same segments"
            )
        order = [index_of[key] for key in keys]
        texts = {column: [text[index] for index in order] for column, text in self.texts.items()}
        return InMemorySheet(
            self.file, self.systems, self.references, self.source, self.group, keys, texts,
            lines=[self.lines[index] for index in order] if self.lines else (),
        )  # fmt: skip


def one_line(text: str) -> str:
    """Join the lines of a cell or element to one line."""
    wrapped = "\n" in text or "\r" in text or SENTENCE_END in text
    return _WRAPPED.sub(" ", text).strip(" ") if wrapped else text.strip(" ")


def sentence_lines(text: str) -> str:
    """Normalise a text whose lines are sentences; keep texts given as lists of sentences."""
    if SENTENCE_END in text:
        return text
    return "\n".join(filter(None, (line.strip() for line in _LINE_END.split(text))))


def shorten(text: str) -> str:
    """Shorten a text for a message, in one line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _MAX_SHOWN else flat[:_MAX_SHOWN] + "…"


def describe_segments(keys: Sequence[Key]) -> str:
    """Return the names of the first few segments of a list for a message."""
    shown = [shorten(f"{ident} of {group}" if group else ident) for group, ident in keys[:3]]
    suffix = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
    return f"segment{'s' * (len(keys) > 1)} {', '.join(shown)}{suffix}"


_BLOCK = 1 << 20


@dataclass
class PlainTextSheet(InputColumns):
    """A plain text file: each line is a segment."""

    def rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        return zip(self.file.lines(), strict=True)

    def line(self, column: TextColumn, index: int) -> int:
        return index + 1

    def count(self) -> int:
        path = Path(self.file.path)
        if compression_suffix(self.file.path) or not path.is_file():
            return 0
        with path.open("rb") as stream:
            return sum(block.count(b"\n") for block in iter(lambda: stream.read(_BLOCK), b""))


@dataclass
class ConlluSheet(InputColumns):
    """A CoNLL-U file: each block is a segment."""

    def rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        from ..conllu import iterate_conllu

        sentences = iterate_conllu(self.file.lines(), self.file.name, self.file.max_line)
        return zip(sentences, strict=True)
