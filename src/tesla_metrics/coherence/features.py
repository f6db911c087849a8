"""Features of coherence by name: LIN's transitions, +E explicitness, +C roles of one cell."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from .matrix import RoleMatrix
from .roles import EXPLICITLY, OTHERWISE
from .transitions import Transition, count_transitions

LENGTHS = (2, 3)
THEN, BESIDE = "→", "↔"


@dataclass(frozen=True)
class FeatureKind:
    """What is looked at beside transitions.

    explicit    +E: roles with E. or N. stand in cells too
    cells       +C: pairs of roles in one cell
    """

    name: str
    explicit: bool = False
    cells: bool = False


KINDS = {
    kind.name: kind
    for kind in (
        FeatureKind("lin"),
        FeatureKind("lin+c", cells=True),
        FeatureKind("lin+e", explicit=True),
        FeatureKind("dicomer", explicit=True, cells=True),
    )
}


def coherence_features(matrix: RoleMatrix, kind: FeatureKind) -> dict[str, float]:
    """Those that are not 0: of each length of transitions, and of pairs, values add up to 1."""
    seen = seen_roles(matrix, kind)
    found: dict[str, float] = {}
    for length in LENGTHS:
        found |= _shares(count_transitions(seen, length), THEN)
    if kind.cells:
        found |= _shares(count_pairs(seen), BESIDE)
    return found


def seen_roles(matrix: RoleMatrix, kind: FeatureKind) -> RoleMatrix:
    """The matrix with the roles that features of this kind are made of."""
    return matrix if kind.explicit else matrix.with_roles(_is_plain)


def count_pairs(matrix: RoleMatrix) -> Counter[Transition]:
    """Unordered pairs of distinct roles of one cell, in the order of their strings."""
    counts: Counter[Transition] = Counter()
    for column in matrix.columns:
        for _, cell in column:
            counts.update(combinations(cell, 2))
    return counts


def _is_plain(role: str) -> bool:
    return not role.startswith((EXPLICITLY, OTHERWISE))


def _shares(counts: Counter[Transition], sign: str) -> dict[str, float]:
    total = counts.total()
    return {sign.join(one): count / total for one, count in counts.items()}
