"""Two that should have the same segments, known by keys."""

from collections.abc import Collection
from typing import Generic, NamedTuple, TypeVar

_Key = TypeVar("_Key")


class Lack(NamedTuple, Generic[_Key]):
    """`lacks` has not got all segments that `has` has."""

    lacks: str
    has: str
    missing: list[_Key]


def find_lack(
    one: str, own: Collection[_Key], other: str, theirs: Collection[_Key]
) -> Lack[_Key] | None:
    """What one of two lacks, in the other's order; None where both have the same."""
    for lacks, there, has, wanted in ((one, own, other, theirs), (other, theirs, one, own)):
        known = set(there)
        if missing := [key for key in wanted if key not in known]:
            return Lack(lacks, has, missing)
    return None
