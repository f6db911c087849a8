"""Predicates and what fills their roles, matched by degrees: who did what to whom."""

from collections.abc import Hashable, Sequence
from math import fsum
from typing import NamedTuple

from .._core.graded import GradedFlow, solve_graded
from .alike import Levels, similarities
from .match import Match
from .matching import WeighedWords

# Ways to look at a text, each a step finer than those before it; the last one at nouns only.
VIEWS = ("predicates", "heads", "pairs", "tuples", "nouns")
# Predicates and arguments of one side, times those of the other: two texts of 200 words or so.
MOST_PAIRS = 20_000


class Filled(NamedTuple):
    """A role and what fills it, by places among the predicates and the heads of a text."""

    predicate: int
    role: str
    head: int


class RoleText(NamedTuple):
    """What is matched of a text.

    predicates, heads           words; one may be both, and then its lemmas may differ
    filled                      who has which role of which predicate
    nouns                       places of the predicates that are nouns
    predicate_at, head_at       where their words stand among all tokens of the text
    """

    predicates: WeighedWords
    heads: WeighedWords
    filled: Sequence[Filled]
    nouns: frozenset[int]
    predicate_at: Sequence[int]
    head_at: Sequence[int]


class RoleGram(NamedTuple):
    """What one view matches as a whole: words, if their role is the same.

    predicate, head     their places; None where a view does not look at them
    """

    role: str
    predicate: int | None
    head: int | None
    weight: float


class RoleMatching:
    """Two texts, their words compared by degrees; those of long texts by their lemmas alone.

    Time grows with the product of the lengths, and a line may be a whole document.
    """

    def __init__(self, x: RoleText, y: RoleText, levels: Levels) -> None:
        self.x, self.y = x, y
        self.by_degrees = _size(x) * _size(y) <= MOST_PAIRS
        alike = _alike if self.by_degrees else _nothing
        self._predicates = alike(x.predicates, y.predicates, levels)
        self._heads = alike(x.heads, y.heads, levels)

    def match(self, view: str) -> tuple[Match, list[GradedFlow]]:
        """The optimum of the transport problem over what a view sees, and what flows there."""
        xs, ys = role_grams(self.x, view), role_grams(self.y, view)
        supply, demand = [one.weight for one in xs], [one.weight for one in ys]
        if not xs or not ys:
            return Match(0.0, sum(supply), sum(demand), 1, None), []
        if not self.by_degrees:
            flows = _equal_flows(_keyed(self.x, xs), _keyed(self.y, ys), supply, demand)
            # Equal texts must have equal sums, in whatever order they are matched.
            shared = fsum(flow.amount for flow in flows)
            return Match(shared, fsum(supply), fsum(demand), 1, None), flows
        found = solve_graded(self.similarities(xs, ys), supply, demand)
        return Match(found.value, found.supplied, found.demanded, 1, None), found.flows

    def words(self, x: RoleGram, y: RoleGram) -> tuple[float, ...]:
        """How alike the words of two grams are, one by one; in long texts those of matched ones."""
        found = []
        if x.predicate is not None and y.predicate is not None:
            found.append(self._predicates[x.predicate][y.predicate] if self.by_degrees else 1.0)
        if x.head is not None and y.head is not None:
            found.append(self._heads[x.head][y.head] if self.by_degrees else 1.0)
        return tuple(found)

    def similarities(self, xs: Sequence[RoleGram], ys: Sequence[RoleGram]) -> list[list[float]]:
        """Means over words, 0 where roles differ or two words have nothing in common."""
        return [[self._similarity(x, y) for y in ys] for x in xs]

    def _similarity(self, x: RoleGram, y: RoleGram) -> float:
        if x.role != y.role:
            return 0.0
        words = self.words(x, y)
        return sum(words) / len(words) if all(words) else 0.0


def _size(text: RoleText) -> int:
    return len(text.predicates.words) + len(text.filled)


def _alike(x: WeighedWords, y: WeighedWords, levels: Levels) -> list[list[float]]:
    return similarities(x.words, y.words, levels)


def _nothing(x: WeighedWords, y: WeighedWords, levels: Levels) -> list[list[float]]:
    return []


def _keyed(text: RoleText, grams: Sequence[RoleGram]) -> list[Hashable]:
    """What equal grams have in common."""
    predicates, heads = text.predicates.words, text.heads.words
    return [
        (
            one.role,
            None if one.predicate is None else predicates[one.predicate].lemma,
            None if one.head is None else heads[one.head].lemma,
        )
        for one in grams
    ]


def _equal_flows(
    xs: Sequence[Hashable], ys: Sequence[Hashable], supply: list[float], demand: list[float]
) -> list[GradedFlow]:
    """Between grams of equal keys, from the first to the last."""
    left = list(supply)
    waiting: dict[Hashable, list[int]] = {}
    for i in reversed(range(len(xs))):
        waiting.setdefault(xs[i], []).append(i)
    flows = []
    for j, key in enumerate(ys):
        wanted, own = demand[j], waiting.get(key, [])
        while wanted > 0 and own:
            amount = min(wanted, left[own[-1]])
            if amount > 0:
                flows.append(GradedFlow(own[-1], j, amount))
            wanted -= amount
            left[own[-1]] -= amount
            if left[own[-1]] <= 0:
                own.pop()
    return flows


def role_grams(text: RoleText, view: str) -> list[RoleGram]:
    """What a view sees in a text; a gram weighs the mean of its words."""
    predicates, heads = text.predicates.weights, text.heads.weights
    if view == "predicates":
        return [RoleGram("", place, None, weight) for place, weight in enumerate(predicates)]
    if view == "heads":
        return [RoleGram(one.role, None, one.head, heads[one.head]) for one in text.filled]
    labelled = view != "pairs"
    return [
        RoleGram(
            one.role if labelled else "",
            one.predicate,
            one.head,
            (predicates[one.predicate] + heads[one.head]) / 2,
        )
        for one in text.filled
        if view != "nouns" or one.predicate in text.nouns
    ]
