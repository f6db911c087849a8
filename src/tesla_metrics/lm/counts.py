"""Counts of n-grams: sentences in, distinct n-grams with counts out.

A sentence is padded with <s> so that every word, and </s>, ends an n-gram of the full order; the
lower orders are suffixes of these. N-grams are sorted by their last word, then the one before it,
and so on: those that share a suffix stand together.

Memory goes with the number of distinct n-grams, not with the length of the text: the words read
since the last time are counted and merged whenever there are `CHUNK` of them.
"""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..arrays import Flags
from ..errors import InputError, UsageError
from .symbols import END_ID, IS_SYMBOL, START_ID, SYMBOLS

CHUNK = 1 << 22
MAX_ORDER = 6

Integers: TypeAlias = NDArray[np.int64]
WordIds: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True)
class NgramCounts:
    """Distinct n-grams of one order, sorted by suffix; `columns[i]` has each one's word i."""

    words: list[str]
    columns: list[WordIds]
    counts: Integers

    @property
    def order(self) -> int:
        return len(self.columns)


def check_order(order: int) -> int:
    """The order, where there are models of it."""
    if not 1 <= order <= MAX_ORDER:
        raise UsageError(f"order {order}: give a number from 1 to {MAX_ORDER}")
    return order


class NumberedText:
    """Sentences as numbers of their words, padded; words are numbered in the order they come."""

    def __init__(self, order: int) -> None:
        self.words = _Ids({symbol: number for number, symbol in enumerate(SYMBOLS)})
        self._start = [START_ID] * (order - 1)
        self._text = array("i")

    def __len__(self) -> int:
        return len(self._text)

    def add(self, sentence: Sequence[str]) -> None:
        """A sentence without words is <s> </s>, as in lmplz."""
        if not IS_SYMBOL.isdisjoint(sentence):
            symbol = next(word for word in sentence if word in IS_SYMBOL)
            raise InputError(f"the text has the word {symbol}, which language models reserve")
        self._text.extend(self._start)
        self._text.extend(map(self.words.__getitem__, sentence))
        self._text.append(END_ID)

    def take(self) -> WordIds:
        """What was added since the last time."""
        text, self._text = np.array(self._text, dtype=np.int32), array("i")
        return text


class NgramCounter:
    """Counts n-grams in little memory: `add` sentences, then `finish`."""

    def __init__(self, order: int, chunk: int = CHUNK) -> None:
        self.order = check_order(order)
        self.sentences = self.tokens = 0
        self._chunk = chunk
        self._text = NumberedText(order)
        self._runs: list[NgramRun] = []
        self._merged = 0

    def add(self, sentence: Sequence[str]) -> None:
        """Count a sentence's n-grams."""
        self._text.add(sentence)
        self.sentences += 1
        self.tokens += len(sentence)
        if len(self._text) >= self._chunk:
            self._count_text()

    def finish(self) -> NgramCounts:
        """The counts of all sentences that were added."""
        check_words(self.tokens)
        self._count_text()
        self._merge()
        (run,) = self._runs
        return NgramCounts(list(self._text.words), run.columns, run.counts)

    def _count_text(self) -> None:
        if not self._text:
            return
        self._runs.append(count_text(self._text.take(), self.order, len(self._text.words)))
        # Doubling keeps the work of merging in proportion to the text.
        if sum(len(run.counts) for run in self._runs) > 2 * self._merged + self._chunk:
            self._merge()

    def _merge(self) -> None:
        if len(self._runs) > 1:
            columns = [
                np.concatenate([run.columns[i] for run in self._runs]) for i in range(self.order)
            ]
            counts = np.concatenate([run.counts for run in self._runs])
            self._runs = [_collapse(columns, len(self._text.words), counts)]
        self._merged = len(self._runs[0].counts)


class _Ids(dict[str, int]):
    """Numbers words in the order they come."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number


def check_words(words: int) -> None:
    """A text must have some."""
    if not words:
        raise InputError("the text has no words; give at least one sentence")


@dataclass(frozen=True)
class NgramRun:
    """Distinct n-grams of some text, sorted by suffix, a column a place, with their counts."""

    columns: list[WordIds]
    counts: Integers


def count_text(text: WordIds, order: int, size: int) -> NgramRun:
    """The n-grams of padded sentences whose words have numbers below `size`."""
    ends = text[order - 1 :] != START_ID
    columns = [text[i : len(text) - order + 1 + i][ends] for i in range(order)]
    return _collapse(columns, size)


def _collapse(columns: list[WordIds], size: int, counts: Integers | None = None) -> NgramRun:
    """Sort by suffix and add equal n-grams up; ids are below `size`."""
    order = np.lexsort([digit for column in columns for digit in _digits(column, size)])
    columns = [column[order] for column in columns]
    starts = np.flatnonzero(reduce(np.logical_or, map(differs, columns)))
    if counts is None:
        total = np.diff(starts, append=len(order))
    else:
        total = np.add.reduceat(counts[order], starts)
    return NgramRun([column[starts] for column in columns], total)


def _digits(column: WordIds, size: int) -> list[NDArray[np.uint16]]:
    """The lower and, where needed, the upper half: numpy has a radix sort for 16 bits only."""
    halves = [column.astype(np.uint16)]
    if size > 1 << 16:
        halves.append((column >> 16).astype(np.uint16))
    return halves


def differs(values: WordIds) -> Flags:
    """Where a value is not the one before it."""
    return np.concatenate([[True], values[1:] != values[:-1]])
