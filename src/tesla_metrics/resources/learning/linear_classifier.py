"""Linear classifiers of named features with small integer weights."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from struct import Struct
from typing import Any

# Several sums are packed into one integer: each label has its own 64 bits.
#
# One addition of integers then adds the weights of all labels. This is exact, and in Python many
# times faster than adding them one by one.

_BITS = 64  # per label; sums of four-digit weights never exceed them


class PackedSums:
    """Packs one sum per label into one integer."""

    def __init__(self, labels: int) -> None:
        self._layout = Struct(f"<{labels}q")
        # The sign bit of each label: without it a negative sum would borrow from the next label.
        self._half = sum(1 << (_BITS * index + _BITS - 1) for index in range(labels))

    def pack(self, weights: Iterable[tuple[int, int]]) -> int:
        """Return the packed weights; `weights` has pairs of label index and weight."""
        return sum([weight << (_BITS * label) for label, weight in weights])

    def unpack(self, total: int) -> tuple[int, ...]:
        """Return the sum of each label."""
        # Restores the two's complement of negative sums.
        bits = (total + self._half) ^ self._half
        return self._layout.unpack(bits.to_bytes(self._layout.size, "little"))


FIRST_LETTER_CODE = 65  # code of A, the letter of the first label
_PAIR = re.compile(r"(.)(-?\d+)")


class LazyWeights(Mapping[str, tuple[int, ...]]):
    """The weights of each feature, which are parsed and packed when they are first needed."""

    def __init__(self, rows: Mapping[str, str | tuple[int, ...]], labels: int) -> None:
        # The row of each feature: as text, as a tuple, or packed into one integer.
        self._table: dict[str, Any] = dict(rows)
        self._packing = PackedSums(labels)
        self.unpack = self._packing.unpack

    def packed_total(self, features: Sequence[str]) -> int:
        """Return the packed sums of all labels, for `unpack`. Totals can be added.

        Most of the run time of a classifier is spent here, so the loop runs in C.
        """
        try:
            return sum(map(self._table.get, features, repeat(0)))
        except TypeError:  # a feature is not packed yet
            for feature in features:
                self._pack(feature)
            return sum(map(self._table.get, features, repeat(0)))

    def sums(self, features: Sequence[str]) -> tuple[int, ...]:
        """Return the sum of the weights of each label."""
        return self.unpack(self.packed_total(features))

    def _pack(self, feature: str) -> None:
        row = self._table.get(feature, 0)
        if type(row) is str:
            weights = (
                (ord(letter) - FIRST_LETTER_CODE, int(weight))
                for letter, weight in _PAIR.findall(row)
            )
            self._table[feature] = self._packing.pack(weights)
        elif type(row) is tuple:
            self._table[feature] = self._packing.pack(enumerate(row))

    def get(self, feature: str, default: Any = None) -> Any:
        """Return the weights of a feature or `default`, without raising an exception inside."""
        return self[feature] if feature in self._table else default

    def __getitem__(self, feature: str) -> tuple[int, ...]:
        self._pack(feature)
        return self.unpack(self._table[feature])

    def __iter__(self) -> Iterator[str]:
        return iter(self._table)

    def __len__(self) -> int:
        return len(self._table)


@dataclass(frozen=True)
class LinearClassifier:
    """Labels, and for each feature one weight per label; unknown features have no weight.

    `scale` converts sums for probabilities: the value of a weight of 1 before rounding.
    """

    labels: tuple[str, ...]
    weights: Mapping[str, tuple[int, ...]]
    scale: float = 1.0

    @cached_property
    def rows(self) -> LazyWeights:
        """The weights in a form that is fast to sum."""
        weights = self.weights
        return (
            weights if isinstance(weights, LazyWeights) else LazyWeights(weights, len(self.labels))
        )

    def sums(self, features: Iterable[str]) -> list[int]:
        """Return the sum of weights of each label; a feature that occurs twice counts twice."""
        return list(self.rows.sums(list(features)))

    def predict(self, features: Iterable[str]) -> str:
        """Return the label with the highest sum, the first one in case of a tie."""
        totals = self.sums(features)
        return self.labels[totals.index(max(totals))]
