"""Phrases, as rows of word numbers, to 64 bits: the order in which tables keep their phrases."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..arrays import Array

_MULTIPLIER = 0x9E3779B97F4A7C15
_SHIFT = 29
_MASK = (1 << 64) - 1


def hash_rows(rows: Array) -> NDArray[np.uint64]:
    """The hash of each row, all rows at once."""
    found = np.zeros(len(rows), np.uint64)
    for column in range(rows.shape[1]):
        found ^= rows[:, column].astype(np.uint64)
        found *= np.uint64(_MULTIPLIER)
        found ^= found >> np.uint64(_SHIFT)
    return found


def hash_phrase(numbers: Iterable[int]) -> int:
    """The hash of one phrase, equal to what `hash_rows` gives for it."""
    found = 0
    for number in numbers:
        found = (found ^ number) * _MULTIPLIER & _MASK
        found ^= found >> _SHIFT
    return found
