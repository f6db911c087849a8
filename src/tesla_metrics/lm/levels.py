"""The n-grams of each order below a model's, with adjusted counts and links between them."""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from .counts import Integers, NgramCounts, WordIds, differs
from .symbols import END_ID, START_ID


@dataclass(frozen=True)
class CountLevel:
    """N-grams of one order, sorted by suffix; a link is a row of the level below."""

    first: WordIds
    suffix: Integers  # without the first word
    context: Integers  # without the last word
    adjusted: Integers  # what Kneser-Ney goes by
    occurrences: Integers  # what pruning goes by


def count_levels(counts: NgramCounts) -> list[CountLevel]:
    """Orders 1 to N.

    The adjusted count of an n-gram of a lower order is the number of different words before it,
    but its occurrences where it begins with <s>, as nothing stands before that. <unk> and <s> are
    unigrams with a count of 0.
    """
    columns = counts.columns[::-1]
    size = len(counts.words)
    # For each k, where the suffix of length k is not that of the row before.
    news = list(accumulate(map(differs, columns), np.logical_or))
    levels: list[CountLevel] = []
    row_of_group = np.zeros(0, dtype=np.int64)
    for k, new in enumerate(news, 1):
        starts = np.flatnonzero(new)
        first = columns[k - 1][starts]
        occurrences = np.add.reduceat(counts.counts, starts)
        if k < counts.order:
            adjusted = np.add.reduceat(news[k], starts, dtype=np.int64)
            adjusted = np.where(first == START_ID, occurrences, adjusted)
        else:
            adjusted = occurrences
        if k == 1:
            levels.append(_unigrams(size, adjusted, occurrences))
            row_of_group = np.arange(END_ID, size)
            continue
        # <s> beyond the first place is padding: the n-gram is one of a lower order.
        proper = columns[k - 2][starts] != START_ID
        group_below = np.cumsum(news[k - 2])[starts[proper]] - 1
        suffix = row_of_group[group_below]
        row_of_group = np.cumsum(proper) - 1
        levels.append(
            CountLevel(
                first[proper],
                suffix,
                _contexts(levels[-1], first[proper], suffix, size, k),
                adjusted[proper],
                occurrences[proper],
            )
        )
    return levels


def _unigrams(size: int, adjusted: Integers, occurrences: Integers) -> CountLevel:
    none = np.zeros(size, dtype=np.int64)
    unseen = np.zeros(END_ID, dtype=np.int64)
    return CountLevel(
        np.arange(size, dtype=np.int32),
        none,
        none,
        np.concatenate([unseen, adjusted]),
        np.concatenate([unseen, occurrences]),
    )


def _contexts(below: CountLevel, first: WordIds, suffix: Integers, size: int, k: int) -> Integers:
    """The row below of each n-gram without its last word.

    That has the same first word, and its suffix is the context of the n-gram's suffix. Rows below
    are sorted by suffix and then first word.
    """
    if k == 2:
        return first.astype(np.int64)
    keys = below.suffix * size + below.first
    return np.searchsorted(keys, below.context[suffix] * size + first)
