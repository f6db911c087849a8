"""Word alignments made elsewhere: `0-0 1-2 2-1`, target token - pivot token, a line a pair."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from ..errors import InputError
from ..files.limits import count_on
from ..files.lines import display_name, iterate_lines

Link = tuple[int, int]

_LINK = re.compile(r"(\d{1,6})-(\d{1,6})")


class GivenLinks:
    """The links of a file, pair by pair; or of some lines of it, from line `first` on."""

    def __init__(self, path: str, lines: Iterable[str] | None = None, first: int = 1) -> None:
        self.path = path
        self._lines = enumerate(iterate_lines(path) if lines is None else lines, first)

    def next(
        self, target_tokens: int, pivot_tokens: int, target: Sequence[int], pivot: Sequence[int]
    ) -> list[Link]:
        """Links of the next pair among the words that are kept, by their places among these.

        `target` and `pivot` are the positions that the kept words have among the tokens.
        """
        number, line = next(self._lines)
        where = f"{display_name(self.path)}, line {number}"
        rows = {position: place for place, position in enumerate(target)}
        columns = {position: place for place, position in enumerate(pivot)}
        return sorted(
            {
                (rows[i], columns[j])
                for i, j in parse_links(line, where, target_tokens, pivot_tokens)
                if i in rows and j in columns
            }
        )


def parse_links(line: str, where: str, target_tokens: int, pivot_tokens: int) -> list[Link]:
    """The links of a line; `where` is what messages call it."""
    links = []
    for item in line.split():
        match = _LINK.fullmatch(item)
        if match is None:
            raise InputError(
                f"{where}: {item!r} is no link: write target-pivot pairs of numbers from 0, as 0-1"
            )
        link = int(match[1]), int(match[2])
        if link[0] >= target_tokens or link[1] >= pivot_tokens:
            raise InputError(
                f"{where}: link {item} is out of range, the pair has {target_tokens} target and "
                f"{pivot_tokens} pivot tokens: align the tokens that 'tesla analyze' prints"
            )
        links.append(link)
    return links


def check_counts(path: str, pairs: Iterator[object]) -> None:
    """Refuse a file that has not a line for every sentence pair."""
    lines: Iterator[object] = iterate_lines(path)
    both = zip_longest((True for _ in lines), (True for _ in pairs))
    for done, (line, pair) in enumerate(both):
        if line is None or pair is None:
            counts = [
                count_on(done + (one is not None), rest)
                for one, rest in ((line, lines), (pair, pairs))
            ]
            raise InputError(
                f"{display_name(path)} has {counts[0]} lines and the bitext {counts[1]} sentence "
                "pairs: give a line of links for every pair"
            )
