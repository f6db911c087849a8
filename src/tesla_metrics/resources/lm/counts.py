"""Count n-grams of sentences and files for language models."""

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ...arrays import Flags
from ...errors import InputError, UsageError
from ...files.lines import get_display_name, iterate_lines
from .text import ALL_SYMBOLS, END_ID, START_ID, SYMBOLS, TextSettings

# Only n-grams of the highest order are counted; n-grams of lower orders are their suffixes. A
# sentence is padded with <s>, so that every word, and </s>, is the end of an n-gram of the highest
# order.
# N-grams are sorted by their last word, then by the word before it, and so on, so that n-grams with
# the same suffix are adjacent.
#
# Memory depends on the number of distinct n-grams, not on the length of the text: n-grams are
# counted and merged after every `CHUNK_WORDS` words.

CHUNK_WORDS = 1 << 22
MAX_ORDER = 6

Integers: TypeAlias = NDArray[np.int64]
WordIds: TypeAlias = NDArray[np.int32]


@dataclass(frozen=True)
class NgramCounts:
    """Counts of distinct n-grams of one order, sorted by suffix.

    words    words by id
    columns  columns[i] has the id of word i of each n-gram
    counts   number of occurrences of each n-gram
    """

    words: list[str]
    columns: list[WordIds]
    counts: Integers

    @property
    def order(self) -> int:
        return len(self.columns)


def check_order(order: int) -> int:
    """Return the order; raise `UsageError` if it is out of range."""
    if not 1 <= order <= MAX_ORDER:
        raise UsageError(f"order {order}: give a number from 1 to {MAX_ORDER}")
    return order


class WordIdText:
    """Padded sentences as word ids; ids are assigned in order of first occurrence."""

    def __init__(self, order: int) -> None:
        self.words = _WordIdDict({symbol: index for index, symbol in enumerate(SYMBOLS)})
        self._padding = [START_ID] * (order - 1)
        self._text = array("i")

    def __len__(self) -> int:
        return len(self._text)

    def add(self, sentence: Sequence[str]) -> None:
        """Append a sentence; a sentence without words becomes <s> </s>, as in lmplz."""
        if not ALL_SYMBOLS.isdisjoint(sentence):
            symbol = next(word for word in sentence if word in ALL_SYMBOLS)
            raise InputError(
                f"the text contains {symbol}, which is a reserved symbol of language models"
            )
        self._text.extend(self._padding)
        self._text.extend(map(self.words.__getitem__, sentence))
        self._text.append(END_ID)

    def pop_ids(self) -> WordIds:
        """Return the ids added since the last call."""
        text, self._text = np.array(self._text, dtype=np.int32), array("i")
        return text


class NgramCounter:
    """Counter of n-grams: `add` sentences, then call `finish`."""

    def __init__(self, order: int, chunk_words: int = CHUNK_WORDS) -> None:
        self.order = check_order(order)
        self.n_sentences = self.n_tokens = 0
        self._chunk_words = chunk_words
        self._text = WordIdText(order)
        self._runs: list[PartialCounts] = []
        self._merged_size = 0  # number of distinct n-grams after the last merge

    def add(self, sentence: Sequence[str]) -> None:
        """Count the n-grams of a sentence."""
        self._text.add(sentence)
        self.n_sentences += 1
        self.n_tokens += len(sentence)
        if len(self._text) >= self._chunk_words:
            self._count_text()

    def finish(self) -> NgramCounts:
        """Return the counts of all sentences that were added."""
        check_not_empty(self.n_tokens)
        self._count_text()
        self._merge()
        (run,) = self._runs
        return NgramCounts(list(self._text.words), run.columns, run.counts)

    def _count_text(self) -> None:
        if not self._text:
            return
        self._runs.append(count_text(self._text.pop_ids(), self.order, len(self._text.words)))
        # Merging when the size doubles keeps the cost of merging proportional to the text.
        if sum(len(run.counts) for run in self._runs) > 2 * self._merged_size + self._chunk_words:
            self._merge()

    def _merge(self) -> None:
        if len(self._runs) > 1:
            columns = [
                np.concatenate([run.columns[index] for run in self._runs])
                for index in range(self.order)
            ]
            counts = np.concatenate([run.counts for run in self._runs])
            self._runs = [_merge_equal(columns, len(self._text.words), counts)]
        self._merged_size = len(self._runs[0].counts)


