"""Extract phrase pairs that are consistent with a word alignment.

A phrase pair has at least one link inside, and none of its words is linked to a word outside. For
each span of target words, the smallest span of pivot words with all their links is determined. The
pair is valid if the links of the pivot span lead back into the target span; the pivot span may then
be extended by unaligned words at its edges. The words of all sentences of a side are in one array.
"""

from typing import NamedTuple

import numpy as np

from ...arrays import Array


class Spans(NamedTuple):
    """Phrase pairs: the start of each side, counted over all sentences, and its length."""

    target: Array
    target_length: Array
    pivot: Array
    pivot_length: Array


def extract_phrase_pairs(
    target_starts: Array, pivot_starts: Array, links: Array, max_words: int
) -> Spans:
    """Return all phrase pairs with at most `max_words` words on either side.

    The words of sentence s are starts[s] to starts[s + 1]. Each link is a row of target word and
    pivot word, counted over all sentences.
    """
    target = _LinkedSpans(target_starts, links[:, 0], links[:, 1], max_words)
    pivot = _LinkedSpans(pivot_starts, links[:, 1], links[:, 0], max_words)
    parts = []
    for length in range(1, max_words + 1):
        low, high = target.low[length - 1], target.high[length - 1]
        # A span that crosses the end of its sentence has no links here: see _LinkedSpans.
        start = np.flatnonzero((high >= low) & (high - low < max_words))
        low, high = low[start], high[start]
        pivot_length = high - low + 1
        inside = (pivot.low[pivot_length - 1, low] >= start) & (
            pivot.high[pivot_length - 1, low] < start + length
        )
        start, low, pivot_length = start[inside], low[inside], pivot_length[inside]
        free_before, free_after = pivot.free_before[low], pivot.free_after[high[inside]]
        for left in range(max_words):
            for right in range(max_words - left):
                fits = (
                    (left <= free_before)
                    & (right <= free_after)
                    & (pivot_length + left + right <= max_words)
                )
                chosen = np.flatnonzero(fits)
                parts.append(
                    Spans(
                        start[chosen],
                        np.full(len(chosen), length),
                        low[chosen] - left,
                        pivot_length[chosen] + left + right,
                    )
                )
    return Spans(*map(np.concatenate, zip(*parts, strict=True)))


class _LinkedSpans:
    """For each word and length of a span that starts there: the first and last linked word.

    If there is none, or the span crosses the end of the sentence, the first is greater than the
    last.
    """

    def __init__(self, starts: Array, words: Array, linked: Array, longest: int) -> None:
        n_words = int(starts[-1])
        nowhere = int(linked.max(initial=0)) + 1
        low, high = np.full(n_words, nowhere), np.full(n_words, -1)
        np.minimum.at(low, words, linked)
        np.maximum.at(high, words, linked)
        free = high < 0
        ends = np.repeat(starts[1:], np.diff(starts))
        self.free_before, self.free_after = _free_runs(free, starts, ends, longest)
        lows, highs = [low], [high]
        for length in range(2, longest + 1):
            lows.append(np.minimum(lows[-1], _shifted(low, length - 1, nowhere)))
            highs.append(np.maximum(highs[-1], _shifted(high, length - 1, -1)))
        for length in range(2, longest + 1):
            outside = np.arange(n_words) + length > ends
            lows[length - 1][outside] = nowhere
            highs[length - 1][outside] = -1
        self.low, self.high = np.stack(lows), np.stack(highs)


def _shifted(values: Array, distance: int, fill: int) -> Array:
    """Return the values shifted to the left, with `fill` at the end."""
    return np.concatenate([values[distance:], np.full(min(distance, len(values)), fill)])


def _free_runs(free: Array, starts: Array, ends: Array, longest: int) -> tuple[Array, Array]:
    """Return how many unaligned words directly precede and follow each word, up to a limit."""
    n_words = len(free)
    positions = np.arange(n_words)
    begins = np.repeat(starts[:-1], np.diff(starts))
    before, after = np.zeros(n_words, np.int64), np.zeros(n_words, np.int64)
    extends_before, extends_after = np.ones(n_words, bool), np.ones(n_words, bool)
    for distance in range(1, longest):
        extends_before &= positions - distance >= begins
        extends_before[extends_before] = free[positions[extends_before] - distance]
        before += extends_before
        extends_after &= positions + distance < ends
        extends_after[extends_after] = free[positions[extends_after] + distance]
        after += extends_after
    return before, after
