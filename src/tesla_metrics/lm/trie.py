"""Finds n-grams: each level's are sorted by (row of the context one level below, last word)."""

from dataclasses import dataclass

import numpy as np

from ..arrays import Floats
from .backoff import BackoffModel
from .counts import Integers

ABSENT = -1


class RowError(ValueError):
    """An n-gram that cannot be in a model: its order, its row, and why."""

    def __init__(self, order: int, row: int, reason: str) -> None:
        super().__init__(f"{order}-gram {row + 1}: {reason}")
        self.order, self.row, self.reason = order, row, reason


@dataclass(frozen=True)
class TrieLevel:
    """Keys, rising, with what stands at each."""

    keys: Integers
    log10: Floats
    backoff: Floats


@dataclass(frozen=True)
class Trie:
    """Levels from unigrams on; the row of a unigram is its word's number."""

    size: int
    levels: list[TrieLevel]

    def find(self, order: int, contexts: Integers, words: Integers) -> Integers:
        """Rows of the n-grams of this order, `ABSENT` where there is none."""
        keys = self.levels[order - 1].keys
        wanted = contexts * self.size + words
        rows = np.searchsorted(keys, wanted)
        hit = (contexts != ABSENT) & (keys[np.minimum(rows, len(keys) - 1)] == wanted)
        return np.where(hit, rows, ABSENT)


def build_trie(model: BackoffModel) -> Trie:
    """Refuses n-grams that stand twice or whose context is none."""
    size = len(model.words)
    unigrams = model.levels[0]
    trie = Trie(size, [TrieLevel(np.arange(size), unigrams.log10, unigrams.backoff)])
    for order, level in enumerate(model.levels[1:], 2):
        if not len(level.grams):
            break  # pruned away, and with it all above
        words = level.grams.astype(np.int64)
        contexts = words[:, 0]
        for below in range(2, order):
            contexts = trie.find(below, contexts, words[:, below - 1])
        lost = np.flatnonzero(contexts == ABSENT)
        if len(lost):
            raise RowError(order, int(lost[0]), f"its first {order - 1} words are no n-gram")
        keys = contexts * size + words[:, -1]
        rows = np.argsort(keys, kind="stable")
        keys = keys[rows]
        twice = np.flatnonzero(keys[1:] == keys[:-1])
        if len(twice):
            raise RowError(order, int(rows[twice[0] + 1]), "it stands there twice")
        trie.levels.append(TrieLevel(keys, level.log10[rows], level.backoff[rows]))
    return trie
