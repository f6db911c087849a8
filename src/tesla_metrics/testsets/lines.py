"""Plain text, one segment a line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..files.packed import packing
from .sheet import Row, Sheet, TextColumn

_BLOCK = 1 << 20


@dataclass
class LinesSheet(Sheet):
    """Each line is a segment."""

    def rows(self, columns: Sequence[TextColumn]) -> Iterator[Row]:
        return zip(self.file.lines(), strict=True)

    def line(self, column: TextColumn, number: int) -> int:
        return number + 1

    def count(self) -> int:
        path = Path(self.file.given)
        if packing(self.file.given) or not path.is_file():
            return 0
        with path.open("rb") as stream:
            return sum(block.count(b"\n") for block in iter(lambda: stream.read(_BLOCK), b""))
