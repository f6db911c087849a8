"""Rows of weights that stay text until one is asked for, so that loading is cheap."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

FIRST = 65  # A, the letter of the first label
_PAIR = re.compile(r"(.)(-?\d+)")


class LazyRows(Mapping[str, tuple[int, ...]]):
    """By feature."""

    def __init__(self, texts: Mapping[str, str], labels: int) -> None:
        # Of each feature its row, or the text of it.
        self._table: dict[str, Any] = dict(texts)
        self._labels = labels

    def found(self, features: Sequence[str]) -> list[tuple[int, ...]]:
        """The rows of those that have one. Most time is spent here, so most of it is C's."""
        rows = [row for row in map(self._table.get, features) if row is not None]
        if str in map(type, rows):
            rows = [self[feature] for feature in features if feature in self._table]
        return rows

    def get(self, feature: str, default: Any = None) -> Any:
        """As of any mapping; this must not raise to say that there is none."""
        return self[feature] if feature in self._table else default

    def __getitem__(self, feature: str) -> tuple[int, ...]:
        row = self._table[feature]
        if type(row) is str:
            row = self._table[feature] = self._read(row)
        return row  # type: ignore[no-any-return]

    def _read(self, text: str) -> tuple[int, ...]:
        row = [0] * self._labels
        for letter, weight in _PAIR.findall(text):
            row[ord(letter) - FIRST] = int(weight)
        return tuple(row)

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)
