"""Linear classifiers of named features with small integer weights."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from struct import Struct
from typing import Any

# The sums of all labels are packed into one large integer, in which each label has 64 bits.
#
# One addition of integers then adds the weights of all labels. This is exact, and in Python many
# times faster than one addition per label.

_BITS_PER_LABEL = 64  # sums of four-digit weights never need more


class PackedSums:
    """Conversion between sums of all labels and one integer."""

    def __init__(self, n_labels: int) -> None:
        self._layout = Struct(f"<{n_labels}q")
        # The highest bit of each label. A negative sum borrows from the bits of the next label,
        # which `unpack` reverses with these bits.
        self._sign_bits = sum(
            1 << (_BITS_PER_LABEL * index + _BITS_PER_LABEL - 1) for index in range(n_labels)
        )

    def pack(self, weights: Iterable[tuple[int, int]]) -> int:
        """Return the packed weights; `weights` has pairs of label index and weight."""
        return sum([weight << (_BITS_PER_LABEL * label) for label, weight in weights])

    def unpack(self, total: int) -> tuple[int, ...]:
        """Return the sum of each label."""
        # Restore the two's complement of negative sums.
        bits = (total + self._sign_bits) ^ self._sign_bits
        return self._layout.unpack(bits.to_bytes(self._layout.size, "little"))


FIRST_LETTER_CODE = 65  # code of A, the letter of the first label in files
_LETTER_AND_WEIGHT = re.compile(r"(.)(-?\d+)")


class LazyWeights(Mapping[str, tuple[int, ...]]):
    """Weights of each feature, which are parsed and packed when they are first needed."""

    def __init__(self, rows: Mapping[str, str | tuple[int, ...]], n_labels: int) -> None:
        # The weights of each feature: as text of a file, as a tuple, or packed into one integer.
        self._rows: dict[str, Any] = dict(rows)
        self._packing = PackedSums(n_labels)
        self.unpack = self._packing.unpack

    def sum_packed(self, features: Sequence[str]) -> int:
        """Return the packed sums of the weights of all labels; packed sums can be added.

        A classifier spends most of its time here, so the loop runs in C (`sum` of a `map`).
        """
        try:
            return sum(map(self._rows.get, features, repeat(0)))
        except TypeError:  # a feature is not packed yet
            for feature in features:
                self._pack(feature)
            return sum(map(self._rows.get, features, repeat(0)))

    def sum_weights(self, features: Sequence[str]) -> tuple[int, ...]:
        """Return the sum of the weights of each label."""
        return self.unpack(self.sum_packed(features))

    def _pack(self, feature: str) -> None:
        row = self._rows.get(feature, 0)
        if type(row) is str:
            weights = (
                (ord(letter) - FIRST_LETTER_CODE, int(weight))
                for letter, weight in _LETTER_AND_WEIGHT.findall(row)
            )
            self._rows[feature] = self._packing.pack(weights)
        elif type(row) is tuple:
            self._rows[feature] = self._packing.pack(enumerate(row))

    def get(self, feature: str, default: Any = None) -> Any:
        """Return the weights of a feature, or `default` for an unknown feature.

        `Mapping.get` would raise and catch an exception, which is slower.
        """
        return self[feature] if feature in self._rows else default

    def __getitem__(self, feature: str) -> tuple[int, ...]:
        self._pack(feature)
        return self.unpack(self._rows[feature])

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


@dataclass(frozen=True)
class LinearClassifier:
    """Linear classifier; unknown features have no weight.

    labels   names of the labels
    weights  for each feature, one integer weight per label
    scale    value of an integer weight of 1; it converts sums to log odds
    """

    labels: tuple[str, ...]
    weights: Mapping[str, tuple[int, ...]]
    scale: float = 1.0

    @cached_property
    def fast_weights(self) -> LazyWeights:
        """Weights in a form that is fast to sum."""
        weights = self.weights
        return (
            weights if isinstance(weights, LazyWeights) else LazyWeights(weights, len(self.labels))
        )

    def sum_weights(self, features: Iterable[str]) -> list[int]:
        """Return the sum of weights of each label; a feature that occurs twice counts twice."""
        return list(self.fast_weights.sum_weights(list(features)))

    def predict(self, features: Iterable[str]) -> str:
        """Return the label with the highest sum; of equal sums, the first label."""
        totals = self.sum_weights(features)
        return self.labels[totals.index(max(totals))]
