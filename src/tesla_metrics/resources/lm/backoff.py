"""Back-off language models, and probabilities of sentences by a trie."""

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
    """N-grams of one order.

    grams    word ids of shape (n_ngrams, order)
    log10    log10 probability of each n-gram
    backoff  log10 back-off weight of each n-gram
    """

    ngrams: WordIds
    log10: Floats
    backoff: Floats


@dataclass(frozen=True)
class BackoffModel:
    """A back-off language model.

    words     words by id
    levels    n-grams of each order, from unigrams upwards; row i of the unigrams is word i
    settings  settings that were recorded when the model was built
    """

    words: list[str]
    levels: list[BackoffLevel]
    settings: Mapping[str, Any] = field(default_factory=dict)

    @property
    def order(self) -> int:
        return len(self.levels)

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the words and values that scores depend on."""
        checksum = hashlib.sha256("\n".join(self.words).encode("utf-8", "surrogatepass"))
        for level in self.levels:
            for values in (level.ngrams, level.log10, level.backoff):
                checksum.update(np.ascontiguousarray(values).tobytes())
        return checksum.hexdigest()


ABSENT = -1  # row of an n-gram that does not exist


class NgramRowError(ValueError):
    """Error for an invalid n-gram, with its order, its row and the reason."""

    def __init__(self, order: int, row: int, reason: str) -> None:
        super().__init__(f"{order}-gram {row + 1}: {reason}")
        self.order, self.row, self.reason = order, row, reason


@dataclass(frozen=True)
class TrieLevel:
    """N-grams of one order in a trie, sorted by key.

    keys     row of the context in the next lower level * number of words + id of the last word
    log10    log10 probability of each n-gram
    backoff  log10 back-off weight of each n-gram
    """

    keys: Integers
    log10: Floats
    backoff: Floats


@dataclass(frozen=True)
class NgramTrie:
    """Trie of n-grams.

    size    number of words
    levels  levels from unigrams upwards; the row of a unigram is the id of its word
    """

    n_words: int
    levels: list[TrieLevel]

    def find_rows(self, order: int, contexts: Integers, words: Integers) -> Integers:
        """Return the rows of n-grams of an order, or `ABSENT` for n-grams that do not exist.

        `contexts` are rows in the next lower level, `words` the ids of the last words.
        """
        keys = self.levels[order - 1].keys
        queries = contexts * self.n_words + words
        rows = np.searchsorted(keys, queries)
        is_known = (contexts != ABSENT) & (keys[np.minimum(rows, len(keys) - 1)] == queries)
        return np.where(is_known, rows, ABSENT)


def build_trie(model: BackoffModel) -> NgramTrie:
    """Build the trie of a model.

    Raise an NgramRowError if an n-gram occurs twice or its context is missing.
    """
    n_words = len(model.words)
    unigrams = model.levels[0]
    trie = NgramTrie(n_words, [TrieLevel(np.arange(n_words), unigrams.log10, unigrams.backoff)])
    for order, level in enumerate(model.levels[1:], 2):
        if not len(level.ngrams):
            break  # all n-grams of this order and above were pruned
        words = level.ngrams.astype(np.int64)
        contexts = words[:, 0]
        for lower_order in range(2, order):
            contexts = trie.find_rows(lower_order, contexts, words[:, lower_order - 1])
        rows_without_context = np.flatnonzero(contexts == ABSENT)
        if len(rows_without_context):
            raise NgramRowError(
                order,
                int(rows_without_context[0]),
                f"its first {order - 1} words are not an n-gram of the model",
            )
        keys = contexts * n_words + words[:, -1]
        sorted_rows = np.argsort(keys, kind="stable")
        keys = keys[sorted_rows]
        duplicates = np.flatnonzero(keys[1:] == keys[:-1])
        if len(duplicates):
            raise NgramRowError(order, int(sorted_rows[duplicates[0] + 1]), "it is a duplicate")
        trie.levels.append(TrieLevel(keys, level.log10[sorted_rows], level.backoff[sorted_rows]))
    return trie


_WORDS_PER_BATCH = 1 << 16


@dataclass(frozen=True)
class BackoffScorer:
    """Implementation of `LanguageModel` with numpy."""

    order: int
    words: Sequence[str]
    trie: NgramTrie
    text: TextSettings
    digest: str

    @property
    def name(self) -> str:
        return format_model_name(self.order, self.text, self.digest)

    def log10(self, sentence: Sequence[str]) -> float:
        return float(self._score([sentence])[0])

    def log10_words(self, sentence: Sequence[str]) -> list[float]:
        values: list[float] = self._compute_word_log10([sentence])[0].tolist()
        return values[1:]

    def log10_all(self, sentences: Sequence[Sequence[str]]) -> list[float]:
        values: list[float] = []
        batch: list[Sequence[str]] = []
        n_words = 0
        for sentence in sentences:
            batch.append(sentence)
            n_words += len(sentence)
            if n_words >= _WORDS_PER_BATCH:
                values += self._score(batch).tolist()
                batch, n_words = [], 0
        if batch:
            values += self._score(batch).tolist()
        return values

    @cached_property
    def _word_ids(self) -> dict[str, int]:
        """Ids of words in texts."""
        ids = {word: index for index, word in enumerate(self.words)}
        # A text that contains a reserved symbol means an ordinary, unknown word.
        for symbol in ALL_SYMBOLS:
            ids.pop(symbol, None)
        return ids

    @cached_property
    def _symbol_ids(self) -> tuple[int, int, int]:
        """Ids of <unk>, <s> and </s>."""
        unknown, start, end = (self.words.index(symbol) for symbol in (UNKNOWN, START, END))
        return unknown, start, end

    def _score(self, sentences: Sequence[Sequence[str]]) -> Floats:
        log10, starts = self._compute_word_log10(sentences)
        return np.add.reduceat(log10, starts)

    def _compute_word_log10(self, sentences: Sequence[Sequence[str]]) -> tuple[Floats, Integers]:
        """Return log10 probabilities of the words of all sentences, and the starts of sentences.

        The probabilities are concatenated. Each sentence starts with <s>, with the value 0.
        """
        unknown, start, end = self._symbol_ids
        get_id = self._word_ids.get
        lengths = np.fromiter(map(len, sentences), np.int64, len(sentences)) + 2
        starts = np.cumsum(lengths) - lengths
        words = np.full(int(lengths.sum()), end, dtype=np.int64)
        words[starts] = start
        is_word = np.ones(len(words), dtype=bool)
        is_word[starts] = is_word[starts + lengths - 1] = False
        words[is_word] = [get_id(word, unknown) for word in chain.from_iterable(sentences)]
        log10 = self._compute_conditional_log10(words, starts)
        log10[starts] = 0.0
        return log10, starts

    def _compute_conditional_log10(self, words: Integers, starts: Integers) -> Floats:
        """Return the log10 probability of each word given the words before it, with back-off."""
        levels = self.trie.levels
        log10 = levels[0].log10[words]
        contexts = np.roll(words, 1)
        contexts[starts] = ABSENT
        for order, level in enumerate(levels[1:], 2):
            rows = self.trie.find_rows(order, contexts, words)
            is_known = rows != ABSENT
            # For an unknown n-gram, back off to the shorter one with the weight of the context.
            penalty = np.where(contexts != ABSENT, levels[order - 2].backoff[contexts], 0.0)
            log10 = np.where(is_known, level.log10[rows], log10 + penalty)
            contexts = np.roll(rows, 1)
            contexts[starts] = ABSENT
        return log10


def make_scorer(model: BackoffModel, text: TextSettings | None = None) -> BackoffScorer:
    """Return a scorer of a model; `text` is required if the model does not record text settings."""
    text = text or TextSettings.from_dict(model.settings)
    return BackoffScorer(model.order, model.words, build_trie(model), text, model.digest)


def format_model_name(order: int, text: TextSettings, digest: str) -> str:
    """Return the name of a model as printed in signatures."""
    return f"{order}gram-{text.language or 'und'}@{digest[:8]}"
