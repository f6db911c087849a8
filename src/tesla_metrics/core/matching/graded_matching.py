"""Matching of words and n-grams with graded similarities, and changes of word order."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from ..solvers.graded_transport import GradedFlow, solve_graded
from .word_similarity import (
    GradedWord,
    Levels,
    compute_gram_similarities,
    compute_gram_weights,
    compute_similarities,
    find_missing_words,
    find_stand_ins,
)

# The order of two words is compared if they are at most this many words apart. The order of more
# distant words says little: a text in which a phrase has moved still reads well.
MAX_REORDER_DISTANCE = 6

# Two words that are regarded as the same: (index in the reference, index in the candidate).
Anchor = tuple[int, int]


def find_anchors(
    xs: Sequence[GradedWord], ys: Sequence[GradedWord], stand_ins: Sequence[Anchor]
) -> list[Anchor]:
    """Return the stand-ins and the pairs of words of the same form, in the order of the candidate.

    The k-th occurrence of a form in `xs` is paired with its k-th occurrence in `ys`.
    """
    indices_by_form: dict[str, list[int]] = {}
    for i, x in reversed(list(enumerate(xs))):
        indices_by_form.setdefault(x.form, []).append(i)
    same_forms = [
        (indices_by_form[y.form].pop(), j) for j, y in enumerate(ys) if indices_by_form.get(y.form)
    ]
    return sorted([*same_forms, *stand_ins], key=lambda anchor: anchor[1])


def compute_reordered_share(
    anchors: Sequence[Anchor],
    reference_weights: Sequence[float],
    candidate_weights: Sequence[float],
) -> float:
    """Return the share, by weight, of pairs of near anchors that have opposite orders.

    Anchors are near if they are at most `MAX_REORDER_DISTANCE` words apart on one of the sides.
    `reference` and `candidate` are the weights of the words of either side.
    """
    weights = {
        anchor: min(reference_weights[anchor[0]], candidate_weights[anchor[1]])
        for anchor in anchors
    }
    reordered_weight = total_weight = 0.0
    for first, second in (
        *_iter_near_pairs(anchors, 1),
        *_iter_near_pairs(sorted(anchors), 0),
    ):
        weight = weights[first] * weights[second]
        total_weight += weight
        if _is_reversed(first, second):
            reordered_weight += weight
    return reordered_weight / total_weight if reordered_weight else 0.0


def iter_reordered_pairs(anchor_list: Sequence[Anchor]) -> Iterator[tuple[Anchor, Anchor]]:
    """Yield pairs of near anchors that have opposite orders."""
    for first, second in (
        *_iter_near_pairs(anchor_list, 1),
        *_iter_near_pairs(sorted(anchor_list), 0),
    ):
        if _is_reversed(first, second):
            yield first, second


def _is_reversed(first: Anchor, second: Anchor) -> bool:
    return (first[0] - second[0]) * (first[1] - second[1]) < 0


def _iter_near_pairs(
    sorted_anchors: Sequence[Anchor], side: int
) -> Iterator[tuple[Anchor, Anchor]]:
    """Yield pairs of anchors that are near on one side: 0 is the reference, 1 the candidate.

    The anchors must be sorted by this side. For the reference, pairs that are also near in the
    candidate are left out, so that no pair is yielded for both sides.
    """
    for index, anchor in enumerate(sorted_anchors):
        for earlier in reversed(sorted_anchors[max(0, index - MAX_REORDER_DISTANCE) : index]):
            if anchor[side] - earlier[side] > MAX_REORDER_DISTANCE:
                break
            if side == 1 or abs(anchor[1] - earlier[1]) > MAX_REORDER_DISTANCE:
                yield earlier, anchor


class WeightedWords(NamedTuple):
    """The words of a text and their weights."""

    words: Sequence[GradedWord]
    weights: Sequence[float]


class GramMatch(NamedTuple):
    """Matched n-grams of one length: an optimal flow from the reference to the candidate."""

    reference_weight: float  # total weight of the reference's n-grams
    candidate_weight: float  # total weight of the candidate's n-grams
    shared_weight: float  # sum of similarity * amount over all flows
    flows: list[GradedFlow]
    # For each linear program that was solved: the indices of its n-grams on both sides.
    program_indices: list[tuple[Sequence[int], Sequence[int]]]


class Matching(NamedTuple):
    """Matched words and n-grams, by their indices in the texts.

    stand_ins   words of the candidate that stand in for a word of the reference
    anchors     stand-ins and words with the same form, in the order of the candidate
    grams       matched n-grams for n = 1, 2, ...; None if neither side has n-grams
    """

    stand_ins: list[Anchor]
    anchors: list[Anchor]
    grams: list[GramMatch | None]


def match_optimal(x: WeightedWords, y: WeightedWords, levels: Levels, order: int) -> Matching:
    """Return the optimal matching of two texts, in time cubic in their length."""
    word_similarities = compute_similarities(x.words, y.words, levels)
    missing_x = find_missing_words(x.words, {word.form for word in y.words})
    missing_y = find_missing_words(y.words, {word.form for word in x.words})
    stand_in_pairs = find_stand_ins(x.words, y.words, word_similarities, missing_x, missing_y)
    grams = [_match_grams(x, y, word_similarities, n) for n in range(1, order + 1)]
    return Matching(stand_in_pairs, find_anchors(x.words, y.words, stand_in_pairs), grams)


def _match_grams(
    x: WeightedWords, y: WeightedWords, word_similarities: Sequence[Sequence[float]], n: int
) -> GramMatch | None:
    """Match all n-grams of two texts in one linear program; None if there are no n-grams."""
    supply, demand = compute_gram_weights(x.weights, n), compute_gram_weights(y.weights, n)
    if not supply and not demand:
        return None
    ranges = range(len(supply)), range(len(demand))
    if not supply or not demand:
        return GramMatch(sum(supply), sum(demand), 0.0, [], [ranges])
    similarities_of_grams = compute_gram_similarities(word_similarities, n, *ranges)
    solution = solve_graded(similarities_of_grams, supply, demand)
    return GramMatch(
        solution.total_supply, solution.total_demand, solution.value, solution.flows, [ranges]
    )


# Pairing equal items of two sequences

Item = TypeVar("Item", bound=Hashable)
# Two equal items: (index in the reference, index in the candidate).
Pair = tuple[int, int]


class EqualItems(NamedTuple, Generic[Item]):
    """Pairs of equal items of two sequences, as many as possible, and the unpaired items."""

    pairs: list[Pair]  # in the order of the candidate
    unpaired: list[tuple[bool, int]]  # (is in the candidate, index), sorted as by `merge_indices`
    shared_items: set[Item]  # items that occur in both sequences


def merge_indices(n_x: int, n_y: int) -> Iterator[tuple[bool, int]]:
    """Yield the indices of two sequences of lengths x and y, sorted by relative position.

    The relative position of index i of n is (2 i + 1) / 2 n. The first value of each result is
    False for the first sequence and True for the second.
    """
    j = 0
    for i in range(n_x):
        while j < n_y and (2 * j + 1) * n_x < (2 * i + 1) * n_y:
            yield True, j
            j += 1
        yield False, i
    for index in range(j, n_y):
        yield True, index


class _LeadLevel:
    """The positions where one side gets k items of a kind ahead of the other, for a certain k.

    The item at one of these positions stays unpaired: the one with the lowest cost. The cost of a
    position is the distance for which the side was ahead before it, plus the distance for which the
    side was behind after it. Costs are relative to the first position.

    last_position   position where the side last got ahead or fell back
    cost            cost of the last position where the side got ahead
    lowest_cost     lowest cost so far
    index           index of the item with the lowest cost
    """

    def __init__(self, position: int, index: int) -> None:
        self.last_position, self.index = position, index
        self.cost = self.lowest_cost = 0

    def reach(self, position: int, index: int) -> None:
        """Record that the side gets ahead at this position, with the item at `index`."""
        self.cost -= position - self.last_position
        if self.cost < self.lowest_cost:
            self.lowest_cost, self.index = self.cost, index
        self.last_position = position

    def leave(self, position: int) -> None:
        """Record that the side falls back at this position."""
        self.cost += position - self.last_position
        self.last_position = position


def pair_equal_items(xs: Sequence[Item], ys: Sequence[Item]) -> EqualItems[Item]:
    """Pair equal items, such that the sum of the distances of paired items is minimal.

    Equal items are paired in their order, after the unpaired ones are left out. So an unpaired item
    is at a position where its side is ahead, that is, has had more of these items so far. The sum
    of distances is the sum of the costs of levels, which are independent of each other.
    """
    sides = xs, ys
    merged = list(merge_indices(len(xs), len(ys)))
    leads: dict[Item, int] = {}  # items of xs minus equal items of ys so far
    levels: dict[tuple[Item, int], _LeadLevel] = {}  # by item and lead
    for side, index in merged:
        item = sides[side][index]
        # The relative position, multiplied by 2 len(xs) len(ys).
        position = (2 * index + 1) * len(sides[not side])
        old_lead = leads.get(item, 0)
        new_lead = leads[item] = old_lead + (-1 if side else 1)
        if abs(new_lead) < abs(old_lead):
            levels[item, old_lead].leave(position)
        elif (item, new_lead) in levels:
            levels[item, new_lead].reach(position, index)
        else:
            levels[item, new_lead] = _LeadLevel(position, index)
    unpaired = {
        (lead < 0, levels[item, level if lead > 0 else -level].index)
        for item, lead in leads.items()
        for level in range(1, abs(lead) + 1)
    }
    indices_of_item: dict[Item, list[int]] = {}
    for i in reversed(range(len(xs))):
        if (False, i) not in unpaired:
            indices_of_item.setdefault(xs[i], []).append(i)
    pairs = [(indices_of_item[y].pop(), j) for j, y in enumerate(ys) if (True, j) not in unpaired]
    return EqualItems(
        pairs, [index_entry for index_entry in merged if index_entry in unpaired], set(xs) & set(ys)
    )


# Matching long texts
#
# A line may be an entire document, and the optimal matching takes cubic time. The following takes
# linear time: equal words and n-grams are paired, wherever they are, and the others are matched in
# chunks.

# Maximum number of words for the optimal matching alone; no sentence is longer.
MAX_OPTIMAL_WORDS = 256
# Number of further words over which scores change gradually from the optimal matching to the one in
# chunks: a score must not jump if a text grows by one word.
TRANSITION_WORDS = 64
# Maximum number of unpaired items of both texts together in one chunk.
CHUNK_ITEMS = 384
# Number of integer units per weight of 1. Sums of integers do not depend on their order.
UNITS_PER_WEIGHT = 1 << 40


class WeightedMatching(NamedTuple):
    """A matching and its share in the features; the shares of all matchings add up to 1."""

    share: float
    matching: Matching


def match_words(
    x: WeightedWords, y: WeightedWords, levels: Levels, order: int
) -> list[WeightedMatching]:
    """Match two texts optimally, in chunks if they are long, or in both ways.

    Texts of up to `MAX_OPTIMAL_WORDS` words are matched optimally, texts with at least
    `TRANSITION_WORDS` more words in chunks, and texts in between in both ways.
    """
    n_words = max(len(x.words), len(y.words))
    chunked_share = min(max(0, n_words - MAX_OPTIMAL_WORDS) / TRANSITION_WORDS, 1.0)
    methods = (1 - chunked_share, match_optimal), (chunked_share, match_in_chunks)
    return [
        WeightedMatching(share, method(x, y, levels, order)) for share, method in methods if share
    ]


def match_in_chunks(x: WeightedWords, y: WeightedWords, levels: Levels, order: int) -> Matching:
    """Return a nearly optimal matching of two texts, in linear time."""
    equal = pair_equal_items([word.form for word in x.words], [word.form for word in y.words])
    stand_in_pairs = list(_find_stand_ins(x, y, levels, equal))
    grams = [_match_grams_in_chunks(x, y, levels, n) for n in range(1, order + 1)]
    return Matching(
        stand_in_pairs, sorted([*equal.pairs, *stand_in_pairs], key=lambda pair: pair[1]), grams
    )


def iter_chunks(unpaired: Sequence[tuple[bool, int]]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield chunks of `CHUNK_ITEMS` unpaired items, as indices in the reference and the candidate.

    Only the last chunk is smaller, so that the others do not change if an item is added at the end.
    """
    for start in range(0, len(unpaired), CHUNK_ITEMS):
        chunk = unpaired[start : start + CHUNK_ITEMS]
        indices_x = [index for in_candidate, index in chunk if not in_candidate]
        indices_y = [index for in_candidate, index in chunk if in_candidate]
        yield indices_x, indices_y


