"""Rows that cannot be scored: refused with where they stand, or kept and counted."""

from collections.abc import Sequence

from ..errors import InputError, warn_user

_NAMED = 3


class BadRows:
    """What is heard of them.

    count  how many there are
    first  a few, in words
    """

    def __init__(self, keep: bool, how: str = "--keep-bad") -> None:
        self._keep, self._how = keep, how
        self.count = 0
        self.first: list[str] = []

    def hear(self, where: str, fault: str) -> None:
        """One more, which is the last where it is refused."""
        self.go_on(1, [f"{where}: {fault}"])

    def go_on(self, count: int, first: Sequence[str]) -> None:
        """With those that somebody heard of before."""
        if count and not self._keep:
            raise InputError(f"{first[0]}; mend it, or give {self._how} for null scores")
        self.count += count
        self.first = [*self.first, *first][:_NAMED]

    def warn(self) -> None:
        """All of them in one line."""
        if self.count:
            rows = "1 row has" if self.count == 1 else f"{self.count} rows have"
            more = f"; and {self.count - len(self.first)} more" * (self.count > len(self.first))
            warn_user(f"{rows} no score: {'; '.join(self.first)}{more}")
