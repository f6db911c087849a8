"""Which phrase pairs stay in a table, and in which order."""

from typing import NamedTuple

import numpy as np

from ..arrays import Array
from .counting import Counts


class Pruning(NamedTuple):
    """Pairs that are rarer or less probable go, and all but so many for each target phrase."""

    min_count: int = 1
    min_probability: float = 0.0
    top: int = 0  # 0: all


class Entries(NamedTuple):
    """Target phrases, how often each was extracted, and their pairs, the commonest first."""

    hashes: Array
    phrases: Array
    counts: Array
    pairs: Array  # how many pairs each phrase has
    pivot_phrases: Array
    pair_counts: Array
    extracted: int  # before anything was pruned


def prune(counted: Counts, pruning: Pruning) -> Entries:
    """What stays; the counts of target phrases are those before pruning."""
    rows, longest = counted.rows, counted.rows.shape[1] // 2
    target = rows[:, :longest]
    new = np.ones(len(rows), bool)
    new[1:] = (target[1:] != target[:-1]).any(axis=1)
    number = np.cumsum(new) - 1
    firsts = np.flatnonzero(new)
    totals = np.add.reduceat(counted.counts, firsts)
    # Stable: among equals the order of their words stays.
    order = np.lexsort((-counted.counts, number))
    number, pairs = number[order], counted.counts[order]
    rank = np.arange(len(order)) - firsts[number]
    keep = (pairs >= pruning.min_count) & (pairs >= pruning.min_probability * totals[number])
    if pruning.top:
        keep &= rank < pruning.top
    kept = np.bincount(number[keep], minlength=len(firsts))
    stays = kept > 0
    return Entries(
        counted.hashes[firsts][stays],
        target[firsts][stays],
        totals[stays],
        kept[stays],
        rows[order[keep], longest:],
        pairs[keep],
        int(totals.sum()),
    )
