"""Do judges agree? Kappa over pairwise judgments of the same two outputs."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

from .judgments import Rankings

BY_CHANCE = 1 / 3  # better, worse, tie


@dataclass(frozen=True)
class Agreement:
    """P(A), the share of pairs of judgments that agree, against P(E), what chance would give."""

    pairs: int
    observed: float
    expected: float = BY_CHANCE

    @property
    def kappa(self) -> float:
        return (self.observed - self.expected) / (1 - self.expected)


def between_judges(rankings: Rankings) -> Agreement | None:
    """Pairs of judgments of the same two outputs by two judges; None where there are none."""
    return _agreement(rankings, same_judge=False)


def within_judges(rankings: Rankings) -> Agreement | None:
    """Pairs of judgments of the same two outputs by one judge, asked twice; None without any."""
    return _agreement(rankings, same_judge=True)


def chance(rankings: Rankings) -> float:
    """P(E) as WMT has counted it since 2011: from how often judges say better, worse and tie.

    Which system stands first means nothing, so better and worse are equally probable.
    """
    tie = float((rankings.preference == 0).mean())
    return tie**2 + 2 * ((1 - tie) / 2) ** 2


def _agreement(rankings: Rankings, same_judge: bool) -> Agreement | None:
    judgments: defaultdict[tuple[int, int, int], list[tuple[str, int]]] = defaultdict(list)
    columns = (rankings.segment, rankings.a, rankings.b, rankings.preference)
    rows = zip(*(column.tolist() for column in columns), rankings.judges, strict=True)
    for segment, a, b, preference, judge in rows:
        if a > b:
            a, b, preference = b, a, -preference
        judgments[segment, a, b].append((judge, preference))
    pairs = agreeing = 0
    for several in judgments.values():
        for (judge, first), (other, second) in combinations(several, 2):
            if (judge == other) == same_judge:
                pairs += 1
                agreeing += first == second
    return Agreement(pairs, agreeing / pairs) if pairs else None
