"""Segment a sentence into phrases and expand it into a confusion network of pivot phrases."""

from collections.abc import Callable, Hashable, Sequence
from math import inf, log
from typing import TypeVar

# The count of a single word without phrase pairs.
UNKNOWN_COUNT = 0.5

Span = tuple[int, int]


def segment(
    words: Sequence[str],
    count: Callable[[Sequence[str]], float],
    total: float,
    max_words: int,
) -> list[Span]:
    """Return the spans p_1 … p_k that maximise the product of Pr(p) = N(p) / total.

    `count` is N, 0 for an unknown phrase; a single word is always allowed. Of equally probable
    segmentations, the one with the longer last phrases is returned.
    """
    best = [0.0] + [-inf] * len(words)
    begins = [0] * (len(words) + 1)
    log_total = log(total) if total > 0 else 0.0
    for end in range(1, len(words) + 1):
        for begin in range(max(0, end - max_words), end):
            frequency = count(words[begin:end])
            if frequency <= 0 and begin == end - 1:
                frequency = UNKNOWN_COUNT
            if frequency > 0 and best[begin] + log(frequency) - log_total > best[end]:
                best[end] = best[begin] + log(frequency) - log_total
                begins[end] = begin
    spans: list[Span] = []
    end = len(words)
    while end:
        spans.append((begins[end], end))
        end = begins[end]
    return spans[::-1]


# The confusion network of a sentence in a pivot language, and its bag of n-grams.
#
# Each phrase of the sentence is a slot with alternative pivot phrases; slots are in series. A path
# takes one pivot phrase in every slot, and its probability is the product of theirs.

W = TypeVar("W", bound=Hashable)

# Pivot phrases of one slot, with their probabilities.
Slot = Sequence[tuple[tuple[W, ...], float]]


def expected_ngrams(slots: Sequence[Slot[W]], order: int) -> dict[tuple[W, ...], float]:
    """Return the exact expected count of each n-gram of this order over all paths.

    The probability of an n-gram across slots is the product of the probabilities of its
    alternatives.
    """
    bag: dict[tuple[W, ...], float] = {}
    # beginnings[k]: the possible first k words from the next slot on, with their probabilities.
    beginnings: list[dict[tuple[W, ...], float]] = [{} for _ in range(order)]
    beginnings[0][()] = 1.0
    for slot in reversed(slots):
        for words, probability in slot:
            for start in range(len(words)):
                prefix = words[start : start + order]
                for rest, rest_probability in beginnings[order - len(prefix)].items():
                    ngram = prefix + rest
                    bag[ngram] = bag.get(ngram, 0.0) + probability * rest_probability
        beginnings = _prepend_slot(slot, beginnings)
    return bag


def slot_ngrams(slots: Sequence[Slot[W]], order: int) -> dict[tuple[tuple[W, int], ...], float]:
    """Return the expected counts of n-grams whose words are paired with the index of their slot."""
    numbered = [
        [(tuple((word, index) for word in words), probability) for words, probability in slot]
        for index, slot in enumerate(slots)
    ]
    return expected_ngrams(numbered, order)


def _prepend_slot(
    slot: Slot[W], beginnings: Sequence[dict[tuple[W, ...], float]]
) -> list[dict[tuple[W, ...], float]]:
    """Return the beginnings from this slot on; the empty beginning has probability 1."""
    extended: list[dict[tuple[W, ...], float]] = [{} for _ in beginnings]
    extended[0][()] = 1.0
    for words, probability in slot:
        for size in range(1, len(extended)):
            prefix, counts = words[:size], extended[size]
            for rest, rest_probability in beginnings[size - len(prefix)].items():
                key = prefix + rest
                counts[key] = counts.get(key, 0.0) + probability * rest_probability
    return extended
