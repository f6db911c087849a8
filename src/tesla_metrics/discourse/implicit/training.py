"""Learns the relations that no connective says from annotated documents."""

from collections import Counter
from collections.abc import Sequence

from ...learning.linear import LinearClassifier
from ...learning.logistic import fit_logistic
from ..model import DiscourseModel
from ..records import AnnotatedDocument
from ..relation import SENSED
from .between import SENSE, TOP
from .examples import clauses, neighbours
from .within import WITHIN

# Rarer senses are left out, or stay at their top level.
_LEAST_BETWEEN, _LEAST_WITHIN = 10, 8


def train_implicit(documents: Sequence[AnnotatedDocument]) -> DiscourseModel:
    """The classifiers of relations between neighbours and within sentences."""
    between = [one for document in documents for one in neighbours(document)]
    tops = [one.relation.top for one in between]
    counts = Counter(one.relation.sense for one in between if one.relation.type in SENSED)
    sensed = [one for one in between if counts[one.relation.sense] >= _LEAST_BETWEEN]
    within = [one for document in documents for one in clauses(document)]
    seen = Counter(one.sense for one in within)
    senses = [
        one.sense if seen[one.sense] >= _LEAST_WITHIN else one.sense.partition(".")[0]
        for one in within
    ]
    return DiscourseModel(
        "en",
        {
            # A third of the way to all labels weighing the same: without it next to all are
            # Expansion.
            TOP: _fit([one.features for one in between], tops, 0.01, 3, 0.3),
            SENSE: _fit(
                [one.features for one in sensed], [one.relation.sense for one in sensed], 0.03, 3
            ),
            WITHIN: _fit([one.features for one in within], senses, 1.0, 2),
        },
        {},
    )


def _fit(
    rows: Sequence[Sequence[str]],
    labels: Sequence[str],
    strength: float,
    least_count: int,
    balance: float = 0.0,
) -> LinearClassifier:
    return fit_logistic(rows, labels, strength=strength, least_count=least_count, balance=balance)
