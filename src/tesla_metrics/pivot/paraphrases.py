"""Target phrases that share pivot phrases: what a table takes for paraphrases."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from .hashing import hash_rows
from .table import PhraseTable

# So many translations are imagined that were never seen: what occurs once or twice and happens to
# share its pivot phrase is no good paraphrase.
UNSEEN = 5


class Paraphrase(NamedTuple):
    """Another target phrase, how often it was extracted, and how much they share."""

    words: tuple[str, ...]
    extracted: int
    overlap: float


def paraphrases(table: PhraseTable, phrase: Sequence[str], limit: int) -> list[Paraphrase]:
    """The nearest by overlap, the sum over pivot phrases v of min(Pr(v | one), Pr(v | other)).

    Pr(v | t) is N(t, v) / (N(t) + 5) here. Of equally near ones the commonest comes first.
    """
    place = table.place(phrase)
    if place < 0:
        return []
    start, end = table.starts[place : place + 2].tolist()
    # A hash stands for a pivot phrase: 64 bits do for a list that people read.
    own = hash_rows(table.pivot_phrases[start:end])
    order = np.argsort(own)
    own, shares = (
        own[order],
        table.pair_counts[start:end][order] / (int(table.counts[place]) + UNSEEN),
    )
    every = hash_rows(table.pivot_phrases)
    entries = np.flatnonzero(np.isin(every, own))
    targets = np.searchsorted(table.starts, entries, side="right") - 1
    theirs = table.pair_counts[entries] / (table.counts[targets] + UNSEEN)
    common = np.minimum(theirs, shares[np.searchsorted(own, every[entries])])
    overlap = np.bincount(targets, common, len(table))
    overlap[place] = 0.0
    found = np.flatnonzero(overlap)
    best = found[np.lexsort((-table.counts[found].astype(np.int64), -overlap[found]))][:limit]
    return [
        Paraphrase(table.phrase(at), int(table.counts[at]), float(overlap[at]))
        for at in best.tolist()
    ]
