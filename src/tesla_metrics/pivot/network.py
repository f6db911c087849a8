"""The confusion network of a sentence in a pivot language, and its bag of n-grams.

Each phrase of the sentence is a slot with its pivot phrases side by side, slots stand in series. A
path takes one pivot phrase in every slot, and its probability is the product of theirs.
"""

from collections.abc import Hashable, Sequence
from typing import TypeVar

W = TypeVar("W", bound=Hashable)

# Pivot phrases of one slot, with their probabilities.
Slot = Sequence[tuple[tuple[W, ...], float]]


def expected_ngrams(slots: Sequence[Slot[W]], order: int) -> dict[tuple[W, ...], float]:
    """How often each n-gram of that order is to be expected, exactly, over all paths.

    An n-gram that spans slots has the product of the probabilities of the alternatives it touches.
    """
    bag: dict[tuple[W, ...], float] = {}
    # beginnings[k]: what the first k words from the slot after the current one may be.
    beginnings: list[dict[tuple[W, ...], float]] = [{} for _ in range(order)]
    beginnings[0][()] = 1.0
    for slot in reversed(slots):
        for words, probability in slot:
            for start in range(len(words)):
                inside = words[start : start + order]
                for rest, chance in beginnings[order - len(inside)].items():
                    ngram = inside + rest
                    bag[ngram] = bag.get(ngram, 0.0) + probability * chance
        beginnings = _before(slot, beginnings)
    return bag


def placed_ngrams(slots: Sequence[Slot[W]], order: int) -> dict[tuple[tuple[W, int], ...], float]:
    """The same by where they stand: beside each word is the number of its slot."""
    numbered = [
        [(tuple((word, place) for word in words), chance) for words, chance in slot]
        for place, slot in enumerate(slots)
    ]
    return expected_ngrams(numbered, order)


def _before(
    slot: Slot[W], beginnings: Sequence[dict[tuple[W, ...], float]]
) -> list[dict[tuple[W, ...], float]]:
    """Beginnings of what starts with this slot; where no word is needed, no slot is touched."""
    found: list[dict[tuple[W, ...], float]] = [{} for _ in beginnings]
    found[0][()] = 1.0
    for words, probability in slot:
        for size in range(1, len(found)):
            inside, own = words[:size], found[size]
            for rest, chance in beginnings[size - len(inside)].items():
                key = inside + rest
                own[key] = own.get(key, 0.0) + probability * chance
    return found
