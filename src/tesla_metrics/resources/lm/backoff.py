"""Back-off models, their tries, and the probability of sentences."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

import numpy as np

from ...arrays import Floats
from .counts import Integers, WordIds
from .text import ALL_SYMBOLS, END, START, UNKNOWN, TextSettings


@dataclass(frozen=True)
class BackoffLevel:
    """The n-grams of one order, one row each: word ids, log10 probability and log10 back-off."""

    grams: WordIds
    log10: Floats
    backoff: Floats


@dataclass(frozen=True)
class BackoffModel:
    """The words by id, and the levels from unigrams upwards; row i of the unigrams is word i."""

    words: list[str]
    levels: list[BackoffLevel]
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def order(self) -> int:
        return len(self.levels)

    @cached_property
    def digest(self) -> str:
        """A checksum of everything that scores depend on."""
        checksum = hashlib.sha256("\n".join(self.words).encode("utf-8", "surrogatepass"))
        for level in self.levels:
            for part in (level.grams, level.log10, level.backoff):
                checksum.update(np.ascontiguousarray(part).tobytes())
        return checksum.hexdigest()


ABSENT = -1


class NgramRowError(ValueError):
    """An invalid n-gram: its order, its row and the reason."""

    def __init__(self, order: int, row: int, reason: str) -> None:
        super().__init__(f"{order}-gram {row + 1}: {reason}")
        self.order, self.row, self.reason = order, row, reason


@dataclass(frozen=True)
class TrieLevel:
    """Keys in ascending order, with the log10 probability and back-off weight of each n-gram.

    A key is the row of the context in the level below, times the number of words, plus the last
    word.
    """

    keys: Integers
    log10: Floats
    backoff: Floats


@dataclass(frozen=True)
class Trie:
    """Levels from unigrams upwards; the row of a unigram is the id of its word.

    size    the number of words
    """

    size: int
    levels: list[TrieLevel]

    def find(self, order: int, contexts: Integers, words: Integers) -> Integers:
        """Return the rows of the n-grams of this order, `ABSENT` for those that do not exist."""
        keys = self.levels[order - 1].keys
        queries = contexts * self.size + words
        rows = np.searchsorted(keys, queries)
        is_known = (contexts != ABSENT) & (keys[np.minimum(rows, len(keys) - 1)] == queries)
        return np.where(is_known, rows, ABSENT)


def build_trie(model: BackoffModel) -> Trie:
    """Build the trie of a model; raise `NgramRowError` for a duplicate n-gram or a missing
    context.
    """
    size = len(model.words)
    unigrams = model.levels[0]
    trie = Trie(size, [TrieLevel(np.arange(size), unigrams.log10, unigrams.backoff)])
    for order, level in enumerate(model.levels[1:], 2):
        if not len(level.grams):
            break  # all n-grams of this order and above were pruned
        words = level.grams.astype(np.int64)
        contexts = words[:, 0]
        for lower in range(2, order):
            contexts = trie.find(lower, contexts, words[:, lower - 1])
        orphans = np.flatnonzero(contexts == ABSENT)
        if len(orphans):
            raise NgramRowError(
                order,
                int(orphans[0]),
                f"its first {order - 1} words are not an n-gram of the model",
            )
        keys = contexts * size + words[:, -1]
        rows = np.argsort(keys, kind="stable")
        keys = keys[rows]
        duplicates = np.flatnonzero(keys[1:] == keys[:-1])
        if len(duplicates):
            raise NgramRowError(order, int(rows[duplicates[0] + 1]), "it is a duplicate")
        trie.levels.append(TrieLevel(keys, level.log10[rows], level.backoff[rows]))
    return trie


_BATCH_WORDS = 1 << 16


@dataclass(frozen=True)
class BackoffScorer:
    """A `LanguageModel` implemented with numpy."""

    order: int
    words: Sequence[str]
    trie: Trie
    text: TextSettings
    digest: str

    @property
    def name(self) -> str:
        return model_name(self.order, self.text, self.digest)

    def log10(self, sentence: Sequence[str]) -> float:
        return float(self._score([sentence])[0])

    def log10_words(self, sentence: Sequence[str]) -> list[float]:
        values: list[float] = self._word_log10([sentence])[0].tolist()
        return values[1:]

    def log10_all(self, sentences: Sequence[Sequence[str]]) -> list[float]:
        values: list[float] = []
        block: list[Sequence[str]] = []
        size = 0
        for sentence in sentences:
            block.append(sentence)
            size += len(sentence)
            if size >= _BATCH_WORDS:
                values += self._score(block).tolist()
                block, size = [], 0
        return values + self._score(block).tolist() if block else values

    @cached_property
    def _ids(self) -> dict[str, int]:
        ids = {word: index for index, word in enumerate(self.words)}
        # In a text these symbols are ordinary words, and unknown.
        for symbol in ALL_SYMBOLS:
            ids.pop(symbol, None)
        return ids

    @cached_property
    def _symbols(self) -> tuple[int, int, int]:
        unknown, start, end = (self.words.index(s) for s in (UNKNOWN, START, END))
        return unknown, start, end

    def _score(self, sentences: Sequence[Sequence[str]]) -> Floats:
        log10, starts = self._word_log10(sentences)
        return np.add.reduceat(log10, starts)

    def _word_log10(self, sentences: Sequence[Sequence[str]]) -> tuple[Floats, Integers]:
        """Return log10 P of the words of all sentences, concatenated, and where each one starts.

        Each sentence starts with <s>, whose value is 0.
        """
        unknown, start, end = self._symbols
        word_id = self._ids.get
        lengths = np.fromiter(map(len, sentences), np.int64, len(sentences)) + 2
        starts = np.cumsum(lengths) - lengths
        words = np.full(int(lengths.sum()), end, dtype=np.int64)
        words[starts] = start
        is_word = np.ones(len(words), dtype=bool)
        is_word[starts] = is_word[starts + lengths - 1] = False
        words[is_word] = [word_id(word, unknown) for word in chain.from_iterable(sentences)]
        log10 = self._conditional_log10(words, starts)
        log10[starts] = 0.0
        return log10, starts

    def _conditional_log10(self, words: Integers, starts: Integers) -> Floats:
        """Return log10 P of each word given the words before it, with back-off."""
        levels = self.trie.levels
        log10 = levels[0].log10[words]
        contexts = np.roll(words, 1)
        contexts[starts] = ABSENT
        for order, level in enumerate(levels[1:], 2):
            rows = self.trie.find(order, contexts, words)
            is_known = rows != ABSENT
            # A shorter n-gram gets the back-off weight of each known context that it does not
            # include.
            penalty = np.where(contexts != ABSENT, levels[order - 2].backoff[contexts], 0.0)
            log10 = np.where(is_known, level.log10[rows], log10 + penalty)
            contexts = np.roll(rows, 1)
            contexts[starts] = ABSENT
        return log10


def make_scorer(model: BackoffModel, text: TextSettings | None = None) -> BackoffScorer:
    """Return a scorer for a trained model; `text` is needed if its settings do not include it."""
    text = text or TextSettings.from_dict(model.settings)
    return BackoffScorer(model.order, model.words, build_trie(model), text, model.digest)


def model_name(order: int, text: TextSettings, digest: str) -> str:
    """Return the name of a model as printed in signatures."""
    return f"{order}gram-{text.language or 'und'}@{digest[:8]}"
