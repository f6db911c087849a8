"""Matching of graded words, in chunks if texts are long, and measures of word order."""

from collections.abc import Hashable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from ..solvers.graded_transport import GradedFlow, solve_graded
from .word_similarity import (
    GradedWord,
    Levels,
    gram_similarities,
    gram_weights,
    missing_words,
    similarities,
    stand_ins,
)

# Maximum distance of words whose order is compared. If a whole phrase has moved, the text still
# reads well, so the order of more distant words says little.
MAX_REORDER_DISTANCE = 6

# Indices of a word in the reference and in the candidate.
Anchor = tuple[int, int]


def anchors(
    xs: Sequence[GradedWord], ys: Sequence[GradedWord], stand_ins: Sequence[Anchor]
) -> list[Anchor]:
    """Return stand-ins and pairs of words of the same form, the k-th with the k-th, sorted by y."""
    positions: dict[str, list[int]] = {}
    for i, x in reversed(list(enumerate(xs))):
        positions.setdefault(x.form, []).append(i)
    same = [(positions[y.form].pop(), j) for j, y in enumerate(ys) if positions.get(y.form)]
    return sorted([*same, *stand_ins], key=lambda anchor: anchor[1])


def reordered_share(
    anchor_list: Sequence[Anchor], reference: Sequence[float], candidate: Sequence[float]
) -> float:
    """Return the share, by weight, of pairs of near anchors that have opposite orders.

    Anchors are near if they are at most REACH words apart on one of the sides.
    """
    weights = {anchor: min(reference[anchor[0]], candidate[anchor[1]]) for anchor in anchor_list}
    changed = total = 0.0
    for first, second in (*_near(anchor_list, 1), *_near(sorted(anchor_list), 0)):
        weight = weights[first] * weights[second]
        total += weight
        if _is_turned(first, second):
            changed += weight
    return changed / total if changed else 0.0


def reordered_pairs(anchor_list: Sequence[Anchor]) -> Iterator[tuple[Anchor, Anchor]]:
    """Yield pairs of near anchors that have opposite orders."""
    for first, second in (*_near(anchor_list, 1), *_near(sorted(anchor_list), 0)):
        if _is_turned(first, second):
            yield first, second


def _is_turned(first: Anchor, second: Anchor) -> bool:
    return (first[0] - second[0]) * (first[1] - second[1]) < 0


