"""Phrase tables of a few pairs that were never extracted from anything."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tesla_metrics.resources.pivot.corpus import get_sort_key, pack_words
from tesla_metrics.resources.pivot.phrase_counts import Pruning, count_rows, prune
from tesla_metrics.resources.pivot.table_writing import write_table

LONGEST = 4

# Target lemmas, pivot words as lemma/tag, how often.
Pair = tuple[str, str, int]


def write_small(
    path: Path,
    pairs: Sequence[Pair],
    target: str = "en",
    pivot: str = "fr",
    tags: str = "upos",
    **more: object,
) -> Path:
    """A table of these pairs, at least one; `more` are other settings, such as its key."""
    targets = sorted({word for one, _, _ in pairs for word in one.split()}, key=get_sort_key)
    units = {unit.replace("/", "\t") for _, other, _ in pairs for unit in other.split()}
    pivots = sorted(units, key=get_sort_key)
    rows = []
    for one, other, count in pairs:
        left = [targets.index(word) + 1 for word in one.split()]
        right = [pivots.index(unit.replace("/", "\t")) + 1 for unit in other.split()]
        row = left + [0] * (LONGEST - len(left)) + right + [0] * (LONGEST - len(right))
        rows += [row] * count
    entries = prune(count_rows(np.array(rows)), Pruning())
    settings = {"target": target, "pivot": pivot, "key": "lemma", "tags": tags, **more}
    write_table(
        path, path.parent, [entries], (pack_words(targets), pack_words(pivots)), settings, LONGEST
    )
    return path
