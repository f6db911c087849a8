"""Matching of semantic roles: predicates and the words that fill their roles."""

from collections.abc import Hashable, Sequence
from math import fsum
from typing import NamedTuple

from ..solvers.graded_transport import GradedFlow, solve_graded
from .graded_matching import WeightedWords
from .ngram_bags import Match
from .word_similarity import Levels, compute_similarities

# What is matched: predicates, role fillers (heads), both (pairs), both with the role (tuples), and
# the tuples of predicates that are nouns. Each view is finer than the previous ones.
VIEWS = ("predicates", "heads", "pairs", "tuples", "nouns")
# Maximum of the product of the sizes of two texts for graded similarities, where the size is the
# number of predicates and fillers. It is reached by texts of about 200 words.
MAX_GRADED_PAIRS = 20_000


class RoleFiller(NamedTuple):
    """A head that fills a role of a predicate; both are indices of the words of a `RoleText`."""

    predicate: int
    role: str
    head: int


class RoleText(NamedTuple):
    """The predicates of a text and the heads that fill their roles.

    A word may be a predicate and a head, and its lemma may then be different in each.
    """

    predicates: WeightedWords
    heads: WeightedWords
    fillers: Sequence[RoleFiller]
    nouns: frozenset[int]  # indices of the predicates that are nouns
    predicate_tokens: Sequence[int]  # indices of predicates among all tokens of the text
    head_tokens: Sequence[int]  # indices of heads among all tokens of the text


class RoleGram(NamedTuple):
    """A predicate, a head or both, which a view matches with grams of the same role."""

    role: str  # empty if the view ignores roles
    predicate: int | None  # index of the predicate; None if the view ignores it
    head: int | None  # index of the head; None if the view ignores it
    weight: float


class RoleMatching:
    """Matching of two texts, with graded similarities of words.

    In long texts only equal lemmas match: graded matching takes time in proportion to the product
    of the lengths, and a line may be an entire document.
    """

    def __init__(self, x: RoleText, y: RoleText, levels: Levels) -> None:
        self.x, self.y = x, y
        self.is_graded = _count_grams(x) * _count_grams(y) <= MAX_GRADED_PAIRS
        compare_sides = _compute_word_similarities if self.is_graded else _skip_similarities
        self._predicate_similarities = compare_sides(x.predicates, y.predicates, levels)
        self._head_similarities = compare_sides(x.heads, y.heads, levels)

    def match(self, view: str) -> tuple[Match, list[GradedFlow]]:
        """Match the grams of a view; return the match and the flows of the transport problem."""
        xs, ys = make_role_grams(self.x, view), make_role_grams(self.y, view)
        supply, demand = [gram.weight for gram in xs], [gram.weight for gram in ys]
        if not xs or not ys:
            return Match(0.0, sum(supply), sum(demand), 1, None), []
        if not self.is_graded:
            flows = _find_equal_flows(
                _make_keys(self.x, xs), _make_keys(self.y, ys), supply, demand
            )
            # `fsum` does not depend on the order, so that equal texts have equal sums.
            shared = fsum(flow.amount for flow in flows)
            return Match(shared, fsum(supply), fsum(demand), 1, None), flows
        solution = solve_graded(self.compute_similarities(xs, ys), supply, demand)
        return Match(
            solution.value, solution.total_supply, solution.total_demand, 1, None
        ), solution.flows

    def compare_words(self, x: RoleGram, y: RoleGram) -> tuple[float, ...]:
        """Return the similarity of predicates and of heads of two grams, as far as they have them.

        In long texts it is 1, which is right only for matched grams.
        """
        values = []
        if x.predicate is not None and y.predicate is not None:
            values.append(
                self._predicate_similarities[x.predicate][y.predicate] if self.is_graded else 1.0
            )
        if x.head is not None and y.head is not None:
            values.append(self._head_similarities[x.head][y.head] if self.is_graded else 1.0)
        return tuple(values)

    def compute_similarities(
        self, xs: Sequence[RoleGram], ys: Sequence[RoleGram]
    ) -> list[list[float]]:
        """Return the similarities of grams, one row per gram of `xs`.

        It is the mean over their words, or 0 if the roles differ or two words have similarity 0.
        """
        return [[self._compute_similarity(x, y) for y in ys] for x in xs]

    def _compute_similarity(self, x: RoleGram, y: RoleGram) -> float:
        if x.role != y.role:
            return 0.0
        word_similarities = self.compare_words(x, y)
        return sum(word_similarities) / len(word_similarities) if all(word_similarities) else 0.0


def _count_grams(text: RoleText) -> int:
    return len(text.predicates.words) + len(text.fillers)


def _compute_word_similarities(
    x: WeightedWords, y: WeightedWords, levels: Levels
) -> list[list[float]]:
    return compute_similarities(x.words, y.words, levels)


def _skip_similarities(x: WeightedWords, y: WeightedWords, levels: Levels) -> list[list[float]]:
    return []


def _make_keys(text: RoleText, grams: Sequence[RoleGram]) -> list[Hashable]:
    """Return a key for each gram (role, lemma of predicate, lemma of head); equal keys match."""
    predicates, heads = text.predicates.words, text.heads.words
    return [
        (
            gram.role,
            None if gram.predicate is None else predicates[gram.predicate].lemma,
            None if gram.head is None else heads[gram.head].lemma,
        )
        for gram in grams
    ]


def _find_equal_flows(
    reference_keys: Sequence[Hashable],
    candidate_keys: Sequence[Hashable],
    supply: list[float],
    demand: list[float],
) -> list[GradedFlow]:
    """Return flows between grams with equal keys; earlier grams come first.

    The first two arguments are the keys of the grams, `supply` and `demand` their weights.
    """
    remaining_supply = list(supply)
    indices_by_key: dict[Hashable, list[int]] = {}
    for i in reversed(range(len(reference_keys))):
        indices_by_key.setdefault(reference_keys[i], []).append(i)
    flows = []
    for j, key in enumerate(candidate_keys):
        missing_weight, sources = demand[j], indices_by_key.get(key, [])
        while missing_weight > 0 and sources:
            amount = min(missing_weight, remaining_supply[sources[-1]])
            if amount > 0:
                flows.append(GradedFlow(sources[-1], j, amount))
            missing_weight -= amount
            remaining_supply[sources[-1]] -= amount
            if remaining_supply[sources[-1]] <= 0:
                sources.pop()
    return flows


def make_role_grams(text: RoleText, view: str) -> list[RoleGram]:
    """Return the grams of a view; the weight of a gram is the mean weight of its words."""
    predicate_weights, head_weights = text.predicates.weights, text.heads.weights
    if view == "predicates":
        return [RoleGram("", index, None, weight) for index, weight in enumerate(predicate_weights)]
    if view == "heads":
        return [
            RoleGram(filler.role, None, filler.head, head_weights[filler.head])
            for filler in text.fillers
        ]
    has_roles = view != "pairs"
    return [
        RoleGram(
            filler.role if has_roles else "",
            filler.predicate,
            filler.head,
            (predicate_weights[filler.predicate] + head_weights[filler.head]) / 2,
        )
        for filler in text.fillers
        if view != "nouns" or filler.predicate in text.nouns
    ]
