"""Expectation maximisation for both directions at once, with a variational M-step.

Both directions have the same pairs of words, so these are found and numbered once. The M-step is
that of Riley & Gildea (2012): a sparse Dirichlet prior keeps rare words from explaining everything.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ...arrays import Array
from ..corpus import Corpus
from .diagonal import TENSION, adjust, distance, posterior
from .digamma import digamma
from .groups import Group, batches
from .lexicon import Direction, TranslationLexicon

_DIRICHLET = 0.01
_LINKS = 1 << 21  # in memory at a time, beside their numbers
_BLOCK = 1 << 20


def evenly_spaced(count: int, most: int) -> Array:
    """Which of so many sentence pairs are learnt from: every source has its share."""
    return np.arange(count) if count <= most else np.arange(most) * count // most


def learn(
    corpus: Corpus,
    sentences: Array,
    iterations: int,
    progress: Callable[[int], None] = lambda more: None,
) -> TranslationLexicon:
    """A lexicon from these sentence pairs; `progress` hears of every iteration."""
    size = corpus.pivot.aligned_size
    pairs, numbers = _number(corpus, sentences, size)
    target, pivot = np.divmod(pairs, size)
    sides = (
        _Learner(target, corpus.target.aligned_size, size, swapped=False),
        _Learner(pivot, size, corpus.target.aligned_size, swapped=True),
    )
    for iteration in range(iterations):
        for batch, own in zip(batches(corpus, sentences, _LINKS), numbers, strict=True):
            for side in sides:
                side.expect(batch, own)
        for side in sides:
            side.maximise(adjust_tension=iteration > 0)
        progress(1)
    return TranslationLexicon(pairs, size, sides[0].direction(), sides[1].direction())


class _Numbers(NamedTuple):
    """The pairs of words of a batch's links: few are distinct, and these lie close together."""

    places: Array  # among all pairs
    links: Array  # which of these each link has


def _number(corpus: Corpus, sentences: Array, size: int) -> tuple[Array, list[_Numbers]]:
    """The pairs of words that occur together, and for each batch those of its links."""
    found: list[Array] = []
    links: list[Array] = []
    for batch in batches(corpus, sentences, _LINKS):
        keys = np.concatenate([group.keys(size) for group in batch])
        own, inverse = np.unique(keys, return_inverse=True)
        found.append(own)
        links.append(inverse.astype(np.int32))
    pairs = _union(found)
    places = [np.searchsorted(pairs, own).astype(np.int32) for own in found]
    return pairs, list(map(_Numbers, places, links))


def _union(sorted_arrays: list[Array]) -> Array:
    # Two by two, so that no more than twice the result is ever held.
    while len(sorted_arrays) > 1:
        sorted_arrays = [
            _distinct(np.concatenate(sorted_arrays[at : at + 2]))
            for at in range(0, len(sorted_arrays), 2)
        ]
    return sorted_arrays[0] if sorted_arrays else np.zeros(0, np.int64)


def _distinct(values: Array) -> Array:
    # np.unique hashes, which takes longer here; merging two sorted halves is timsort's strength.
    values.sort(kind="stable")
    new = np.ones(len(values), bool)
    new[1:] = values[1:] != values[:-1]
    return values[new]


class _Learner:
    """One direction: words of one side are explained by words of the other."""

    def __init__(self, explaining: Array, explaining_size: int, size: int, swapped: bool) -> None:
        self._explaining = explaining.astype(np.int32)
        self._explaining_size = explaining_size
        self._swapped = swapped
        self._probabilities = np.ones(len(explaining), np.float32)
        self._none = np.ones(size, np.float32)
        self._tension = TENSION
        self._forget()

    def _forget(self) -> None:
        self._counts = np.zeros(len(self._probabilities))
        self._none_counts = np.zeros(len(self._none))
        self._sizes: Counter[tuple[int, int]] = Counter()
        self._far = self._explained = 0.0

    def expect(self, batch: list[Group], numbers: _Numbers) -> None:
        """Add to the counts what the batch makes one expect."""
        shares = self._probabilities[numbers.places][numbers.links]
        words, nones = [], []
        at = 0
        for group in batch:
            # A view: the posterior takes the place of the probability.
            links = shares[at : at + group.links].reshape(-1, group.rows, group.columns)
            at += group.links
            explained = group.pivot
            if self._swapped:
                links, explained = links.swapaxes(1, 2), group.target
            none = posterior(links, self._none[explained], self._tension)
            words.append(explained.reshape(-1))
            nones.append(none.reshape(-1))
            sizes = links.shape[1], links.shape[2]
            self._far += float((links.sum(axis=0) * distance(*sizes)).sum())
            self._explained += float(none.size - none.sum())
            self._sizes[sizes] += len(links)
        self._none_counts += np.bincount(
            np.concatenate(words), np.concatenate(nones), len(self._none_counts)
        )
        self._counts[numbers.places] += np.bincount(numbers.links, shares, len(numbers.places))

    def maximise(self, adjust_tension: bool) -> None:
        """New probabilities from the counts."""
        self._none = _normalised(self._none_counts)
        self._counts += _DIRICHLET
        sums = np.bincount(self._explaining, self._counts, self._explaining_size)
        totals = digamma(np.maximum(sums, _DIRICHLET))
        for start in range(0, len(self._counts), _BLOCK):
            block = slice(start, start + _BLOCK)
            logs = digamma(self._counts[block]) - totals[self._explaining[block]]
            self._probabilities[block] = np.exp(logs)
        if adjust_tension and self._explained:
            self._tension = adjust(self._tension, self._sizes, self._far / self._explained)
        self._forget()

    def direction(self) -> Direction:
        """The model of this direction as it is now."""
        return Direction(self._probabilities, self._none, self._tension)


def _normalised(counts: Array) -> Array:
    counts = counts + _DIRICHLET
    return np.exp(digamma(counts) - digamma(counts.sum(keepdims=True))).astype(np.float32)