def _find_stand_ins(
    x: WeightedWords, y: WeightedWords, levels: Levels, equal: EqualItems[str]
) -> Iterator[Anchor]:
    """Yield the stand-ins among the words that are not paired by their form, chunk by chunk."""
    for indices_x, indices_y in iter_chunks(equal.unpaired):
        xs, ys = [x.words[i] for i in indices_x], [y.words[j] for j in indices_y]
        missing_x, missing_y = (
            find_missing_words(xs, equal.shared_items),
            find_missing_words(ys, equal.shared_items),
        )
        for i, j in find_stand_ins(
            xs, ys, compute_similarities(xs, ys, levels), missing_x, missing_y
        ):
            yield indices_x[i], indices_y[j]


def _match_grams_in_chunks(
    x: WeightedWords, y: WeightedWords, levels: Levels, n: int
) -> GramMatch | None:
    """Pair equal n-grams, and match the others in chunks; None if there are no n-grams."""
    supply, demand = compute_gram_weights(x.weights, n), compute_gram_weights(y.weights, n)
    if not supply and not demand:
        return None
    equal = pair_equal_items(_get_gram_forms(x, n), _get_gram_forms(y, n))
    flows = [GradedFlow(i, j, supply[i]) for i, j in equal.pairs]
    value = _sum_weights([flow.amount for flow in flows])
    programs = list(iter_chunks(equal.unpaired))
    for indices_x, indices_y in programs:
        gram_table = compute_gram_similarities_at(x, y, levels, n, indices_x, indices_y)
        solution = solve_graded(
            gram_table, [supply[i] for i in indices_x], [demand[j] for j in indices_y]
        )
        flows += [GradedFlow(indices_x[i], indices_y[j], amount) for i, j, amount in solution.flows]
        value += solution.value
    return GramMatch(_sum_weights(supply), _sum_weights(demand), value, flows, [*programs])


