"""Phrase pairs that agree with a word alignment (Koehn, Och & Marcu 2003), for many pairs at once.

A phrase pair has at least one link inside, and no word of it is linked to a word outside. For each
span of target words the least span of pivot words that holds all their links is found; it is
right if their links lead back into the span, and then it may grow over unaligned words at its
edges. Target words run through all sentences in one array, and so do pivot words.
"""

from typing import NamedTuple

import numpy as np

from ..arrays import Array


class Spans(NamedTuple):
    """Phrase pairs: where each side begins, counted over all sentences, and how long it is."""

    target: Array
    target_length: Array
    pivot: Array
    pivot_length: Array


def extract(target_starts: Array, pivot_starts: Array, links: Array, longest: int) -> Spans:
    """All phrase pairs of at most `longest` words on either side.

    Sentence s has the words starts[s] to starts[s + 1]; links are rows of target word and pivot
    word, counted over all sentences.
    """
    target = _Side(target_starts, links[:, 0], links[:, 1], longest)
    pivot = _Side(pivot_starts, links[:, 1], links[:, 0], longest)
    found = []
    for length in range(1, longest + 1):
        low, high = target.low[length - 1], target.high[length - 1]
        # A span that leaves its sentence has no links here: see _Side.
        start = np.flatnonzero((high >= low) & (high - low < longest))
        low, high = low[start], high[start]
        size = high - low + 1
        inside = (pivot.low[size - 1, low] >= start) & (pivot.high[size - 1, low] < start + length)
        start, low, size = start[inside], low[inside], size[inside]
        before, after = pivot.free_before[low], pivot.free_after[high[inside]]
        for left in range(longest):
            for right in range(longest - left):
                fits = (left <= before) & (right <= after) & (size + left + right <= longest)
                chosen = np.flatnonzero(fits)
                found.append(
                    Spans(
                        start[chosen],
                        np.full(len(chosen), length),
                        low[chosen] - left,
                        size[chosen] + left + right,
                    )
                )
    return Spans(*map(np.concatenate, zip(*found, strict=True)))


class _Side:
    """Per word and length of the span that begins there: the first and last word linked to it.

    Where there is none, or the span ends in the next sentence, the first is after the last.
    """

    def __init__(self, starts: Array, own: Array, other: Array, longest: int) -> None:
        words = int(starts[-1])
        nowhere = int(other.max(initial=0)) + 1
        low, high = np.full(words, nowhere), np.full(words, -1)
        np.minimum.at(low, own, other)
        np.maximum.at(high, own, other)
        free = high < 0
        ends = np.repeat(starts[1:], np.diff(starts))
        self.free_before, self.free_after = _free_runs(free, starts, ends, longest)
        lows, highs = [low], [high]
        for length in range(2, longest + 1):
            lows.append(np.minimum(lows[-1], _shifted(low, length - 1, nowhere)))
            highs.append(np.maximum(highs[-1], _shifted(high, length - 1, -1)))
        for length in range(2, longest + 1):
            outside = np.arange(words) + length > ends
            lows[length - 1][outside] = nowhere
            highs[length - 1][outside] = -1
        self.low, self.high = np.stack(lows), np.stack(highs)


def _shifted(values: Array, by: int, fill: int) -> Array:
    """The value so many places further on."""
    return np.concatenate([values[by:], np.full(min(by, len(values)), fill)])


def _free_runs(free: Array, starts: Array, ends: Array, longest: int) -> tuple[Array, Array]:
    """How many unaligned words stand right before and right after each word, up to a limit."""
    words = len(free)
    places = np.arange(words)
    begins = np.repeat(starts[:-1], np.diff(starts))
    before, after = np.zeros(words, np.int64), np.zeros(words, np.int64)
    back, on = np.ones(words, bool), np.ones(words, bool)
    for distance in range(1, longest):
        back &= places - distance >= begins
        back[back] = free[places[back] - distance]
        before += back
        on &= places + distance < ends
        on[on] = free[places[on] + distance]
        after += on
    return before, after
