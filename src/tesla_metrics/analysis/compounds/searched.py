"""Counts of which few are asked for: found in sorted lines that are kept in the user's cache."""

from collections.abc import Callable, Mapping

from ...files.cached import cached, keeps
from ..lazy import LazyTable

# Taking all apart takes as long as so many questions.
_FEW = 20_000
_FORM = b"sorted counts 1 "


class SearchedCounts(LazyTable[int]):
    """What `make` makes; `digest` is the hash of all that it is made of.

    A short text is done before a table of 100,000 words is taken apart: the first questions are
    answered by halving, and only who asks more has it made.
    """

    def __init__(self, make: Callable[[], Mapping[str, int]], digest: str) -> None:
        super().__init__(make, self._search if keeps() else None)
        self._key = _FORM + digest.encode()
        self._lines = b""
        self._left = _FEW

    @property
    def at_hand(self) -> Mapping[str, int]:
        """The quickest to ask."""
        return self if self._made is None else self._made

    def _search(self, word: str) -> int | None:
        self._left -= 1
        if not self._lines:  # which makes all of it where nothing is kept yet
            self._lines = cached(self._key, lambda: sorted_lines(self.made))
        if self._left < 0:
            self._lines = b""
            return self.made.get(word)
        return find_count(self._lines, word)


def sorted_lines(counts: Mapping[str, int]) -> bytes:
    """`word<TAB>count`, a line a word, as their bytes are sorted."""
    encoded = sorted((word.encode(), count) for word, count in counts.items())
    return b"".join(b"%s\t%d\n" % one for one in encoded)


def find_count(lines: bytes, word: str) -> int | None:
    """What stands beside a word; None where it is not among them."""
    sought = word.encode(errors="surrogatepass")  # half a character is in no table
    low, high = 0, len(lines)
    while low < high:
        start = lines.rfind(b"\n", low, (low + high) // 2) + 1 or low
        tab = lines.index(b"\t", start)
        found = lines[start:tab]
        if found == sought:
            return int(lines[tab + 1 : lines.index(b"\n", tab)])
        if found < sought:
            low = lines.index(b"\n", tab) + 1
        else:
            high = start
    return None
