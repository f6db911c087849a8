"""Work of several parts, and who hears of its progress."""

from collections.abc import Callable

# What is going on, and how much of it there is (0: nobody knows); the answer hears of progress.
Watch = Callable[[str, int], Callable[[int], None]]


def unwatched(what: str, total: int) -> Callable[[int], None]:
    """Nobody hears of it."""
    del what, total
    return lambda more: None
