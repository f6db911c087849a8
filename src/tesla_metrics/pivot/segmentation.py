"""A sentence as the most probable sequence of phrases that the table knows."""

from collections.abc import Callable, Sequence
from math import inf, log

# What a word counts for that no phrase pair was extracted for.
UNKNOWN = 0.5

Span = tuple[int, int]


def segment(
    words: Sequence[str],
    count: Callable[[Sequence[str]], float],
    total: float,
    longest: int,
) -> list[Span]:
    """Spans p_1 … p_k that maximise the product of Pr(p) = N(p) / total.

    `count` is N, 0 for a phrase that is not known; a single word is always allowed. Of equally
    probable sequences that with the longer last phrases is taken.
    """
    best = [0.0] + [-inf] * len(words)
    begins = [0] * (len(words) + 1)
    norm = log(total) if total > 0 else 0.0
    for end in range(1, len(words) + 1):
        for begin in range(max(0, end - longest), end):
            known = count(words[begin:end])
            if known <= 0 and begin == end - 1:
                known = UNKNOWN
            if known > 0 and best[begin] + log(known) - norm > best[end]:
                best[end] = best[begin] + log(known) - norm
                begins[end] = begin
    spans: list[Span] = []
    end = len(words)
    while end:
        spans.append((begins[end], end))
        end = begins[end]
    return spans[::-1]
