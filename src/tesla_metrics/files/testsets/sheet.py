"""The columns that one file adds to a test set, with readers of plain text and CoNLL-U."""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ...errors import InputError
from ..compression import get_compression_suffix
from ..input_file import InputFile
from ..inputs.references import find_key_mismatch
from ..item import SENTENCE_END, Segment

# The document of a segment and its id in the document.
SegmentKey = tuple[str, str]
# The values of a segment in several columns; None is a missing reference.
Row = tuple[Segment | None, ...]
# A line end with the white space around it.
_WRAPPED_LINE = re.compile(rf"[ \t]*[\r\n{SENTENCE_END}]\s*")
_LINE_END = re.compile(r"[\r\n]+")
# Maximum characters of a text in a message.
_MAX_SHOWN_CHARACTERS = 100
# The (name, value) pairs of a row; a table may have several columns of the same name.
Fields = Sequence[tuple[str, Any]]
# A row of a table: the name of its system or None, the index of its segment, and its fields.
Record = tuple[str | None, int, Fields]


@dataclass(frozen=True)
class TextColumn:
    """A column of a file: a system output, a reference set, sources, documents or ids.

    name
        Its name in the file; empty if the file has only this column.
    `column_id`
        A value that identifies the column in its file; the type depends on the format.
    """

    name: str
    column_id: Hashable = 0


@dataclass
class InputColumns(ABC):
    """A file with columns of texts.

    The file is read again for each iteration, so that files need not fit into memory.
    """

    file: InputFile
    systems: list[TextColumn] = field(default_factory=list)
    references: list[TextColumn] = field(default_factory=list)
    source: TextColumn | None = None
    group: TextColumn | None = None
    # Keys of the segments; None if segments are matched with other files by their order.
    keys: Sequence[SegmentKey] | None = None
    # Whether the systems in the file have the segments in different orders.
    has_different_orders: bool = field(default=False, kw_only=True)

    @abstractmethod
    def iterate_rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        """Yield one row per segment, with one value for each of these columns."""

    def count_segments(self) -> int:
        """Return the number of segments, 0 if it is not known without reading the file."""
        return 0

    def iterate_records(self) -> "Iterator[Record] | None":
        """Return an iterator over the unchanged rows of a table, or None for other formats."""
        return None

    @property
    def id_column(self) -> TextColumn | None:
        """Return the column of ids if segments are matched by their order but have ids."""
        return None

    def find_line(self, column: TextColumn, index: int) -> int | None:
        """Return the line number (from 1) of segment `index` (from 0), or None if unknown."""
        return None


@dataclass
class InMemorySheet(InputColumns):
    """A file in memory, for formats that do not have one row per segment."""

    texts_by_column: Mapping[TextColumn, Sequence[Segment | None]] = field(default_factory=dict)
    # The line number of each segment; empty if unknown.
    line_numbers: Sequence[int] = field(default=(), kw_only=True)

    def find_line(self, column: TextColumn, index: int) -> int | None:
        return self.line_numbers[index] if self.line_numbers else None

    def iterate_rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        return zip(*(self.texts_by_column[column] for column in columns), strict=True)

    def count_segments(self) -> int:
        return len(next(iter(self.texts_by_column.values()), ()))

    def reorder(self, keys: Sequence[SegmentKey], other_name: str) -> "InMemorySheet":
        """Return the sheet with its segments in the order of `keys`.

        Different keys are refused; `other_name` is the name of the file of `keys` for the message.
        """
        current_keys = list(self.keys or ())
        if current_keys == list(keys):
            return self
        index_by_key = {key: index for index, key in enumerate(current_keys)}
        if mismatch := find_key_mismatch(self.file.name, current_keys, other_name, keys):
            raise InputError(
                f"{mismatch.incomplete_name} lacks {describe_segments(mismatch.missing_keys)}, "
                f"which {mismatch.complete_name} has: "
                "give files with the same segments"
            )
        order = [index_by_key[key] for key in keys]
        texts = {
            column: [text[index] for index in order]
            for column, text in self.texts_by_column.items()
        }
        return InMemorySheet(
            self.file, self.systems, self.references, self.source, self.group, keys, texts,
            line_numbers=[self.line_numbers[index] for index in order] if self.line_numbers else (),
        )  # fmt: skip


def join_lines(text: str) -> str:
    """Join the lines of a cell or element to one line."""
    has_line_end = "\n" in text or "\r" in text or SENTENCE_END in text
    return _WRAPPED_LINE.sub(" ", text).strip(" ") if has_line_end else text.strip(" ")


def normalize_sentence_lines(text: str) -> str:
    """Strip the lines of a text with one sentence per line, and drop empty lines.

    A text that was joined from a list of sentences is returned unchanged.
    """
    if SENTENCE_END in text:
        return text
    return "\n".join(filter(None, (line.strip() for line in _LINE_END.split(text))))


def shorten(text: str) -> str:
    """Shorten a text for a message, in one line."""
    joined_text = " ".join(text.split())
    return (
        joined_text
        if len(joined_text) <= _MAX_SHOWN_CHARACTERS
        else joined_text[:_MAX_SHOWN_CHARACTERS] + "…"
    )


def describe_segments(keys: Sequence[SegmentKey]) -> str:
    """Return the names of the first three segments, and the number of others, for a message."""
    names = [shorten(f"{ident} of {group}" if group else ident) for group, ident in keys[:3]]
    remainder_text = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
    return f"segment{'s' * (len(keys) > 1)} {', '.join(names)}{remainder_text}"


_BLOCK_BYTES = 1 << 20


@dataclass
class PlainTextSheet(InputColumns):
    """A plain text file: each line is a segment."""

    def iterate_rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        return zip(self.file.lines(), strict=True)

    def find_line(self, column: TextColumn, index: int) -> int:
        return index + 1

    def count_segments(self) -> int:
        path = Path(self.file.path)
        if get_compression_suffix(self.file.path) or not path.is_file():
            return 0
        with path.open("rb") as stream:
            return sum(block.count(b"\n") for block in iter(lambda: stream.read(_BLOCK_BYTES), b""))


@dataclass
class ConlluSheet(InputColumns):
    """A CoNLL-U file: each block is a segment."""

    def iterate_rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        from ..conllu import iterate_conllu

        sentences = iterate_conllu(self.file.lines(), self.file.name, self.file.max_line_length)
        return zip(sentences, strict=True)
