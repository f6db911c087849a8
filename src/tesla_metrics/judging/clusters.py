"""Clusters of a ranking: what cannot be told apart stands together."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def clusters(order: Sequence[T], differ: Callable[[T, T], bool]) -> list[list[T]]:
    """Go down the ranking; what differs from any member of the cluster so far opens the next.

    `differ(higher, lower)` says whether two items, the better first, differ significantly.
    """
    found: list[list[T]] = []
    for item in order:
        if not found or any(differ(member, item) for member in found[-1]):
            found.append([])
        found[-1].append(item)
    return found
