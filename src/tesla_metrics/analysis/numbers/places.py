"""Which words of a text make which of its numbers."""

from collections import Counter
from collections.abc import Sequence

from .composing import Numbers

# What is compared of something, and the places of its words.
Placed = Sequence[tuple[str, tuple[int, ...]]]


def place_numbers(numbers: Numbers) -> Placed:
    """Their digits, and where they stand among words of which those of one number are one."""
    found, less = [], 0
    for digits, (begin, end) in zip(numbers.together, numbers.spans, strict=True):
        found.append((digits, (begin - less,)))
        less += end - begin - 1
    return found


def changed(own: Placed, others: Placed) -> list[tuple[str, tuple[int, ...]]]:
    """Those of a text's numbers that the other text lacks."""
    left = Counter(digits for digits, _ in others)
    kept = []
    for digits, places in own:
        if left[digits]:
            left[digits] -= 1
        else:
            kept.append((digits, places))
    return kept
