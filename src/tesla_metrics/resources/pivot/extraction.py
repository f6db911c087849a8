"""Extract phrase pairs that are consistent with a word alignment.

A phrase pair has at least one link inside, and none of its words is linked to a word outside. For
each span of target words, the smallest span of pivot words that contains all their links is
determined. The pair is valid if all links of the pivot span are to words of the target span; the
pivot span may then be extended by unaligned words at its edges. The words of all sentences of a
side are in one array, and indices of words refer to this array.
"""

from typing import NamedTuple

import numpy as np

from ...arrays import Array


class Spans(NamedTuple):
    """Phrase pairs: the index of the first word and the number of words of both sides."""

    target_start: Array  # first target words
    target_length: Array
    pivot_start: Array  # first pivot words
    pivot_length: Array


def extract_phrase_pairs(
    target_starts: Array, pivot_starts: Array, links: Array, max_words: int
) -> Spans:
    """Return all phrase pairs with at most `max_words` words on either side.

    The words of sentence s have the indices starts[s] to starts[s + 1]. Each row of `links` has the
    indices of a target word and a pivot word.
    """
    target = _LinkedSpans(target_starts, links[:, 0], links[:, 1], max_words)
    pivot = _LinkedSpans(pivot_starts, links[:, 1], links[:, 0], max_words)
    parts = []
    for length in range(1, max_words + 1):
        first_pivot, last_pivot = target.first[length - 1], target.last[length - 1]
        # A span that crosses the end of its sentence has no links: see `_LinkedSpans`.
        has_links = last_pivot >= first_pivot
        start = np.flatnonzero(has_links & (last_pivot - first_pivot < max_words))
        first_pivot, last_pivot = first_pivot[start], last_pivot[start]
        pivot_length = last_pivot - first_pivot + 1
        is_valid = (pivot.first[pivot_length - 1, first_pivot] >= start) & (
            pivot.last[pivot_length - 1, first_pivot] < start + length
        )
        start, pivot_length = start[is_valid], pivot_length[is_valid]
        first_pivot, last_pivot = first_pivot[is_valid], last_pivot[is_valid]
        free_before, free_after = pivot.free_before[first_pivot], pivot.free_after[last_pivot]
        # Extend the pivot span by unaligned words to the left and to the right.
        for left in range(max_words):
            for right in range(max_words - left):
                fits = (
                    (left <= free_before)
                    & (right <= free_after)
                    & (pivot_length + left + right <= max_words)
                )
                selected = np.flatnonzero(fits)
                parts.append(
                    Spans(
                        start[selected],
                        np.full(len(selected), length),
                        first_pivot[selected] - left,
                        pivot_length[selected] + left + right,
                    )
                )
    return Spans(*map(np.concatenate, zip(*parts, strict=True)))


class _LinkedSpans:
    """The linked words of the other side for all spans of one side.

    `starts` has the first word of each sentence and the end of the last one. Link k is between
    `words[k]` of this side and `linked[k]` of the other side.

    first, last     [length - 1, start]: the first and the last linked word of a span. If the span
                    has no links or crosses the end of the sentence, first is greater than last.
    free_before     for each word, the number of unaligned words directly before it
    free_after      for each word, the number of unaligned words directly after it
    """

    def __init__(self, starts: Array, words: Array, linked: Array, max_length: int) -> None:
        n_words = int(starts[-1])
        no_word = int(linked.max(initial=0)) + 1  # greater than every linked word
        first, last = np.full(n_words, no_word), np.full(n_words, -1)
        np.minimum.at(first, words, linked)
        np.maximum.at(last, words, linked)
        is_free = last < 0
        sentence_ends = np.repeat(
            starts[1:], np.diff(starts)
        )  # for each word, the end of its sentence
        self.free_before, self.free_after = _count_free_words(
            is_free, starts, sentence_ends, max_length
        )
        firsts, lasts = [first], [last]
        for length in range(2, max_length + 1):
            firsts.append(np.minimum(firsts[-1], _shift_left(first, length - 1, no_word)))
            lasts.append(np.maximum(lasts[-1], _shift_left(last, length - 1, -1)))
        for length in range(2, max_length + 1):
            is_outside = np.arange(n_words) + length > sentence_ends
            firsts[length - 1][is_outside] = no_word
            lasts[length - 1][is_outside] = -1
        self.first, self.last = np.stack(firsts), np.stack(lasts)


def _shift_left(values: Array, distance: int, fill: int) -> Array:
    """Shift values to the left by `distance`, and fill the end with `fill`."""
    return np.concatenate([values[distance:], np.full(min(distance, len(values)), fill)])


def _count_free_words(
    is_free: Array, starts: Array, sentence_ends: Array, max_length: int
) -> tuple[Array, Array]:
    """Return the number of unaligned words directly before and directly after each word.

    `is_free` says which words are unaligned. At most `max_length` - 1 words are counted.
    """
    n_words = len(is_free)
    word_indices = np.arange(n_words)
    sentence_starts = np.repeat(starts[:-1], np.diff(starts))
    n_before, n_after = np.zeros(n_words, np.int64), np.zeros(n_words, np.int64)
    extends_before, extends_after = np.ones(n_words, bool), np.ones(n_words, bool)
    for distance in range(1, max_length):
        extends_before &= word_indices - distance >= sentence_starts
        extends_before[extends_before] = is_free[word_indices[extends_before] - distance]
        n_before += extends_before
        extends_after &= word_indices + distance < sentence_ends
        extends_after[extends_after] = is_free[word_indices[extends_after] + distance]
        n_after += extends_after
    return n_before, n_after