def _near(sorted_anchors: Sequence[Anchor], side: int) -> Iterator[tuple[Anchor, Anchor]]:
    """Yield pairs that are near on this side, by which the anchors are sorted.

    On the side of the reference, pairs that are also near in the candidate are left out.
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
    """The total weights of the n-grams of both sides, and an optimal flow with its value.

    programs    indices, on both sides, of the n-grams that were matched in one linear program
    """

    reference: float
    candidate: float
    value: float
    flows: list[GradedFlow]
    programs: list[tuple[Sequence[int], Sequence[int]]]


class Matching(NamedTuple):
    """Matched words and n-grams, by their indices in the texts.

    stand_ins   words of the candidate that replace a word of the reference
    anchors     these and words with the same form, in the order of the candidate
    grams       for n = 1, 2, ...; None where neither side has n-grams
    """

    stand_ins: list[Anchor]
    anchors: list[Anchor]
    grams: list[GramMatch | None]


def match_optimal(x: WeightedWords, y: WeightedWords, levels: Levels, order: int) -> Matching:
    """Return the optimal matching; the time is cubic in the length."""
    word_similarities = similarities(x.words, y.words, levels)
    missing_x = missing_words(x.words, {word.form for word in y.words})
    missing_y = missing_words(y.words, {word.form for word in x.words})
    stand_in_pairs = stand_ins(x.words, y.words, word_similarities, missing_x, missing_y)
    grams = [_match(x, y, word_similarities, n) for n in range(1, order + 1)]
    return Matching(stand_in_pairs, anchors(x.words, y.words, stand_in_pairs), grams)


def _match(
    x: WeightedWords, y: WeightedWords, word_similarities: Sequence[Sequence[float]], n: int
) -> GramMatch | None:
    supply, demand = gram_weights(x.weights, n), gram_weights(y.weights, n)
    if not supply and not demand:
        return None
    ranges = range(len(supply)), range(len(demand))
    if not supply or not demand:
        return GramMatch(sum(supply), sum(demand), 0.0, [], [ranges])
    grams = gram_similarities(word_similarities, n, *ranges)
    solution = solve_graded(grams, supply, demand)
    return GramMatch(solution.supplied, solution.demanded, solution.value, solution.flows, [ranges])


Item = TypeVar("Item", bound=Hashable)
# Indices of two items in the reference and in the candidate.
Pair = tuple[int, int]


class EqualItems(NamedTuple, Generic[Item]):
    """Equal items of two sequences: as many pairs as possible of each kind, and the unpaired items.

    pairs   in the order of the candidate
    unpaired  (whether in the candidate, index) of unpaired items, in the order of `merged_indices`
    shared  items that both sequences have
    """

    pairs: list[Pair]
    unpaired: list[tuple[bool, int]]
    shared: set[Item]


def merged_indices(x: int, y: int) -> Iterator[tuple[bool, int]]:
    """Yield the indices of two sequences of these lengths, sorted by relative position."""
    j = 0
    for i in range(x):
        while j < y and (2 * j + 1) * x < (2 * i + 1) * y:
            yield True, j
            j += 1
        yield False, i
    for rest in range(j, y):
        yield True, rest


class _Level:
    """The positions where one side gets a given number of items of a kind ahead of the other.

    The item at one of these positions stays unpaired; `index` is the index of the best one.

    last    position where the side last got ahead or fell back
    cost    total distance for which it was ahead before the last position where it got ahead, plus
            the distance for which it was behind after it, less the same for the first such position
    """

    def __init__(self, position: int, index: int) -> None:
        self.last, self.cost, self.best, self.index = position, 0, 0, index

    def reach(self, position: int, index: int) -> None:
        self.cost -= position - self.last
        if self.cost < self.best:
            self.best, self.index = self.cost, index
        self.last = position

    def leave(self, position: int) -> None:
        self.cost += position - self.last
        self.last = position


def pair_equal_items(xs: Sequence[Item], ys: Sequence[Item]) -> EqualItems[Item]:
    """Pair equal items; the unpaired ones are chosen such that the paired ones are nearest.

    The k-th paired items of a kind belong together. So an unpaired item is at a position where its
    side is ahead of the other. The sum of distances is the sum of `cost` over levels, and levels
    are independent of each other.
    """
    sides = xs, ys
    walk = list(merged_indices(len(xs), len(ys)))
    ahead: dict[Item, int] = {}  # how many more the reference has so far
    levels: dict[tuple[Item, int], _Level] = {}
    for side, index in walk:
        item, position = sides[side][index], (2 * index + 1) * len(sides[not side])
        old_lead = ahead.get(item, 0)
        new_lead = ahead[item] = old_lead + (-1 if side else 1)
        if abs(new_lead) < abs(old_lead):
            levels[item, old_lead].leave(position)
        elif (item, new_lead) in levels:
            levels[item, new_lead].reach(position, index)
        else:
            levels[item, new_lead] = _Level(position, index)
    unpaired = {
        (lead < 0, levels[item, level if lead > 0 else -level].index)
        for item, lead in ahead.items()
        for level in range(1, abs(lead) + 1)
    }
    positions: dict[Item, list[int]] = {}
    for i in reversed(range(len(xs))):
        if (False, i) not in unpaired:
            positions.setdefault(xs[i], []).append(i)
    pairs = [(positions[y].pop(), j) for j, y in enumerate(ys) if (True, j) not in unpaired]
    return EqualItems(pairs, [entry for entry in walk if entry in unpaired], set(xs) & set(ys))


# Long texts: first match what is equal, wherever it is, then the rest in chunks.
#
# The optimum takes cubic time, this only linear time, so that a line may be an entire document.
# Text that has moved is found if its words are the same.

# Maximum number of words for the optimal matching; no sentence is as long.
MAX_OPTIMAL_WORDS = 256
# Number of words over which the score changes gradually from one matching to the other: a score
# must not jump if a text grows by one word.
FADE_WORDS = 64
# Maximum number of unpaired items of both texts together in one chunk.
CHUNK_ITEMS = 384
# Weights are summed in integer units, so that sums do not depend on the order.
UNITS = 1 << 40


class WeightedMatching(NamedTuple):
    """A matching and its share in the columns; the shares add up to 1."""

    share: float
    matching: Matching


def match(x: WeightedWords, y: WeightedWords, levels: Levels, order: int) -> list[WeightedMatching]:
    """Match two texts optimally, in chunks if they are long, or both in between.

    Texts of up to LONGEST words are matched optimally, those with FADE words more in chunks.
    """
    share = min(max(0, max(len(x.words), len(y.words)) - MAX_OPTIMAL_WORDS) / FADE_WORDS, 1.0)
    methods = (1 - share, match_optimal), (share, match_in_chunks)
    return [
        WeightedMatching(portion, method(x, y, levels, order))
        for portion, method in methods
        if portion
    ]


def match_in_chunks(x: WeightedWords, y: WeightedWords, levels: Levels, order: int) -> Matching:
    """Return a matching whose flows have nearly the optimal value, in linear time."""
    equal = pair_equal_items([word.form for word in x.words], [word.form for word in y.words])
    stand_in_pairs = list(_stand_ins(x, y, levels, equal))
    grams = [_match_rest(x, y, levels, n) for n in range(1, order + 1)]
    return Matching(
        stand_in_pairs, sorted([*equal.pairs, *stand_in_pairs], key=lambda pair: pair[1]), grams
    )


def unpaired_chunks(unpaired: Sequence[tuple[bool, int]]) -> Iterator[tuple[list[int], list[int]]]:
    """Yield the indices on both sides of unpaired items, CHUNK_ITEMS of both together at a time.

    All chunks but the last have the full size, so that the others do not change if there is one
    more unpaired item at the end.
    """
    for start in range(0, len(unpaired), CHUNK_ITEMS):
        part = unpaired[start : start + CHUNK_ITEMS]
        yield [index for side, index in part if not side], [index for side, index in part if side]


def _stand_ins(
    x: WeightedWords, y: WeightedWords, levels: Levels, equal: EqualItems[str]
) -> Iterator[Anchor]:
    for of_x, of_y in unpaired_chunks(equal.unpaired):
        xs, ys = [x.words[i] for i in of_x], [y.words[j] for j in of_y]
        missing_x, missing_y = missing_words(xs, equal.shared), missing_words(ys, equal.shared)
        for i, j in stand_ins(xs, ys, similarities(xs, ys, levels), missing_x, missing_y):
            yield of_x[i], of_y[j]


def _match_rest(x: WeightedWords, y: WeightedWords, levels: Levels, n: int) -> GramMatch | None:
    supply, demand = gram_weights(x.weights, n), gram_weights(y.weights, n)
    if not supply and not demand:
        return None
    equal = pair_equal_items(_grams(x, n), _grams(y, n))
    flows = [GradedFlow(i, j, supply[i]) for i, j in equal.pairs]
    value = _total([flow.amount for flow in flows])
    programs = list(unpaired_chunks(equal.unpaired))
    for of_x, of_y in programs:
        gram_table = gram_similarities_at(x, y, levels, n, of_x, of_y)
        solution = solve_graded(gram_table, [supply[i] for i in of_x], [demand[j] for j in of_y])
        flows += [GradedFlow(of_x[i], of_y[j], amount) for i, j, amount in solution.flows]
        value += solution.value
    return GramMatch(_total(supply), _total(demand), value, flows, [*programs])


def _grams(text: WeightedWords, n: int) -> list[tuple[str, ...]]:
    forms = [word.form for word in text.words]
    return list(zip(*(forms[k:] for k in range(n)), strict=False))


def gram_similarities_at(
    x: WeightedWords,
    y: WeightedWords,
    levels: Levels,
    n: int,
    of_x: Sequence[int],
    of_y: Sequence[int],
) -> list[list[float]]:
    """Return the similarities of n-grams at these indices, one row per n-gram of x."""
    words_x, rows = _words(of_x, n)
    words_y, columns = _words(of_y, n)
    word_similarities = similarities(
        [x.words[i] for i in words_x], [y.words[j] for j in words_y], levels
    )
    return gram_similarities(word_similarities, n, rows, columns)


def _words(starts: Sequence[int], n: int) -> tuple[list[int], list[int]]:
    """Return the indices of all words of n-grams, and where each n-gram starts among them."""
    words = sorted({start + k for start in starts for k in range(n)})
    begin = {word: k for k, word in enumerate(words)}
    return words, [begin[start] for start in starts]


def _total(weights: Sequence[float]) -> float:
    return sum(round(weight * UNITS) for weight in weights) / UNITS
