"""What the formats of tables have in common."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from ..files.given import Given
from .sheet import Fields


class RowReader(Protocol):
    """A file of rows, read from the first each time it is iterated over.

    roles  columns by what they hold, each as its name and its place in a row
    names  of all columns
    """

    file: Given
    roles: Mapping[str, Sequence[tuple[str, Any]]]

    @property
    def names(self) -> Sequence[str]: ...

    def named(self, name: str) -> str:
        """What tables call a column."""

    def widths(self, places: Sequence[Any]) -> Sequence[int]:
        """How many texts each of these columns has in a row, at most."""

    def count(self) -> int:
        """How many rows there are, 0 where that is not known."""

    def __iter__(self) -> Iterator[tuple[int, Any]]:
        """Rows, each with its line."""

    def text(self, row: Any, place: Any, line: int) -> str:
        """The text of a column."""

    def label(self, row: Any, place: Any, line: int) -> str:
        """A name or number in a column."""

    def texts(self, row: Any, place: Any, line: int) -> Sequence[str | None]:
        """Its texts, where it may have several; None is one that is missing."""

    def record(self, row: Any) -> Fields:
        """The row as it stands."""
