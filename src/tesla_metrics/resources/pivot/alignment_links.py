"""Symmetrise word alignments and read them in Pharaoh format."""

import re
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from ...errors import InputError, UsageError
from ...files.lines import count_total, display_name, iterate_lines

# Combines the alignments of two directions into one, as Moses' `symal` does.
#
# Growing scans the points row by row, from left to right; a point that is added ahead of the scan
# is visited in the same scan. The final step goes through the remaining points twice, row by row:
# first the links of the target words (rows), then those of the pivot words (columns).

Link = tuple[int, int]

METHODS = ("intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and")
_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def check_method(method: str) -> None:
    """Raise `UsageError` if the name of a symmetrisation method is unknown."""
    if method not in METHODS:
        raise UsageError(f"unknown symmetrisation {method!r}: choose one of {', '.join(METHODS)}")


def symmetrise(rows: Sequence[int], columns: Sequence[int], method: str) -> list[Link]:
    """Return the sorted links (row, column).

    `rows` has for each column the row it is aligned to, `columns` for each row its column; -1 means
    none.
    """
    by_columns = {(row, column) for column, row in enumerate(rows) if row >= 0}
    by_rows = {(row, column) for row, column in enumerate(columns) if column >= 0}
    common = by_columns & by_rows
    if method == "intersection":
        return sorted(common)
    if method == "union":
        return sorted(by_columns | by_rows)
    alignment = _GrownAlignment(common)
    alignment.grow((by_columns | by_rows) - common)
    if method != "grow-diag":
        both = method == "grow-diag-final-and"
        alignment.fill(sorted(by_rows - common), both)
        alignment.fill(sorted(by_columns - common), both)
    return sorted(alignment.points)


class _GrownAlignment:
    """The points of an alignment, and the rows and columns that they cover."""

    def __init__(self, points: set[Link]) -> None:
        self.points = set(points)
        self._rows = {row for row, _ in points}
        self._columns = {column for _, column in points}

    def _add(self, point: Link) -> None:
        self.points.add(point)
        self._rows.add(point[0])
        self._columns.add(point[1])

    def grow(self, candidates: set[Link]) -> None:
        """Add neighbouring candidates that cover a new row or column until there are none."""
        # A point that covers nothing new now never will.
        candidates = {candidate for candidate in candidates if self._is_new(candidate)}
        added = True
        while added and candidates:
            added = False
            queue = sorted(self.points)
            next_index = 0
            while next_index < len(queue):
                row, column = queue[next_index]
                next_index += 1
                for down, right in _NEIGHBOURS:
                    point = row + down, column + right
                    if point in candidates:
                        candidates.discard(point)
                        if self._is_new(point):
                            self._add(point)
                            insort(queue, point)
                            next_index += point < (row, column)
                            added = True

    def _is_new(self, point: Link) -> bool:
        return point[0] not in self._rows or point[1] not in self._columns

    def fill(self, candidates: Sequence[Link], both: bool) -> None:
        """Add points whose row or column (with `both`: row and column) is not covered yet."""
        for row, column in candidates:
            if both:
                is_new = row not in self._rows and column not in self._columns
            else:
                is_new = row not in self._rows or column not in self._columns
            if is_new:
                self._add((row, column))


_LINK = re.compile(r"(\d{1,6})-(\d{1,6})")


class AlignmentFile:
    """The links of an alignment file, one line per pair.

    `lines` may have a part of the file, starting at line number `first`.
    """

    def __init__(self, path: str, lines: Iterable[str] | None = None, first: int = 1) -> None:
        self.path = path
        self._lines = enumerate(iterate_lines(path) if lines is None else lines, first)

    def next_links(
        self, target_tokens: int, pivot_tokens: int, target: Sequence[int], pivot: Sequence[int]
    ) -> list[Link]:
        """Return the links of the next pair between kept words, by their index among these.

        `target` and `pivot` are the positions of the kept words among the tokens.
        """
        line_number, line = next(self._lines)
        where = f"{display_name(self.path)}, line {line_number}"
        rows = {position: index for index, position in enumerate(target)}
        columns = {position: index for index, position in enumerate(pivot)}
        return sorted(
            {
                (rows[i], columns[j])
                for i, j in parse_links(line, where, target_tokens, pivot_tokens)
                if i in rows and j in columns
            }
        )


def parse_links(line: str, where: str, target_tokens: int, pivot_tokens: int) -> list[Link]:
    """Return the links of a line; `where` names the line in messages."""
    links = []
    for item in line.split():
        match = _LINK.fullmatch(item)
        if match is None:
            raise InputError(
                f"{where}: {item!r} is not a link: write target-pivot pairs of numbers from 0, "
                "as in 0-1"
            )
        link = int(match[1]), int(match[2])
        if link[0] >= target_tokens or link[1] >= pivot_tokens:
            raise InputError(
                f"{where}: link {item} is out of range, the pair has {target_tokens} target and "
                f"{pivot_tokens} pivot tokens: align the tokens that 'tesla analyze' prints"
            )
        links.append(link)
    return links


def check_line_count(path: str, pairs: Iterator[object]) -> None:
    """Raise `InputError` if the file does not have one line per sentence pair."""
    lines: Iterator[object] = iterate_lines(path)
    both = zip_longest((True for _ in lines), (True for _ in pairs))
    for done, (line, pair) in enumerate(both):
        if line is None or pair is None:
            counts = [
                count_total(done + (last is not None), rest)
                for last, rest in ((line, lines), (pair, pairs))
            ]
            raise InputError(
                f"{display_name(path)} has {counts[0]} lines and the bitext {counts[1]} sentence "
                "pairs: give one line of links per pair"
            )
