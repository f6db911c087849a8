"""What each cell of a role matrix adds to the margin of a text."""

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple, TypeAlias

from ...coherence.features import (
    BESIDE,
    LENGTHS,
    THEN,
    FeatureKind,
    count_pairs,
    seen_roles,
)
from ...coherence.matrix import RoleMatrix
from ...coherence.transitions import NIL, Transition, count_transitions, windows

# A term and a sentence by their numbers, and a role that the term plays there.
RolePlace: TypeAlias = tuple[int, int, str]


class RoleShares(NamedTuple):
    """Of roles in cells, and of transitions that are nil alone, which nobody plays.

    All together are the sum of features, each times its weight.
    """

    of_roles: dict[RolePlace, float]
    of_nil: float


def role_shares(matrix: RoleMatrix, kind: FeatureKind, weights: Mapping[str, float]) -> RoleShares:
    """A feature's weight times its value is shared by the transitions (or pairs) that it counts
    equally, and what a transition has by its roles equally; nil has nothing.
    """
    seen = seen_roles(matrix, kind)
    found: dict[RolePlace, float] = defaultdict(float)
    nil = 0.0
    for length in LENGTHS:
        nil += _transitions(seen, length, weights, found)
    if kind.cells:
        _pairs(seen, weights, found)
    return RoleShares(dict(found), nil)


def _transitions(
    matrix: RoleMatrix, length: int, weights: Mapping[str, float], found: dict[RolePlace, float]
) -> float:
    """What is nil alone."""
    counts = count_transitions(matrix, length)
    each = _each(counts.total(), THEN, counts, weights)
    for window in windows(matrix, length):
        for transition in window.transitions():
            amount = each.get(transition)
            if amount is None:
                continue
            own = [place for place, role in enumerate(transition) if role != NIL]
            for place in own:
                key = (window.term, window.sentence + place, transition[place])
                found[key] += amount / len(own)
    empty = (NIL,) * length
    return each.get(empty, 0.0) * counts[empty]


def _pairs(matrix: RoleMatrix, weights: Mapping[str, float], found: dict[RolePlace, float]) -> None:
    counts = count_pairs(matrix)
    each = _each(counts.total(), BESIDE, counts, weights)
    for term, column in enumerate(matrix.columns):
        for sentence, cell in column:
            for pair in combinations(cell, 2):
                for role in pair:
                    found[term, sentence, role] += each.get(pair, 0.0) / 2


def _each(
    total: int, sign: str, counts: Mapping[Transition, int], weights: Mapping[str, float]
) -> dict[Transition, float]:
    """What one of each kind adds, of those that weigh something."""
    named = ((one, weights.get(sign.join(one), 0.0)) for one in counts)
    return {one: weight / total for one, weight in named if weight}
