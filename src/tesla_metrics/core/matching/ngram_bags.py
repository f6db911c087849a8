"""Bags of n-grams of a sentence, their matching and F-measures."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..solvers.transport import Flow, solve

if TYPE_CHECKING:
    from fractions import Fraction


class Words(NamedTuple):
    """Properties of the words of a sentence, one value per word in each sequence.

    Parameters
    ----------
    lemmas : sequence of hashable
        Lower-cased lemmas.
    tags : sequence of hashable or None
        Parts of speech; None equals no other tag.
    synsets : sequence of frozenset of int
        Numbers of the synsets of each lemma.
    function : sequence of bool
        Whether each word is a function word.
    upos : sequence of str or None
        Universal parts of speech, which bags do not use.
    forms : sequence of str
        The words as written, which bags do not use.
    """

    lemmas: Sequence[Hashable]
    tags: Sequence[Hashable | None]
    synsets: Sequence[frozenset[int]]
    function: Sequence[bool]
    upos: Sequence[str | None] = ()
    forms: Sequence[str] = ()


class GramWeights(NamedTuple):
    """Weights of n-grams as integers, in units of 1 / `unit`."""

    each: list[int]
    total: int
    unit: int


class Bags:
    """Bags of n-grams, n = 1 .. order, with weights `discount` ** (number of function words).

    Parameters
    ----------
    words : Words
        The words of a sentence.
    order : int
        Longest n-grams.
    discount : Fraction
        Weight of a function word; other words weigh 1.
    """

    def __init__(self, words: Words, order: int, discount: "Fraction") -> None:
        self.words = words
        self.order = order
        self.weights = [_weights(words.function, n, discount) for n in range(1, order + 1)]

    def __len__(self) -> int:
        return len(self.words.lemmas)

    @cached_property
    def lemma_masks(self) -> dict[Hashable, int]:
        """Positions of each lemma, as bits."""
        return _positions(self.words.lemmas)

    @cached_property
    def tag_masks(self) -> dict[Hashable, int]:
        """Positions of each tag, as bits; None is left out, since it equals no tag."""
        masks = _positions(self.words.tags)
        masks.pop(None, None)
        return masks

    @cached_property
    def synset_masks(self) -> dict[int, int]:
        """Positions of the lemmas in each synset, as bits."""
        masks: dict[int, int] = {}
        for position, synsets in enumerate(self.words.synsets):
            for synset in synsets:
                masks[synset] = masks.get(synset, 0) | 1 << position
        return masks

    @cached_property
    def tag_bags(self) -> list[dict[Hashable, int]]:
        """For each n, the weight of every n-gram of tags."""
        return self._project(self.words.tags)

    @cached_property
    def lemma_bags(self) -> list[dict[Hashable, int]]:
        """For each n, the weight of every n-gram of lemmas."""
        return self._project(self.words.lemmas)

    def _project(self, values: Sequence[Hashable | None]) -> list[dict[Hashable, int]]:
        bags = []
        for n, weights in enumerate(self.weights, 1):
            bag: dict[Hashable, int] = {}
            grams = zip(*(values[start:] for start in range(n)), strict=False)
            for gram, weight in zip(grams, weights.each, strict=True):
                bag[gram] = bag.get(gram, 0) + weight
            bags.append(bag if None not in values else _without_none(bag))
        return bags


def _without_none(bag: dict[Hashable, int]) -> dict[Hashable, int]:
    return {gram: weight for gram, weight in bag.items() if None not in gram}  # type: ignore[operator]


def _positions(values: Sequence[Hashable | None]) -> dict[Hashable, int]:
    masks: dict[Hashable, int] = {}
    bit = 1
    for value in values:
        masks[value] = masks.get(value, 0) | bit
        bit <<= 1
    return masks


def _weights(function: Sequence[bool], n: int, discount: "Fraction") -> GramWeights:
    # discount = p/q: an n-gram with f function words weighs p^f q^(n-f), in units of q^-n.
    p, q = discount.numerator, discount.denominator
    by_count = [p**f * q ** (n - f) for f in range(n + 1)]
    counts = map(sum, zip(*(function[start:] for start in range(n)), strict=False))
    each = [by_count[count] for count in counts]
    return GramWeights(each, sum(each), q**n)


# s_ms as bit masks: which n-grams of the reference and the candidate are similar, and how much.
#
# `levels[c][i]` has bit j set where the n-grams at i and j are similar in every position, with
# similarity 1 in exactly c positions and 1/2 in the others: s = (n + c) / 2n.

LevelMasks = list[list[int]]


def unigram_levels(x: Bags, y: Bags) -> LevelMasks:
    """Return one row per position of x, with bits for the positions of y."""
    half, exact = [], []
    lemma_masks, tag_masks, synset_masks = y.lemma_masks, y.tag_masks, y.synset_masks
    known = frozenset(synset_masks)  # intersecting two sets iterates only over the smaller
    words = x.words
    for lemma, tag, synsets in zip(words.lemmas, words.tags, words.synsets, strict=True):
        same = lemma_masks.get(lemma, 0)
        tagged = tag_masks.get(tag, 0)
        related = 0
        for synset in synsets & known:
            related |= synset_masks[synset]
        full = same | related & tagged
        exact.append(full)
        half.append((related | tagged) & ~full)
    return [half, exact]


def extend_levels(levels: LevelMasks, unigrams: LevelMasks, n: int) -> LevelMasks:
    """Extend (n-1)-grams to n-grams: add the last position, with bits shifted to the start."""
    shift = n - 1
    half = [mask >> shift for mask in unigrams[0][shift:]]
    exact = [mask >> shift for mask in unigrams[1][shift:]]
    extended = [[a & b for a, b in zip(levels[0], half, strict=False)]]
    for c in range(1, n):
        lower, same = levels[c - 1], levels[c]
        extended.append(
            [a & b | d & e for a, b, d, e in zip(same, half, lower, exact, strict=False)]
        )
    extended.append([a & b for a, b in zip(levels[n - 1], exact, strict=False)])
    return extended


class Match(NamedTuple):
    """Shared weight and total weights of two bags of n-grams of one length.

    Parameters
    ----------
    similarity : float
        Weight that is matched, multiplied by its similarity.
    reference, candidate : float
        Total weights of both bags.
    unit : int
        Flows are in units of 1 / `unit`.
    flows : list of Flow or None
        An optimal matching; None where the value has a closed form.
    """

    similarity: float
    reference: float
    candidate: float
    unit: int
    flows: list[Flow] | None

    @property
    def precision(self) -> float:
        """Share of the candidate's weight that is matched."""
        return self.similarity / self.candidate if self.candidate else 0.0

    @property
    def recall(self) -> float:
        """Share of the reference's weight that is matched."""
        return self.similarity / self.reference if self.reference else 0.0


