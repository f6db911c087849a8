"""Matching of predicates and the words that fill their roles."""

from collections.abc import Hashable, Sequence
from math import fsum
from typing import NamedTuple

from ..solvers.graded_transport import GradedFlow, solve_graded
from .graded_matching import WeightedWords
from .ngram_bags import Match
from .word_similarity import Levels, similarities

# Views of a text, each finer than the ones before it; the last one has only nouns.
VIEWS = ("predicates", "heads", "pairs", "tuples", "nouns")
# Maximum product of the numbers of predicates and arguments of both sides: texts of about 200
# words.
MAX_GRADED_PAIRS = 20_000


class RoleFiller(NamedTuple):
    """A role and its filler, as indices of the predicates and heads of a text."""

    predicate: int
    role: str
    head: int


class RoleText(NamedTuple):
    """The parts of a text that are matched.

    predicates, heads           words; a word may be both, and then its lemmas may differ
    fillers                      which head fills which role of which predicate
    nouns                       indices of the predicates that are nouns
    predicate_positions, head_positions       positions of their words among all tokens of the text
    """

    predicates: WeightedWords
    heads: WeightedWords
    fillers: Sequence[RoleFiller]
    nouns: frozenset[int]
    predicate_positions: Sequence[int]
    head_positions: Sequence[int]


class RoleGram(NamedTuple):
    """The unit that a view matches: words, which match only if their roles are the same.

    predicate, head     their indices; None where a view does not use them
    """

    role: str
    predicate: int | None
    head: int | None
    weight: float


class RoleMatching:
    """Matching of two texts, with graded similarities of words, or with equal lemmas in long texts.

    Time grows with the product of the lengths, and a line may be an entire document.
    """

    def __init__(self, x: RoleText, y: RoleText, levels: Levels) -> None:
        self.x, self.y = x, y
        self.graded = _size(x) * _size(y) <= MAX_GRADED_PAIRS
        compare = _word_similarities if self.graded else _no_similarities
        self._predicates = compare(x.predicates, y.predicates, levels)
        self._heads = compare(x.heads, y.heads, levels)

    def match(self, view: str) -> tuple[Match, list[GradedFlow]]:
        """Return the optimum of the transport problem over the grams of a view, and its flows."""
        xs, ys = role_grams(self.x, view), role_grams(self.y, view)
        supply, demand = [gram.weight for gram in xs], [gram.weight for gram in ys]
        if not xs or not ys:
            return Match(0.0, sum(supply), sum(demand), 1, None), []
        if not self.graded:
            flows = _equal_flows(_gram_keys(self.x, xs), _gram_keys(self.y, ys), supply, demand)
            # Equal texts must have equal sums, whatever the order of matching.
            shared = fsum(flow.amount for flow in flows)
            return Match(shared, fsum(supply), fsum(demand), 1, None), flows
        solution = solve_graded(self.similarities(xs, ys), supply, demand)
        return Match(solution.value, solution.supplied, solution.demanded, 1, None), solution.flows

    def words(self, x: RoleGram, y: RoleGram) -> tuple[float, ...]:
        """Return the similarities of the words of two grams; in long texts 1, for matched grams."""
        values = []
        if x.predicate is not None and y.predicate is not None:
            values.append(self._predicates[x.predicate][y.predicate] if self.graded else 1.0)
        if x.head is not None and y.head is not None:
            values.append(self._heads[x.head][y.head] if self.graded else 1.0)
        return tuple(values)

    def similarities(self, xs: Sequence[RoleGram], ys: Sequence[RoleGram]) -> list[list[float]]:
        """Return means over words; 0 where roles differ or two words have similarity 0."""
        return [[self._similarity(x, y) for y in ys] for x in xs]

    def _similarity(self, x: RoleGram, y: RoleGram) -> float:
        if x.role != y.role:
            return 0.0
        words = self.words(x, y)
        return sum(words) / len(words) if all(words) else 0.0


def _size(text: RoleText) -> int:
    return len(text.predicates.words) + len(text.fillers)


def _word_similarities(x: WeightedWords, y: WeightedWords, levels: Levels) -> list[list[float]]:
    return similarities(x.words, y.words, levels)


def _no_similarities(x: WeightedWords, y: WeightedWords, levels: Levels) -> list[list[float]]:
    return []


def _gram_keys(text: RoleText, grams: Sequence[RoleGram]) -> list[Hashable]:
    """Return the keys by which grams are equal."""
    predicates, heads = text.predicates.words, text.heads.words
    return [
        (
            gram.role,
            None if gram.predicate is None else predicates[gram.predicate].lemma,
            None if gram.head is None else heads[gram.head].lemma,
        )
        for gram in grams
    ]


def _equal_flows(
    xs: Sequence[Hashable], ys: Sequence[Hashable], supply: list[float], demand: list[float]
) -> list[GradedFlow]:
    """Return flows between grams with equal keys, in order."""
    remaining = list(supply)
    by_key: dict[Hashable, list[int]] = {}
    for i in reversed(range(len(xs))):
        by_key.setdefault(xs[i], []).append(i)
    flows = []
    for j, key in enumerate(ys):
        missing, sources = demand[j], by_key.get(key, [])
        while missing > 0 and sources:
            amount = min(missing, remaining[sources[-1]])
            if amount > 0:
                flows.append(GradedFlow(sources[-1], j, amount))
            missing -= amount
            remaining[sources[-1]] -= amount
            if remaining[sources[-1]] <= 0:
                sources.pop()
    return flows


def role_grams(text: RoleText, view: str) -> list[RoleGram]:
    """Return the grams of a view; the weight of a gram is the mean weight of its words."""
    predicates, heads = text.predicates.weights, text.heads.weights
    if view == "predicates":
        return [RoleGram("", index, None, weight) for index, weight in enumerate(predicates)]
    if view == "heads":
        return [
            RoleGram(filled.role, None, filled.head, heads[filled.head]) for filled in text.fillers
        ]
    labelled = view != "pairs"
    return [
        RoleGram(
            filled.role if labelled else "",
            filled.predicate,
            filled.head,
            (predicates[filled.predicate] + heads[filled.head]) / 2,
        )
        for filled in text.fillers
        if view != "nouns" or filled.predicate in text.nouns
    ]
