"""Counting n-grams."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_models import ORDERS, TEXTS, Sentences

from tesla_metrics.errors import InputError, UsageError
from tesla_metrics.resources.lm import NgramCounter, NgramCounts


def count(sentences: Sentences, order: int, chunk: int = 1 << 22) -> NgramCounts:
    counter = NgramCounter(order, chunk)
    for sentence in sentences:
        counter.add(sentence)
    return counter.finish()


def as_counter(counts: NgramCounts) -> Counter[tuple[str, ...]]:
    rows = zip(*(column.tolist() for column in counts.columns), strict=True)
    grams = (tuple(counts.words[number] for number in row) for row in rows)
    return Counter(dict(zip(grams, counts.counts.tolist(), strict=True)))


@given(TEXTS, ORDERS)
def test_each_word_ends_one(sentences: Sentences, order: int) -> None:
    wanted: Counter[tuple[str, ...]] = Counter()
    for sentence in sentences:
        words = ["<s>"] * (order - 1) + [*sentence, "</s>"]
        wanted.update(zip(*(words[i:] for i in range(order)), strict=False))
    assert as_counter(count(sentences, order)) == wanted


@given(TEXTS, ORDERS, st.integers(1, 20))
def test_chunks_make_no_difference(sentences: Sentences, order: int, chunk: int) -> None:
    whole, pieces = count(sentences, order), count(sentences, order, chunk)
    assert whole.words == pieces.words
    assert np.array_equal(whole.columns, pieces.columns)
    assert np.array_equal(whole.counts, pieces.counts)


@given(TEXTS, ORDERS)
def test_sorted_by_suffix(sentences: Sentences, order: int) -> None:
    counts = count(sentences, order)
    rows = list(zip(*(column.tolist() for column in counts.columns[::-1]), strict=True))
    assert rows == sorted(set(rows))


def test_many_words() -> None:
    # More than 16 bits can number.
    words = [f"w{i}" for i in range(70_000)]
    counts = count([words, words[::2]], 2)
    assert len(counts.words) == 70_003
    found = as_counter(counts)
    assert (found["w0", "w1"], found["w0", "w2"], found["w69999", "</s>"]) == (1, 1, 1)
    assert found["<s>", "w0"] == 2


def test_a_very_long_line() -> None:
    found = as_counter(count([["a", "b"] * 100_000], 3, chunk=1000))
    assert found["a", "b", "a"] == found["b", "a", "b"] == 99_999


@pytest.mark.parametrize("symbol", ["<s>", "</s>", "<unk>", "<UNK>"])
def test_symbols_are_refused(symbol: str) -> None:
    with pytest.raises(InputError, match=f"contains {symbol}"):
        NgramCounter(2).add(["a", symbol])


@pytest.mark.parametrize("sentences", [[], [[], []]])
def test_nothing_to_count(sentences: Sentences) -> None:
    with pytest.raises(InputError, match="no words"):
        count(sentences, 2)


@pytest.mark.parametrize("order", [0, -1, 7])
def test_orders(order: int) -> None:
    with pytest.raises(UsageError, match="from 1 to 6"):
        NgramCounter(order)
