"""Transitions of roles down the columns of a role matrix."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

from .matrix import Cell, RoleMatrix

NIL = "nil"
_EMPTY: Cell = (NIL,)
Transition: TypeAlias = tuple[str, ...]


class RoleWindow(NamedTuple):
    """Neighbouring cells of one column, from a sentence on; not all of them are nil."""

    term: int
    sentence: int
    cells: tuple[Cell, ...]

    def transitions(self) -> Iterator[Transition]:
        """A cell with k roles has k alternatives, and nil is one."""
        return product(*(cell or _EMPTY for cell in self.cells))


def windows(matrix: RoleMatrix, length: int) -> Iterator[RoleWindow]:
    """All of this length, column by column, but those that have nil alone."""
    for term, column in enumerate(matrix.columns):
        cells = dict(column)
        last = matrix.sentences - length
        starts = {start for filled in cells for start in range(filled - length + 1, filled + 1)}
        for start in sorted(starts):
            if 0 <= start <= last:
                own = tuple(cells.get(start + more, ()) for more in range(length))
                yield RoleWindow(term, start, own)


def count_transitions(matrix: RoleMatrix, length: int) -> Counter[Transition]:
    """How often each is there. Of windows with nil alone the number is known without a look."""
    counts: Counter[Transition] = Counter()
    filled = 0
    for window in windows(matrix, length):
        counts.update(window.transitions())
        filled += 1
    empty = len(matrix.terms) * max(0, matrix.sentences - length + 1) - filled
    if empty:
        counts[(NIL,) * length] = empty
    return counts
