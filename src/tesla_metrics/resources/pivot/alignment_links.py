"""Symmetrise word alignments and read them in Pharaoh format."""

import re
from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from ...errors import InputError, UsageError
from ...files.lines import count_total, get_display_name, iterate_lines

# Symmetrisation combines the alignments of two directions into one, as Moses' `symal` does.
#
# An alignment is a set of points (row, column) in a matrix. Growing visits the points row by row,
# from left to right; a point that is added later in this order is visited in the same scan. The
# final step goes through the remaining points twice, row by row: first the links of the target
# words (rows), then the links of the pivot words (columns).

Link = tuple[int, int]  # index of a target word, index of a pivot word

SYMMETRISATION_METHODS = (
    "intersection",
    "union",
    "grow-diag",
    "grow-diag-final",
    "grow-diag-final-and",
)
_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def check_method(method: str) -> None:
    """Raise `UsageError` if the name of a symmetrisation method is unknown."""
    if method not in SYMMETRISATION_METHODS:
        raise UsageError(
            f"unknown symmetrisation {method!r}: choose one of {', '.join(SYMMETRISATION_METHODS)}"
        )


def symmetrise(rows: Sequence[int], columns: Sequence[int], method: str) -> list[Link]:
    """Return the sorted links (row, column) of a sentence pair.

    `rows` has for each column the row that it is aligned to, and `columns` has for each row its
    column; -1 means none.
    """
    column_links = {(row, column) for column, row in enumerate(rows) if row >= 0}
    row_links = {(row, column) for row, column in enumerate(columns) if column >= 0}
    shared_links = column_links & row_links
    if method == "intersection":
        return sorted(shared_links)
    if method == "union":
        return sorted(column_links | row_links)
    alignment = _GrownAlignment(shared_links)
    alignment.grow((column_links | row_links) - shared_links)
    if method != "grow-diag":
        require_both = method == "grow-diag-final-and"
        alignment.add_final(sorted(row_links - shared_links), require_both)
        alignment.add_final(sorted(column_links - shared_links), require_both)
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
        # A point that covers no new row or column now will not do so later.
        candidates = {candidate for candidate in candidates if self._covers_new(candidate)}
        has_grown = True
        while has_grown and candidates:
            has_grown = False
            queue = sorted(self.points)
            next_index = 0
            while next_index < len(queue):
                row, column = queue[next_index]
                next_index += 1
                for down, right in _NEIGHBOURS:
                    point = row + down, column + right
                    if point in candidates:
                        candidates.discard(point)
                        if self._covers_new(point):
                            self._add(point)
                            insort(queue, point)
                            next_index += point < (row, column)  # inserted before it
                            has_grown = True

    def _covers_new(self, point: Link) -> bool:
        return point[0] not in self._rows or point[1] not in self._columns

    def add_final(self, candidates: Sequence[Link], require_both: bool) -> None:
        """Add points with a row or a column that is not covered yet.

        If `require_both` is true, neither the row nor the column may be covered.
        """
        for row, column in candidates:
            if require_both:
                is_new = row not in self._rows and column not in self._columns
            else:
                is_new = row not in self._rows or column not in self._columns
            if is_new:
                self._add((row, column))


_LINK = re.compile(r"(\d{1,6})-(\d{1,6})")


class AlignmentFile:
    """The links of an alignment file, one line per sentence pair.

    If `lines` is not None, it has a part of the file, starting at line number `first_line`.
    """

    def __init__(self, path: str, lines: Iterable[str] | None = None, first_line: int = 1) -> None:
        self.path = path
        self._lines = enumerate(iterate_lines(path) if lines is None else lines, first_line)

    def read_next(
        self,
        n_target_tokens: int,
        n_pivot_tokens: int,
        kept_target: Sequence[int],
        kept_pivot: Sequence[int],
    ) -> list[Link]:
        """Return the links of the next sentence pair between kept words.

        The links in the file are indices of tokens; the result has indices of kept words.
        `kept_target` and `kept_pivot` are the indices of the kept words among the tokens.
        """
        line_number, line = next(self._lines)
        location = f"{get_display_name(self.path)}, line {line_number}"
        target_words = {token: index for index, token in enumerate(kept_target)}
        pivot_words = {token: index for index, token in enumerate(kept_pivot)}
        links = {
            (target_words[target_token], pivot_words[pivot_token])
            for target_token, pivot_token in parse_links(
                line, location, n_target_tokens, n_pivot_tokens
            )
            if target_token in target_words and pivot_token in pivot_words
        }
        return sorted(links)


def parse_links(line: str, location: str, n_target_tokens: int, n_pivot_tokens: int) -> list[Link]:
    """Return the links of a line; `location` names file and line in messages."""
    links = []
    for item in line.split():
        match = _LINK.fullmatch(item)
        if match is None:
            raise InputError(
                f"{location}: {item!r} is not a link: write target-pivot pairs of numbers from 0, "
                "as in 0-1"
            )
        link = int(match[1]), int(match[2])
        if link[0] >= n_target_tokens or link[1] >= n_pivot_tokens:
            raise InputError(
                f"{location}: link {item} is out of range, the pair has {n_target_tokens} target "
                "and "
                f"{n_pivot_tokens} pivot tokens: align the tokens that 'tesla analyze' prints"
            )
        links.append(link)
    return links


def check_line_count(path: str, pairs: Iterator[object]) -> None:
    """Raise `InputError` if the file does not have one line per sentence pair."""
    lines: Iterator[object] = iterate_lines(path)
    line_pairs = zip_longest((True for _ in lines), (True for _ in pairs))
    for count, (line, pair) in enumerate(line_pairs):
        if line is None or pair is None:
            counts = [
                count_total(count + (last is not None), remaining)
                for last, remaining in ((line, lines), (pair, pairs))
            ]
            raise InputError(
                f"{get_display_name(path)} has {counts[0]} lines and the bitext {counts[1]} "
                "sentence "
                "pairs: give one line of links per pair"
            )
