"""Segment a sentence into phrases and expand it into a confusion network of pivot phrases."""

from collections.abc import Callable, Hashable, Sequence
from math import inf, log
from typing import TypeVar

# Count of a single word that is in no phrase pair.
UNKNOWN_COUNT = 0.5

Span = tuple[int, int]  # index of the first word, index after the last word


def segment_phrases(
    words: Sequence[str],
    count: Callable[[Sequence[str]], float],
    total: float,
    max_words: int,
) -> list[Span]:
    """Return the spans p_1 … p_k that maximise the product of Pr(p) = N(p) / total.

    `count` returns N(p), which is 0 for an unknown phrase. Unknown phrases are not used, except
    single words. If several segmentations are equally probable, the one with the longer last
    phrases is returned.
    """
    best_log_probability = [0.0] + [-inf] * len(words)
    phrase_starts = [0] * (len(words) + 1)
    log_total = log(total) if total > 0 else 0.0
    for end in range(1, len(words) + 1):
        for begin in range(max(0, end - max_words), end):
            frequency = count(words[begin:end])
            if frequency <= 0 and begin == end - 1:
                frequency = UNKNOWN_COUNT
            if (
                frequency > 0
                and best_log_probability[begin] + log(frequency) - log_total
                > best_log_probability[end]
            ):
                best_log_probability[end] = best_log_probability[begin] + log(frequency) - log_total
                phrase_starts[end] = begin
    spans: list[Span] = []
    end = len(words)
    while end:
        spans.append((phrase_starts[end], end))
        end = phrase_starts[end]
    return spans[::-1]


# Confusion networks
#
# Each phrase of a sentence is a slot with alternative pivot phrases. A path takes one pivot phrase
# from every slot, in their order; its probability is the product of the probabilities of these
# phrases.

W = TypeVar("W", bound=Hashable)  # type of words

# The alternative pivot phrases of a slot, each with its probability.
Slot = Sequence[tuple[tuple[W, ...], float]]


def count_expected_ngrams(slots: Sequence[Slot[W]], n: int) -> dict[tuple[W, ...], float]:
    """Return the expected count of each n-gram over all paths, where n is `n`.

    The probability of an n-gram that spans several slots is the product of the probabilities of
    its phrases. The counts are exact.
    """
    bag: dict[tuple[W, ...], float] = {}
    # beginnings[k] has the possible first k words of the later slots, with their probabilities.
    beginnings: list[dict[tuple[W, ...], float]] = [{} for _ in range(n)]
    beginnings[0][()] = 1.0
    for slot in reversed(slots):
        for words, probability in slot:
            for start in range(len(words)):
                prefix = words[start : start + n]
                for continuation, continuation_probability in beginnings[n - len(prefix)].items():
                    ngram = prefix + continuation
                    bag[ngram] = bag.get(ngram, 0.0) + probability * continuation_probability
        beginnings = _prepend_slot(slot, beginnings)
    return bag


def count_slot_ngrams(slots: Sequence[Slot[W]], n: int) -> dict[tuple[tuple[W, int], ...], float]:
    """Return expected counts of n-grams of pairs (word, index of its slot), where n is `n`."""
    numbered_slots = []
    for index, slot in enumerate(slots):
        numbered_slot = []
        for words, probability in slot:
            numbered_slot.append((tuple((word, index) for word in words), probability))
        numbered_slots.append(numbered_slot)
    return count_expected_ngrams(numbered_slots, n)


def _prepend_slot(
    slot: Slot[W], beginnings: Sequence[dict[tuple[W, ...], float]]
) -> list[dict[tuple[W, ...], float]]:
    """Return the beginnings of this slot and the later ones; the empty one has probability 1."""
    extended: list[dict[tuple[W, ...], float]] = [{} for _ in beginnings]
    extended[0][()] = 1.0
    for words, probability in slot:
        for size in range(1, len(extended)):
            prefix, counts = words[:size], extended[size]
            for continuation, continuation_probability in beginnings[size - len(prefix)].items():
                beginning = prefix + continuation
                counts[beginning] = (
                    counts.get(beginning, 0.0) + probability * continuation_probability
                )
    return extended
