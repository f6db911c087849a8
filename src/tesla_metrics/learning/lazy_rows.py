"""Rows of weights that stay text until one is asked for, so that loading is cheap."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from typing import Any

from .packing import Packing

FIRST = 65  # A, the letter of the first label
_PAIR = re.compile(r"(.)(-?\d+)")


class LazyRows(Mapping[str, tuple[int, ...]]):
    """By feature."""

    def __init__(self, rows: Mapping[str, str | tuple[int, ...]], labels: int) -> None:
        # Of each feature its row, the text of it, or all its weights in one number.
        self._table: dict[str, Any] = dict(rows)
        self._packing = Packing(labels)
        self.spread = self._packing.spread

    def total(self, features: Sequence[str]) -> int:
        """The sums of all labels in one number, for `spread`; so are the totals of several parts,
        added. Most time is spent here, so most of it is C's.
        """
        try:
            return sum(map(self._table.get, features, repeat(0)))
        except TypeError:  # one was never asked for
            for feature in features:
                self._pack(feature)
            return sum(map(self._table.get, features, repeat(0)))

    def sums(self, features: Sequence[str]) -> tuple[int, ...]:
        """The sum of weights of each label."""
        return self.spread(self.total(features))

    def _pack(self, feature: str) -> None:
        row = self._table.get(feature, 0)
        if type(row) is str:
            weights = ((ord(one) - FIRST, int(weight)) for one, weight in _PAIR.findall(row))
            self._table[feature] = self._packing.packed(weights)
        elif type(row) is tuple:
            self._table[feature] = self._packing.packed(enumerate(row))

    def get(self, feature: str, default: Any = None) -> Any:
        """As of any mapping; this must not raise to say that there is none."""
        return self[feature] if feature in self._table else default

    def __getitem__(self, feature: str) -> tuple[int, ...]:
        self._pack(feature)
        return self.spread(self._table[feature])

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)
