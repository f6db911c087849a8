"""Sums without rounding, which are the same in whatever order and parts they are taken."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from .arrays import Floats

_BITS = 53  # of a double
_LOW = 26  # of these, so that a great many halves can be added in 64 bits


class ExactSums:
    """A sum a column; sums of parts of a table may be added to each other.

    A column is a whole number for each power of two, so many of which were added.
    """

    def __init__(self) -> None:
        self._columns: list[Counter[int]] = []
        self._odd: list[float] = []  # what is no finite number

    def add(self, rows: Floats) -> None:
        """More rows of numbers."""
        self._widen(rows.shape[1])
        for number, column in enumerate(rows.T):
            finite = np.isfinite(column)
            if not finite.all():
                self._odd[number] += float(column[~finite].sum())
            mantissas, powers = np.frexp(np.where(finite, column, 0.0))
            whole = np.ldexp(mantissas, _BITS).astype(np.int64)
            found, places = np.unique(powers, return_inverse=True)
            high, low = np.zeros((2, len(found)), np.int64)
            np.add.at(high, places, whole >> _LOW)
            np.add.at(low, places, whole & ((1 << _LOW) - 1))
            for power, upper, lower in zip(found, high, low, strict=True):
                self._columns[number][int(power) - _BITS] += (int(upper) << _LOW) + int(lower)

    def merge(self, other: "ExactSums") -> None:
        """What was added up elsewhere."""
        self._widen(len(other._columns))
        for number, column in enumerate(other._columns):
            for power, whole in column.items():
                self._columns[number][power] += whole
            self._odd[number] += other._odd[number]

    def _widen(self, width: int) -> None:
        while len(self._columns) < width:
            self._columns.append(Counter())
            self._odd.append(0.0)

    def totals(self) -> list[float]:
        """The sum of each column, rounded once."""
        return [
            _rounded(column) + odd for column, odd in zip(self._columns, self._odd, strict=True)
        ]

    def to_dict(self) -> dict[str, Any]:
        """As JSON can have it, every digit kept."""
        return {"powers": [sorted(one.items()) for one in self._columns], "odd": self._odd}

    @classmethod
    def from_dict(cls, facts: Mapping[str, Any]) -> "ExactSums":
        """What `to_dict` gave."""
        found = cls()
        found._columns = [Counter(dict(map(tuple, one))) for one in facts["powers"]]
        found._odd = list(facts["odd"])
        return found


def _rounded(column: Mapping[int, int]) -> float:
    if not column:
        return 0.0
    least = min(0, *column)
    # Python divides whole numbers of any size and rounds once.
    return sum(whole << (power - least) for power, whole in column.items()) / (1 << -least)
