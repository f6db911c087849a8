"""What one file adds to a test set: columns of segments, side by side."""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..analysis.sentences import GIVEN_END
from ..errors import InputError
from ..files.given import Given
from ..intake.lacking import find_lack
from ..tasks import Segment

# A segment's document and its id in that.
Key = tuple[str, str]
Row = tuple[Segment | None, ...]
# A line end with the indentation around it.
_WRAPPED = re.compile(rf"[ \t]*[\r\n{GIVEN_END}]\s*")
_LINE_END = re.compile(r"[\r\n]+")
_SHOWN = 100
# Names and values of a row; tables may have columns of one name.
Fields = Sequence[tuple[str, Any]]
# A row's system, where it has one; the number of its segment, from 0; its fields.
Record = tuple[str | None, int, Fields]


@dataclass(frozen=True)
class TextColumn:
    """A system's output, a reference set or the sources.

    name   what the file calls it; empty where the whole file is it
    place  where the file has it
    """

    name: str
    place: Hashable = 0


@dataclass
class Sheet(ABC):
    """Read anew each time, so that its length does not matter."""

    file: Given
    systems: list[TextColumn] = field(default_factory=list)
    references: list[TextColumn] = field(default_factory=list)
    source: TextColumn | None = None
    group: TextColumn | None = None
    # Of the segments, where they are found by these and not by their order.
    keys: Sequence[Key] | None = None
    # Whether its systems have them in different orders.
    mixed: bool = field(default=False, kw_only=True)

    @abstractmethod
    def rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        """A row a segment with these columns; None is a reference that is missing."""

    def count(self) -> int:
        """How many segments there are, 0 where that cannot be told at once."""
        return 0

    def records(self) -> "Iterator[Record] | None":
        """A table's rows as they stand."""
        return None

    @property
    def ident(self) -> TextColumn | None:
        """What the file calls its segments, where they are found by their order all the same."""
        return None

    def line(self, column: TextColumn, number: int) -> int | None:
        """Where a column's segment, counted from 0, stands in the file, if that can be told."""
        return None


@dataclass
class Kept(Sheet):
    """One that is held in memory, for formats that do not have segments one after another."""

    texts: Mapping[TextColumn, Sequence[Segment | None]] = field(default_factory=dict)
    lines: Sequence[int] = field(default=(), kw_only=True)  # of the segments, where they have one

    def line(self, column: TextColumn, number: int) -> int | None:
        return self.lines[number] if self.lines else None

    def rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        return zip(*(self.texts[column] for column in columns), strict=True)

    def count(self) -> int:
        return len(next(iter(self.texts.values()), ()))

    def arranged(self, keys: Sequence[Key], by: str) -> "Kept":
        """Segments in the order of those of the file `by`; others are refused."""
        own = list(self.keys or ())
        if own == list(keys):
            return self
        places = {key: place for place, key in enumerate(own)}
        if lack := find_lack(self.file.name, own, by, keys):
            raise InputError(
                f"{lack.lacks} lacks {name_some(lack.missing)}, which {lack.has} has: give files "
                "of the same segments"
            )
        order = [places[key] for key in keys]
        texts = {column: [text[place] for place in order] for column, text in self.texts.items()}
        return Kept(
            self.file, self.systems, self.references, self.source, self.group, keys, texts,
            lines=[self.lines[place] for place in order] if self.lines else (),
        )  # fmt: skip


def one_line(text: str) -> str:
    """A segment is a line, however a cell or an element is wrapped."""
    wrapped = "\n" in text or "\r" in text or GIVEN_END in text
    return _WRAPPED.sub(" ", text).strip(" ") if wrapped else text.strip(" ")


def sentence_lines(text: str) -> str:
    """The same where a line end is a sentence's: a line each; sentences that were given stay."""
    if GIVEN_END in text:
        return text
    return "\n".join(filter(None, (line.strip() for line in _LINE_END.split(text))))


def shorten(text: str) -> str:
    """What a message can show of a line."""
    flat = " ".join(text.split())
    return flat if len(flat) <= _SHOWN else flat[:_SHOWN] + "…"


def name_some(keys: Sequence[Key]) -> str:
    """The first few segments of a list, in words."""
    shown = [shorten(f"{ident} of {group}" if group else ident) for group, ident in keys[:3]]
    more = f" and {len(keys) - 3} more" if len(keys) > 3 else ""
    return f"segment{'s' * (len(keys) > 1)} {', '.join(shown)}{more}"