class _WordIdDict(dict[str, int]):
    """Dictionary that assigns ids to words in order of first occurrence."""

    def __missing__(self, word: str) -> int:
        index = self[word] = len(self)
        return index


def check_not_empty(n_words: int) -> None:
    """Raise `InputError` if the number of words is 0."""
    if not n_words:
        raise InputError("the text has no words; it needs at least one sentence")


@dataclass(frozen=True)
class PartialCounts:
    """Counts of distinct n-grams of a part of the text, sorted by suffix.

    columns  columns[i] has the id of word i of each n-gram
    counts   number of occurrences of each n-gram
    """

    columns: list[WordIds]
    counts: Integers


def count_text(word_ids: WordIds, order: int, n_words: int) -> PartialCounts:
    """Count the n-grams of padded sentences; word ids are less than `n_words`."""
    is_ngram_end = word_ids[order - 1 :] != START_ID
    columns = [
        word_ids[index : len(word_ids) - order + 1 + index][is_ngram_end] for index in range(order)
    ]
    return _merge_equal(columns, n_words)


def _merge_equal(
    columns: list[WordIds], n_words: int, counts: Integers | None = None
) -> PartialCounts:
    """Sort n-grams by suffix and add up the counts of equal n-grams; None: counts of 1.

    Word ids are less than `n_words`.
    """
    sorted_rows = np.lexsort(
        [digit for column in columns for digit in _split_digits(column, n_words)]
    )
    columns = [column[sorted_rows] for column in columns]
    starts = np.flatnonzero(reduce(np.logical_or, map(find_value_starts, columns)))
    if counts is None:
        total_counts = np.diff(starts, append=len(sorted_rows))
    else:
        total_counts = np.add.reduceat(counts[sorted_rows], starts)
    return PartialCounts([column[starts] for column in columns], total_counts)


def _split_digits(column: WordIds, n_words: int) -> list[NDArray[np.uint16]]:
    """Return the lower 16 bits of ids and, if needed, the upper 16 bits, as sort keys.

    Numpy sorts 16-bit integers with a radix sort, which is faster.
    """
    halves = [column.astype(np.uint16)]
    if n_words > 1 << 16:
        halves.append((column >> 16).astype(np.uint16))
    return halves


def find_value_starts(values: WordIds) -> Flags:
    """Return whether each value differs from the previous value; true for the first."""
    return np.concatenate([[True], values[1:] != values[:-1]])


def count_files(
    paths: Sequence[str],
    order: int,
    text: TextSettings,
    *,
    skip_symbols: bool = False,
    progress: Callable[[int], None] = lambda count: None,
) -> NgramCounter:
    """Count the n-grams of all lines of the files; `progress` is called with 1 for each line.

    The words <s>, </s> and <unk> raise an `InputError`, or are left out with `skip_symbols`.
    """
    counter = NgramCounter(order)
    for path in paths:
        for line_number, line in enumerate(iterate_lines(path), 1):
            try:
                counter.add(split_counted_words(line, text, skip_symbols))
            except InputError as error:
                raise build_symbol_error(path, line_number, str(error)) from error
            progress(1)
    return counter


def split_counted_words(line: str, text: TextSettings, skip_symbols: bool) -> list[str]:
    """Return the words of a line, with `skip_symbols` without reserved symbols."""
    words = text.words(line)
    return [word for word in words if word not in ALL_SYMBOLS] if skip_symbols else words


def build_symbol_error(path: str, line_number: int, error: str) -> InputError:
    """Return the error for a line that contains a reserved symbol."""
    return InputError(
        f"{get_display_name(path)}, line {line_number}: {error}: remove it, or use --skip-symbols"
    )
