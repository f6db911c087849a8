"""Predicates and what fills their roles, matched by degrees: who did what to whom."""

from collections.abc import Sequence
from typing import NamedTuple

from .._core.graded import GradedFlow, solve_graded
from .alike import Levels, similarity
from .match import Match
from .matching import WeighedWords

# Ways to look at a text, each a step finer than those before it; the last one at nouns only.
VIEWS = ("predicates", "heads", "pairs", "tuples", "nouns")


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


class Alike(NamedTuple):
    """Similarities of predicates and of heads, a row for each word of the reference."""

    predicates: Sequence[Sequence[float]]
    heads: Sequence[Sequence[float]]

    def words(self, x: RoleGram, y: RoleGram) -> tuple[float, ...]:
        """Of the words of two grams, one by one."""
        found = []
        if x.predicate is not None and y.predicate is not None:
            found.append(self.predicates[x.predicate][y.predicate])
        if x.head is not None and y.head is not None:
            found.append(self.heads[x.head][y.head])
        return tuple(found)

    def grams(self, x: RoleGram, y: RoleGram) -> float:
        """The mean over their words, 0 where roles differ or two words have nothing in common."""
        if x.role != y.role:
            return 0.0
        words = self.words(x, y)
        return sum(words) / len(words) if all(words) else 0.0


def alike(x: RoleText, y: RoleText, levels: Levels) -> Alike:
    """Predicates are compared with predicates, heads with heads."""
    return Alike(
        [[similarity(a, b, levels) for b in y.predicates.words] for a in x.predicates.words],
        [[similarity(a, b, levels) for b in y.heads.words] for a in x.heads.words],
    )


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


def match_grams(
    xs: Sequence[RoleGram], ys: Sequence[RoleGram], words: Alike
) -> tuple[Match, list[GradedFlow]]:
    """The optimum of the transport problem, and what flows there."""
    supply, demand = [one.weight for one in xs], [one.weight for one in ys]
    if not xs or not ys:
        return Match(0.0, sum(supply), sum(demand), 1, None), []
    found = solve_graded([[words.grams(x, y) for y in ys] for x in xs], supply, demand)
    return Match(found.value, found.supplied, found.demanded, 1, None), found.flows