def _get_gram_forms(text: WeightedWords, n: int) -> list[tuple[str, ...]]:
    """Return the n-grams of word forms of a text."""
    forms = [word.form for word in text.words]
    shifted_forms = (forms[start:] for start in range(n))
    return list(zip(*shifted_forms, strict=False))


def compute_gram_similarities_at(
    x: WeightedWords,
    y: WeightedWords,
    levels: Levels,
    n: int,
    indices_x: Sequence[int],
    indices_y: Sequence[int],
) -> list[list[float]]:
    """Return the similarities of the n-grams that start at these words, one row per n-gram of x."""
    word_indices_x, rows = _find_gram_words(indices_x, n)
    word_indices_y, columns = _find_gram_words(indices_y, n)
    word_similarities = compute_similarities(
        [x.words[i] for i in word_indices_x], [y.words[j] for j in word_indices_y], levels
    )
    return compute_gram_similarities(word_similarities, n, rows, columns)


def _find_gram_words(starts: Sequence[int], n: int) -> tuple[list[int], list[int]]:
    """Return the indices of all words of some n-grams, and where each n-gram starts among them."""
    word_indices = sorted({start + k for start in starts for k in range(n)})
    new_starts = {word_index: k for k, word_index in enumerate(word_indices)}
    return word_indices, [new_starts[start] for start in starts]


def _sum_weights(weights: Sequence[float]) -> float:
    """Return the sum of weights, rounded to integer units, so that it is independent of order."""
    return sum(round(weight * UNITS_PER_WEIGHT) for weight in weights) / UNITS_PER_WEIGHT
