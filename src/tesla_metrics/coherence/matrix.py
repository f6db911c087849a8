"""The discourse role matrix (Lin, Ng & Kan 2011): which term plays which role in which sentence."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

# Comp.Arg1, E.Temp.Arg2, ... in the order of their strings; none: nil.
Cell: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class RoleMatrix:
    """Rows are sentences, columns the stemmed open-class terms in the order they are met.

    A cell has each role as it is and with E. or N. before it, for explicit and not. Most cells are
    nil, so that columns have the others only: the number of a sentence and its cell, down the text.
    """

    terms: tuple[str, ...]
    sentences: int
    columns: tuple[tuple[tuple[int, Cell], ...], ...]

    def cell(self, sentence: int, term: int) -> Cell:
        """What stands there."""
        return dict(self.columns[term]).get(sentence, ())

    def with_roles(self, wanted: Callable[[str], bool]) -> "RoleMatrix":
        """The same with these roles only; cells that have none of them are nil."""
        return replace(self, columns=tuple(tuple(_kept(column, wanted)) for column in self.columns))


def _kept(
    column: tuple[tuple[int, Cell], ...], wanted: Callable[[str], bool]
) -> list[tuple[int, Cell]]:
    cells = [(sentence, tuple(filter(wanted, cell))) for sentence, cell in column]
    return [(sentence, cell) for sentence, cell in cells if cell]
