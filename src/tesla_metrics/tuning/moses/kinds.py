"""A metric's rows as Moses knows them: whole numbers, of BLEU or of something like TER."""

from typing import Any

import numpy as np

from ...arrays import Floats, Indices
from ...errors import UsageError, warn_user
from ...metrics.base import Metric
from ...metrics.peers.bleu import Bleu
from ...metrics.peers.ter import Ter
from ..whole import WholeStatistics

BLEU, TER = "BLEU", "TER"
_ORDER = 4  # of Moses' BLEU, which has no other
# Moses divides sums as numbers of 24 bits: this times 1,000 segments has all its digits.
_SCALE = 10_000


def moses_statistics(metric: Metric[Any], rows: Floats) -> tuple[str, Indices]:
    """The kind, and a row a candidate.

    Of TER Moses has edits and lengths, and seeks the highest 1 - edits / lengths. So any mean of
    segments can be sought: what a segment lacks to the best score, and the best score.
    """
    if isinstance(metric, Bleu):
        return BLEU, _of_bleu(metric, rows)
    whole = WholeStatistics(metric, _SCALE)
    if isinstance(metric, Ter):
        return TER, np.array([whole.of(row) for row in rows.tolist()], dtype=np.intp)
    if not whole.mean:
        warn_user(
            f"Moses cannot add up what {metric.name} does: it gets the mean of the segments' "
            "scores, which is another score than tesla tune optimises"
        )
    scores = [whole.scaled(metric.segment_value(row)) for row in rows.tolist()]
    lacking = [_SCALE - one if metric.higher_is_better else one for one in scores]
    return TER, np.column_stack([lacking, np.full(len(lacking), _SCALE)]).astype(np.intp)


def _of_bleu(metric: Bleu, rows: Floats) -> Indices:
    """Matches and counts of each length in turn, and the length of the reference."""
    if metric.max_ngram_order != _ORDER:
        raise UsageError(
            f"Moses' BLEU has n-grams of up to {_ORDER} words, not {metric.max_ngram_order}: leave "
            "--max-ngram-order out"
        )
    shared, counts = np.split(rows[:, 2:], 2, axis=1)
    found = np.empty((len(rows), 2 * _ORDER + 1), dtype=np.intp)
    found[:, 0:-1:2], found[:, 1:-1:2], found[:, -1] = shared, counts, rows[:, 1]
    return found


def rows_of_bleu(statistics: Indices) -> Floats:
    """As our BLEU has them."""
    shared, counts = statistics[:, 0:-1:2], statistics[:, 1:-1:2]
    lengths = statistics[:, [1, -1]]
    return np.hstack([lengths, shared, counts]).astype(np.float64)