def match_ms(reference: Bags, candidate: Bags) -> list[Match]:
    """Match n-grams by lemmas, synonyms and tags (s_ms of the TESLA papers).

    Parameters
    ----------
    reference, candidate : Bags
        The bags of both sides, of the same order.

    Returns
    -------
    list of Match
        One for each n = 1 .. order, with the flows of an optimal matching.
    """
    across = unigram_levels(reference, candidate)
    down = unigram_levels(candidate, reference)
    rows, columns = across, down
    matches = []
    for n, (x, y) in enumerate(zip(reference.weights, candidate.weights, strict=True), 1):
        if n > 1:
            rows, columns = extend_levels(rows, across, n), extend_levels(columns, down, n)
        # Both sides have n-grams only as far as their sentences reach.
        profits = range(n, 2 * n + 1)
        solution = solve(rows, columns, profits, x.each, y.each)
        matches.append(_match(solution.value, 2 * n, x, y, solution.flows))
    return matches


def match_tags(reference: Bags, candidate: Bags) -> list[Match]:
    """Match n-grams with equal tags (s_pos of the TESLA papers).

    Parameters
    ----------
    reference, candidate : Bags
        The bags of both sides, of the same order.

    Returns
    -------
    list of Match
        One for each n = 1 .. order.
    """
    return _closed_form(reference, candidate, reference.tag_bags, candidate.tag_bags)


