"""One alignment from two directions, as Moses' `symal` makes it.

Growing scans the points row by row, from left to right; a point that is added ahead of the scan is
met in the same scan. The final step goes through what is left twice, row by row: first the choices
of the target words (rows), then those of the pivot words (columns).
"""

from bisect import insort
from collections.abc import Sequence

from ..errors import UsageError

Link = tuple[int, int]

METHODS = ("intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and")
_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def check_method(method: str) -> None:
    """Refuse a name that no way of symmetrising has."""
    if method not in METHODS:
        raise UsageError(f"unknown symmetrisation {method!r}: choose one of {', '.join(METHODS)}")


def symmetrise(rows: Sequence[int], columns: Sequence[int], method: str) -> list[Link]:
    """Links (row, column), sorted.

    `rows` has for each column the row it was aligned to, `columns` for each row the column; -1
    stands for none.
    """
    by_columns = {(row, column) for column, row in enumerate(rows) if row >= 0}
    by_rows = {(row, column) for row, column in enumerate(columns) if column >= 0}
    common = by_columns & by_rows
    if method == "intersection":
        return sorted(common)
    if method == "union":
        return sorted(by_columns | by_rows)
    growing = _Growing(common)
    growing.grow((by_columns | by_rows) - common)
    if method != "grow-diag":
        both = method == "grow-diag-final-and"
        growing.fill(sorted(by_rows - common), both)
        growing.fill(sorted(by_columns - common), both)
    return sorted(growing.points)


class _Growing:
    """Points so far, and the rows and columns that they cover."""

    def __init__(self, points: set[Link]) -> None:
        self.points = set(points)
        self._rows = {row for row, _ in points}
        self._columns = {column for _, column in points}

    def _add(self, point: Link) -> None:
        self.points.add(point)
        self._rows.add(point[0])
        self._columns.add(point[1])

    def grow(self, candidates: set[Link]) -> None:
        """Add neighbours that cover a new row or column until there is none."""
        # What covers nothing new now never will.
        candidates = {one for one in candidates if self._is_new(one)}
        added = True
        while added and candidates:
            added = False
            queue = sorted(self.points)
            at = 0
            while at < len(queue):
                row, column = queue[at]
                at += 1
                for down, right in _NEIGHBOURS:
                    point = row + down, column + right
                    if point in candidates:
                        candidates.discard(point)
                        if self._is_new(point):
                            self._add(point)
                            insort(queue, point)
                            at += point < (row, column)
                            added = True

    def _is_new(self, point: Link) -> bool:
        return point[0] not in self._rows or point[1] not in self._columns

    def fill(self, candidates: Sequence[Link], both: bool) -> None:
        """Add points whose row or column, or `both` of them, are not covered yet."""
        for row, column in candidates:
            if both:
                wanted = row not in self._rows and column not in self._columns
            else:
                wanted = row not in self._rows or column not in self._columns
            if wanted:
                self._add((row, column))
