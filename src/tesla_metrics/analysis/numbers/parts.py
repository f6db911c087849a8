"""What a word can be in a number."""

from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What a word can do in a number."""

    OTHER = 0  # nothing
    FIXED = 1  # a number that nothing is added to
    DIGITS = 2
    ADDEND = 3
    OPENER = 4  # an article: one, but only where it is multiplied
    MULTIPLIER = 5
    LINK = 6
    FRACTION = 7  # half a hundred by itself, half of one after digits: 3 1/2
    HALF_DAY = 8  # pm: so many hours are added to those before it
    SIGN = 9  # minus
    UNSIGNED = 10  # after it minus is none: au moins 20


class Part(NamedTuple):
    """A word's part in a number.

    room    whatever is added to it must be less
    linked  the same if a link stands between
    most    the most that it multiplies
    alone   whether it is a number by itself
    digits  of FIXED, DIGITS and FRACTION, whose are hundredths
    """

    kind: Kind
    value: int = 0
    room: int = 0
    linked: int = 0
    most: int = 0
    alone: bool = False
    digits: str = ""