def match_lemmas(reference: Bags, candidate: Bags) -> list[Match]:
    """Match n-grams with equal lemmas (s_lem of the TESLA papers).

    Parameters
    ----------
    reference, candidate : Bags
        The bags of both sides, of the same order.

    Returns
    -------
    list of Match
        One for each n = 1 .. order.
    """
    return _closed_form(reference, candidate, reference.lemma_bags, candidate.lemma_bags)


def _closed_form(
    reference: Bags,
    candidate: Bags,
    reference_bags: list[dict[Hashable, int]],
    candidate_bags: list[dict[Hashable, int]],
) -> list[Match]:
    # For a binary, transitive similarity S is the sum over g of min(X(g), Y(g)).
    matches = []
    for x, y, xs, ys in zip(
        reference.weights, candidate.weights, reference_bags, candidate_bags, strict=True
    ):
        shared = sum(min(xs[gram], ys[gram]) for gram in xs.keys() & ys.keys())
        matches.append(_match(shared, 1, x, y, None))
    return matches


def _match(
    value: int, levels: int, x: GramWeights, y: GramWeights, flows: list[Flow] | None
) -> Match:
    # Quotients of integers are rounded once, so for equal bags all three numbers are equal.
    similarity = value / (levels * x.unit)
    return Match(similarity, x.total / x.unit, y.total / y.unit, x.unit, flows)


def f_measures(matches: list[Match], alpha: float) -> list[float]:
    """Return F = P R / (alpha P + (1 - alpha) R) for each n.

    Parameters
    ----------
    matches : list of Match
        What `match_ms`, `match_tags` or `match_lemmas` returned.
    alpha : float
        Weight of recall.

    Returns
    -------
    list of float
        Where both bags are empty, F is that of n - 1, or 1 for n = 1.
    """
    values: list[float] = []
    last = 1.0
    for match in matches:
        if match.reference or match.candidate:
            # This equals the formula, since P = S / Y and R = S / X; it is 0 where S = 0. If both
            # sides have the same weight, the mean is exactly that weight.
            weight = match.candidate + alpha * (match.reference - match.candidate)
            # Rounding must not make it greater than 1.
            last = min(match.similarity / weight, 1.0) if match.similarity else 0.0
        values.append(last)
    return values


class CharacterBag(NamedTuple):
    """The n-grams of one length and their total weight."""

    counts: Counter[str]
    total: float


def character_bags(text: str, order: int, weight: Callable[[str], float]) -> list[CharacterBag]:
    """Return the bags of n = 1 .. order of a padded text."""
    bags = []
    for n in range(1, order + 1):
        counts = Counter(text[start : start + n] for start in range(len(text) - n + 1))
        bags.append(CharacterBag(counts, sum(k * weight(gram) for gram, k in counts.items())))
    return bags


def character_match(
    reference: list[CharacterBag], candidate: list[CharacterBag], weight: Callable[[str], float]
) -> tuple[float, float]:
    """Return precision and recall, averaged over the lengths that both texts have n-grams of."""
    precisions, recalls = [], []
    for x, y in zip(reference, candidate, strict=True):
        if not x.counts or not y.counts:
            continue
        shared = sum(
            min(count, y.counts[gram]) * weight(gram)
            for gram, count in x.counts.items()
            if gram in y.counts
        )
        precisions.append(shared / y.total if y.total else 0.0)
        recalls.append(shared / x.total if x.total else 0.0)
    if not precisions:
        return 0.0, 0.0
    return sum(precisions) / len(precisions), sum(recalls) / len(recalls)
