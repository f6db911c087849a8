"""N-grams of the references that some systems match more often than others."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Array, Floats, Indices
from .study import NumberedTexts

MAX_NGRAM_LENGTH = 4
# Maximum number of n-grams per length: enough to show differences of any two of 15 systems.
MAX_NGRAMS = 1000
_NO_NGRAM = -1


class DistinctiveNgrams(NamedTuple):
    """N-grams of one length that distinguish systems.

    words             word numbers of each n-gram, array of shape (n_ngrams, n)
    reference_counts  count of each n-gram in the references
    matched_counts    counts in the outputs, array of shape (n_ngrams, n_systems); in each segment,
                      at most the count in its references
    """

    words: Indices
    reference_counts: Indices
    matched_counts: Indices


def find_distinctive_ngrams(
    references: NumberedTexts,
    systems: Sequence[NumberedTexts],
    vocabulary_size: int,
    max_ngrams: int = MAX_NGRAMS,
) -> Iterator[DistinctiveNgrams]:
    """Yield for n = 1, 2, ... the n-grams with the largest differences between systems.

    An n-gram is represented by an integer key: for n = 1 the word number, otherwise the index of
    the (n-1)-gram and the number of the last word. `keys` has the key at each word of each text.
    """
    keys = [texts.words for texts in (references, *systems)]
    for n in range(1, MAX_NGRAM_LENGTH + 1):
        unique_keys, first_indices = np.unique(keys[0][keys[0] != _NO_NGRAM], return_index=True)
        if not len(unique_keys):
            return
        starts = np.flatnonzero(keys[0] != _NO_NGRAM)[first_indices]
        ids = [_find_indices(unique_keys, text_keys) for text_keys in keys]
        segment_keys, reference_counts = _count_ngrams(references, ids[0], len(unique_keys))
        matched_totals = np.empty((len(unique_keys), len(systems)), dtype=np.intp)
        for column, (texts, ngram_ids) in enumerate(zip(systems, ids[1:], strict=True)):
            matched_counts = np.minimum(
                _look_up_counts(segment_keys, *_count_ngrams(texts, ngram_ids, len(unique_keys))),
                reference_counts,
            )
            matched_totals[:, column] = np.bincount(
                segment_keys % len(unique_keys), matched_counts, len(unique_keys)
            )
        reference_totals = np.bincount(
            segment_keys % len(unique_keys), reference_counts, len(unique_keys)
        ).astype(np.intp)
        selected = _select_ngrams(matched_totals, reference_totals, max_ngrams)
        words = references.words[starts[selected][:, None] + np.arange(n)]
        yield DistinctiveNgrams(words, reference_totals[selected], matched_totals[selected])
        texts_with_ids = zip((references, *systems), ids, strict=True)
        keys = [
            _extend_ngrams(texts, ngram_ids, n, vocabulary_size)
            for texts, ngram_ids in texts_with_ids
        ]


def compute_matched_shares(references: NumberedTexts, texts: NumberedTexts) -> Floats:
    """Return for each word of the references its matched share, from 0 to 1.

    This is the count of the word in the text of the same segment, divided by its count in the
    references, and at most 1.
    """
    unique_words = np.unique(references.words)
    word_ids = _find_indices(unique_words, references.words)
    segment_keys, reference_counts = _count_ngrams(references, word_ids, len(unique_words))
    text_counts = _count_ngrams(texts, _find_indices(unique_words, texts.words), len(unique_words))
    matched_counts = np.minimum(_look_up_counts(segment_keys, *text_counts), reference_counts)
    word_keys = references.segments[references.texts] * len(unique_words) + word_ids
    shares: Floats = (matched_counts / reference_counts)[np.searchsorted(segment_keys, word_keys)]
    return shares


def _select_ngrams(matched_counts: Indices, reference_counts: Indices, max_ngrams: int) -> Indices:
    """Return the indices of the n-grams with the most reliable differences between systems.

    Differences are divided by the square root of the count, which is about its standard deviation.
    A single system is compared with a system that matches everything.
    """
    max_counts = reference_counts if matched_counts.shape[1] == 1 else matched_counts.max(axis=1)
    count_range = max_counts - matched_counts.min(axis=1)
    deviations = np.sqrt(matched_counts.sum(axis=1) + 1)
    order = np.argsort(-count_range / deviations, kind="stable")[:max_ngrams]
    distinctive: Indices = order[count_range[order] > 0]
    return distinctive


def _find_indices(sorted_keys: Array, keys: Array) -> Indices:
    """Return the index of each key in `sorted_keys`, or _NONE."""
    indices = np.minimum(np.searchsorted(sorted_keys, keys), len(sorted_keys) - 1)
    return np.where((sorted_keys[indices] == keys) & (keys != _NO_NGRAM), indices, _NO_NGRAM)


def _extend_ngrams(texts: NumberedTexts, ids: Indices, n: int, vocabulary_size: int) -> Array:
    """Return the key of each n-gram extended by the next word of its text.

    _NONE if the n-gram has no index or the text ends.
    """
    end = max(len(texts.words) - n, 0)
    is_inside = (ids[:end] != _NO_NGRAM) & (texts.texts[:end] == texts.texts[n:][:end])
    extended_keys = ids[:end].astype(np.int64) * vocabulary_size + texts.words[n:][:end]
    return np.where(is_inside, extended_keys, _NO_NGRAM)


def _count_ngrams(texts: NumberedTexts, ids: Indices, size: int) -> tuple[Array, Array]:
    """Count the n-grams of each segment; with several texts, the maximum over its texts.

    Return sorted keys and their counts. The key of an n-gram in a segment is segment * size + id,
    where `size` is the number of distinct n-grams.
    """
    valid_positions = np.flatnonzero(ids != _NO_NGRAM)
    text_keys, counts = np.unique(
        texts.texts[valid_positions] * size + ids[valid_positions], return_counts=True
    )
    keys = texts.segments[text_keys // size] * size + text_keys % size
    unique_keys, inverse = np.unique(keys, return_inverse=True)
    max_counts = np.zeros(len(unique_keys), dtype=np.intp)
    np.maximum.at(max_counts, inverse.ravel(), counts)
    return unique_keys, max_counts


def _look_up_counts(keys: Array, known_keys: Array, counts: Array) -> Array:
    """Return the counts of these keys; 0 for unknown keys."""
    if not len(known_keys):
        return np.zeros(len(keys), dtype=np.intp)
    indices = np.minimum(np.searchsorted(known_keys, keys), len(known_keys) - 1)
    return np.where(known_keys[indices] == keys, counts[indices], 0)
