"""Scores sentences with a back-off model, all words of all sentences at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

import numpy as np

from ..arrays import Floats
from .backoff import BackoffModel
from .counts import Integers
from .symbols import END, IS_SYMBOL, START, UNKNOWN
from .text import TextSettings
from .trie import ABSENT, Trie, build_trie

_WORDS = 1 << 16


@dataclass(frozen=True)
class BackoffScorer:
    """A `LanguageModel` in numpy."""

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
        each: list[float] = self._each([sentence])[0].tolist()
        return each[1:]

    def log10_all(self, sentences: Sequence[Sequence[str]]) -> list[float]:
        values: list[float] = []
        block: list[Sequence[str]] = []
        size = 0
        for sentence in sentences:
            block.append(sentence)
            size += len(sentence)
            if size >= _WORDS:
                values += self._score(block).tolist()
                block, size = [], 0
        return values + self._score(block).tolist() if block else values

    @cached_property
    def _ids(self) -> dict[str, int]:
        ids = {word: number for number, word in enumerate(self.words)}
        # In a text these are words like any other, and unknown ones.
        for symbol in IS_SYMBOL:
            ids.pop(symbol, None)
        return ids

    @cached_property
    def _symbols(self) -> tuple[int, int, int]:
        unknown, start, end = (self.words.index(s) for s in (UNKNOWN, START, END))
        return unknown, start, end

    def _score(self, sentences: Sequence[Sequence[str]]) -> Floats:
        log10, starts = self._each(sentences)
        return np.add.reduceat(log10, starts)

    def _each(self, sentences: Sequence[Sequence[str]]) -> tuple[Floats, Integers]:
        """The words of all sentences in one array, <s> before each and for nothing."""
        unknown, start, end = self._symbols
        number = self._ids.get
        lengths = np.fromiter(map(len, sentences), np.int64, len(sentences)) + 2
        starts = np.cumsum(lengths) - lengths
        words = np.full(int(lengths.sum()), end, dtype=np.int64)
        words[starts] = start
        proper = np.ones(len(words), dtype=bool)
        proper[starts] = proper[starts + lengths - 1] = False
        words[proper] = [number(word, unknown) for word in chain.from_iterable(sentences)]
        log10 = self._words(words, starts)
        log10[starts] = 0.0
        return log10, starts

    def _words(self, words: Integers, starts: Integers) -> Floats:
        """log10 of each word given those before it, by the longest n-gram and its back-offs."""
        levels = self.trie.levels
        log10 = levels[0].log10[words]
        contexts = np.roll(words, 1)
        contexts[starts] = ABSENT
        for order, level in enumerate(levels[1:], 2):
            rows = self.trie.find(order, contexts, words)
            hit = rows != ABSENT
            # A shorter n-gram pays the back-off of each known context it falls short of.
            paid = np.where(contexts != ABSENT, levels[order - 2].backoff[contexts], 0.0)
            log10 = np.where(hit, level.log10[rows], log10 + paid)
            contexts = np.roll(rows, 1)
            contexts[starts] = ABSENT
        return log10


def make_scorer(model: BackoffModel, text: TextSettings | None = None) -> BackoffScorer:
    """For a model that was trained just now; `text` where its settings do not say."""
    text = text or TextSettings.from_facts(model.settings)
    return BackoffScorer(model.order, model.words, build_trie(model), text, model.digest)


def model_name(order: int, text: TextSettings, digest: str) -> str:
    """What signatures print."""
    return f"{order}gram-{text.language or 'und'}@{digest[:8]}"
