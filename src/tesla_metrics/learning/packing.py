"""Many sums as one whole number: each label has bits of its own.

One addition of whole numbers then adds the weights of all labels. That is exact, and in Python many
times as quick as to add them one by one.
"""

from collections.abc import Iterable
from struct import Struct

_BITS = 64  # sums of weights of four digits stay within these, however many


class Packing:
    """Of so many labels."""

    def __init__(self, labels: int) -> None:
        self._layout = Struct(f"<{labels}q")
        # Half of what each label's bits hold: a sum below zero would take from its neighbour's.
        self._half = sum(1 << (_BITS * label + _BITS - 1) for label in range(labels))

    def packed(self, weights: Iterable[tuple[int, int]]) -> int:
        """Labels by their numbers, with what they weigh."""
        return sum([weight << (_BITS * label) for label, weight in weights])

    def spread(self, total: int) -> tuple[int, ...]:
        """The sum of each label."""
        # What was below the half turns into a number below zero, as machines write these.
        bits = (total + self._half) ^ self._half
        return self._layout.unpack(bits.to_bytes(self._layout.size, "little"))
