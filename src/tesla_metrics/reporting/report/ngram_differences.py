"""N-grams of the references that some systems match more often than others."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Array, Floats, Indices
from .study import NumberedTexts

MAX_NGRAM_LENGTH = 4
# Maximum number of n-grams per length: enough for every pair of 15 systems to find its differences.
MAX_NGRAMS = 1000
_NONE = -1


class DistinctiveNgrams(NamedTuple):
    """N-grams of one length: words, counts in the references, and matched counts of systems.

    matched_counts  one row per n-gram, one column per system; occurrences in a segment count at
                    most as often as in its references
    """

    words: Indices
    reference_counts: Indices
    matched_counts: Indices


def distinctive_ngrams(
    references: NumberedTexts,
    systems: Sequence[NumberedTexts],
    vocabulary_size: int,
    max_ngrams: int = MAX_NGRAMS,
) -> Iterator[DistinctiveNgrams]:
    """Yield for n = 1, 2, ... the n-grams with the largest differences between systems."""
    keys = [texts.words for texts in (references, *systems)]
    for n in range(1, MAX_NGRAM_LENGTH + 1):
        unique_grams, first = np.unique(keys[0][keys[0] != _NONE], return_index=True)
        if not len(unique_grams):
            return
        starts = np.flatnonzero(keys[0] != _NONE)[first]
        ids = [_index_of_keys(unique_grams, text_keys) for text_keys in keys]
        segment_grams, reference_counts = _count_grams(references, ids[0], len(unique_grams))
        got = np.empty((len(unique_grams), len(systems)), dtype=np.intp)
        for column, (texts, gram_ids) in enumerate(zip(systems, ids[1:], strict=True)):
            matched_counts = np.minimum(
                _counts_at(segment_grams, *_count_grams(texts, gram_ids, len(unique_grams))),
                reference_counts,
            )
            got[:, column] = np.bincount(
                segment_grams % len(unique_grams), matched_counts, len(unique_grams)
            )
        all_wanted = np.bincount(
            segment_grams % len(unique_grams), reference_counts, len(unique_grams)
        ).astype(np.intp)
        chosen = _select_grams(got, all_wanted, max_ngrams)
        words = references.words[starts[chosen][:, None] + np.arange(n)]
        yield DistinctiveNgrams(words, all_wanted[chosen], got[chosen])
        pairs = zip((references, *systems), ids, strict=True)
        keys = [_extend_grams(texts, gram_ids, n, vocabulary_size) for texts, gram_ids in pairs]


def matched_words(references: NumberedTexts, texts: NumberedTexts) -> Floats:
    """Return for each word of the references its share (0 to 1) in the text of its segment."""
    unique_words = np.unique(references.words)
    word_ids = _index_of_keys(unique_words, references.words)
    segment_words, reference_counts = _count_grams(references, word_ids, len(unique_words))
    text_counts = _count_grams(texts, _index_of_keys(unique_words, texts.words), len(unique_words))
    matched_counts = np.minimum(_counts_at(segment_words, *text_counts), reference_counts)
    word_keys = references.segments[references.texts] * len(unique_words) + word_ids
    shares: Floats = (matched_counts / reference_counts)[np.searchsorted(segment_words, word_keys)]
    return shares


def _select_grams(matched_counts: Indices, reference_counts: Indices, max_grams: int) -> Indices:
    """Return the n-grams with the most reliable differences.

    The standard deviation of a count is about its square root, so differences are divided by that.
    A single system is compared with one that matches everything.
    """
    highest = reference_counts if matched_counts.shape[1] == 1 else matched_counts.max(axis=1)
    count_range = highest - matched_counts.min(axis=1)
    order = np.argsort(-count_range / np.sqrt(matched_counts.sum(axis=1) + 1), kind="stable")[
        :max_grams
    ]
    telling: Indices = order[count_range[order] > 0]
    return telling


def _index_of_keys(sorted_keys: Array, keys: Array) -> Indices:
    """Return the index of each key, or _NONE."""
    indices = np.minimum(np.searchsorted(sorted_keys, keys), len(sorted_keys) - 1)
    return np.where((sorted_keys[indices] == keys) & (keys != _NONE), indices, _NONE)


def _extend_grams(texts: NumberedTexts, ids: Indices, n: int, vocabulary: int) -> Array:
    """Return a number for each n-gram with the word that follows it in its text."""
    end = max(len(texts.words) - n, 0)
    is_inside = (ids[:end] != _NONE) & (texts.texts[:end] == texts.texts[n:][:end])
    following = ids[:end].astype(np.int64) * vocabulary + texts.words[n:][:end]
    return np.where(is_inside, following, _NONE)


def _count_grams(texts: NumberedTexts, ids: Indices, size: int) -> tuple[Array, Array]:
    """Count n-grams by segment, as the maximum over its texts; (segment, n-gram) is one number."""
    valid = np.flatnonzero(ids != _NONE)
    text_grams, counts = np.unique(texts.texts[valid] * size + ids[valid], return_counts=True)
    keys = texts.segments[text_grams // size] * size + text_grams % size
    unique_keys, inverse = np.unique(keys, return_inverse=True)
    max_counts = np.zeros(len(unique_keys), dtype=np.intp)
    np.maximum.at(max_counts, inverse.ravel(), counts)
    return unique_keys, max_counts


def _counts_at(keys: Array, known_keys: Array, counts: Array) -> Array:
    """Return the counts of these keys; 0 for unknown keys."""
    if not len(known_keys):
        return np.zeros(len(keys), dtype=np.intp)
    indices = np.minimum(np.searchsorted(known_keys, keys), len(known_keys) - 1)
    return np.where(known_keys[indices] == keys, counts[indices], 0)
