"""Bags of n-grams of a sentence, their matching and F-measures."""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ..solvers.transport import Flow, solve_transport

if TYPE_CHECKING:
    from fractions import Fraction


class Words(NamedTuple):
    """Properties of the words of a sentence, one sequence per property.

    Parameters
    ----------
    lemmas : sequence of hashable
        Lower-cased lemmas.
    tags : sequence of hashable or None
        Parts of speech; None does not equal any tag.
    synsets : sequence of frozenset of int
        Numbers of the synsets of each lemma.
    function_flags : sequence of bool
        Whether each word is a function word.
    upos : sequence of str or None
        Universal parts of speech, which bags do not use.
    forms : sequence of str
        The words as written, which bags do not use.
    """

    lemmas: Sequence[Hashable]
    tags: Sequence[Hashable | None]
    synsets: Sequence[frozenset[int]]
    function_flags: Sequence[bool]
    upos: Sequence[str | None] = ()
    forms: Sequence[str] = ()


class GramWeights(NamedTuple):
    """Weights of n-grams as integers: a weight w is stored as w * unit."""

    weights: list[int]  # one weight per n-gram
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
        self.weights = [
            _compute_weights(words.function_flags, n, discount) for n in range(1, order + 1)
        ]

    def __len__(self) -> int:
        return len(self.words.lemmas)

    @cached_property
    def lemma_masks(self) -> dict[Hashable, int]:
        """By lemma, a mask in which bit i is set if word i has the lemma."""
        return _make_masks(self.words.lemmas)

    @cached_property
    def tag_masks(self) -> dict[Hashable, int]:
        """By tag, a mask in which bit i is set if word i has the tag; None is left out."""
        masks = _make_masks(self.words.tags)
        masks.pop(None, None)
        return masks

    @cached_property
    def synset_masks(self) -> dict[int, int]:
        """By synset, a mask in which bit i is set if the lemma of word i is in the synset."""
        masks: dict[int, int] = {}
        for position, synsets in enumerate(self.words.synsets):
            for synset in synsets:
                masks[synset] = masks.get(synset, 0) | 1 << position
        return masks

    @cached_property
    def tag_bags(self) -> list[dict[Hashable, int]]:
        """For each n, the weight of every n-gram of tags."""
        return self._weight_ngrams(self.words.tags)

    @cached_property
    def lemma_bags(self) -> list[dict[Hashable, int]]:
        """For each n, the weight of every n-gram of lemmas."""
        return self._weight_ngrams(self.words.lemmas)

    def _weight_ngrams(self, values: Sequence[Hashable | None]) -> list[dict[Hashable, int]]:
        """Return, for each n, the weight of every n-gram of these values of words.

        N-grams that contain None are left out.
        """
        bags = []
        for n, weights in enumerate(self.weights, 1):
            bag: dict[Hashable, int] = {}
            grams = zip(*(values[start:] for start in range(n)), strict=False)
            for gram, weight in zip(grams, weights.weights, strict=True):
                bag[gram] = bag.get(gram, 0) + weight
            bags.append(bag if None not in values else _drop_none(bag))
        return bags


def _drop_none(bag: dict[Hashable, int]) -> dict[Hashable, int]:
    return {gram: weight for gram, weight in bag.items() if None not in gram}  # type: ignore[operator]


def _make_masks(values: Sequence[Hashable | None]) -> dict[Hashable, int]:
    """Return, for each value, a mask of its indices."""
    masks: dict[Hashable, int] = {}
    bit = 1
    for value in values:
        masks[value] = masks.get(value, 0) | bit
        bit <<= 1
    return masks


def _compute_weights(function_flags: Sequence[bool], n: int, discount: "Fraction") -> GramWeights:
    """Return the weights of n-grams; `function_flags` says which words are function words."""
    # With discount = p/q, an n-gram with f function words weighs p^f q^(n-f) in units of q^-n.
    p, q = discount.numerator, discount.denominator
    weight_by_count = [p**f * q ** (n - f) for f in range(n + 1)]
    shifted_flags = (function_flags[start:] for start in range(n))
    counts = map(sum, zip(*shifted_flags, strict=False))
    weights = [weight_by_count[count] for count in counts]
    return GramWeights(weights, sum(weights), q**n)


# Similarities of n-grams by s_ms, as bit masks.
#
# `levels[c][i]` has bit j set if the n-gram at word i of one text and the n-gram at word j of the
# other are similar in all n words, with similarity 1 in exactly c words and 1/2 in the others. The
# similarity of the n-grams is then (n + c) / 2n.

LevelMasks = list[list[int]]


def compute_unigram_levels(x: Bags, y: Bags) -> LevelMasks:
    """Return the levels of words: one mask per word of x, with bits for the words of y.

    Two words have similarity 1 if they have the same lemma, or a common synset and the same tag,
    and 1/2 if they have only a common synset or only the same tag.
    """
    half, exact = [], []
    lemma_masks, tag_masks, synset_masks = y.lemma_masks, y.tag_masks, y.synset_masks
    synsets_of_y = frozenset(synset_masks)  # the intersection of two sets is fast
    words = x.words
    for lemma, tag, synsets in zip(words.lemmas, words.tags, words.synsets, strict=True):
        same_lemma = lemma_masks.get(lemma, 0)
        same_tag = tag_masks.get(tag, 0)
        same_synset = 0
        for synset in synsets & synsets_of_y:
            same_synset |= synset_masks[synset]
        is_exact = same_lemma | same_synset & same_tag
        exact.append(is_exact)
        half.append((same_synset | same_tag) & ~is_exact)
    return [half, exact]


def extend_levels(levels: LevelMasks, unigrams: LevelMasks, n: int) -> LevelMasks:
    """Return the levels of n-grams from the `levels` of (n-1)-grams and of `unigrams`."""
    # The masks of the last word of each n-gram, at the start of the n-gram on both sides.
    shift = n - 1
    half = [mask >> shift for mask in unigrams[0][shift:]]
    exact = [mask >> shift for mask in unigrams[1][shift:]]
    extended = [[a & b for a, b in zip(levels[0], half, strict=False)]]
    for c in range(1, n):
        # c exact words: either c before and a half-similar last word, or c - 1 and an exact one.
        extended.append(
            [
                level & half_mask | lower_level & exact_mask
                for level, half_mask, lower_level, exact_mask in zip(
                    levels[c], half, levels[c - 1], exact, strict=False
                )
            ]
        )
    extended.append([a & b for a, b in zip(levels[n - 1], exact, strict=False)])
    return extended


class Match(NamedTuple):
    """Result of matching the bags of a reference and a candidate, for n-grams of one length.

    Parameters
    ----------
    shared_weight : float
        Weight that is matched, multiplied by its similarity.
    reference_weight, candidate_weight : float
        Total weights of both bags.
    unit : int
        Amounts of flows are multiplied by this number, so that they are integers.
    flows : list of Flow or None
        Optimal flows; None if they were not computed.
    """

    shared_weight: float
    reference_weight: float
    candidate_weight: float
    unit: int
    flows: list[Flow] | None

    @property
    def precision(self) -> float:
        """Share of the candidate's weight that is matched."""
        return self.shared_weight / self.candidate_weight if self.candidate_weight else 0.0

    @property
    def recall(self) -> float:
        """Share of the reference's weight that is matched."""
        return self.shared_weight / self.reference_weight if self.reference_weight else 0.0


def match_ms(reference: Bags, candidate: Bags) -> list[Match]:
    """Match n-grams by lemmas, synonyms and tags (s_ms of the TESLA papers).

    Parameters
    ----------
    reference, candidate : Bags
        The bags of both sides, of the same order.

    Returns
    -------
    list of Match
        One for each n = 1 .. order, with optimal flows.
    """
    reference_unigrams = compute_unigram_levels(reference, candidate)
    candidate_unigrams = compute_unigram_levels(candidate, reference)
    rows, columns = reference_unigrams, candidate_unigrams
    matches = []
    for n, (x, y) in enumerate(zip(reference.weights, candidate.weights, strict=True), 1):
        if n > 1:
            rows = extend_levels(rows, reference_unigrams, n)
            columns = extend_levels(columns, candidate_unigrams, n)
        profits = range(n, 2 * n + 1)  # similarities of levels, in units of 1 / 2n
        solution = solve_transport(rows, columns, profits, x.weights, y.weights)
        matches.append(_make_match(solution.value, 2 * n, x, y, solution.flows))
    return matches


def match_tags(reference: Bags, candidate: Bags) -> list[Match]:
    """Match n-grams of equal tags (s_pos of the TESLA papers).

    Parameters
    ----------
    reference, candidate : Bags
        The bags of both sides, of the same order.

    Returns
    -------
    list of Match
        One for each n = 1 .. order.
    """
    return _match_equal(reference, candidate, reference.tag_bags, candidate.tag_bags)


def match_lemmas(reference: Bags, candidate: Bags) -> list[Match]:
    """Match n-grams of equal lemmas (s_lem of the TESLA papers).

    Parameters
    ----------
    reference, candidate : Bags
        The bags of both sides, of the same order.

    Returns
    -------
    list of Match
        One for each n = 1 .. order.
    """
    return _match_equal(reference, candidate, reference.lemma_bags, candidate.lemma_bags)


def _match_equal(
    reference: Bags,
    candidate: Bags,
    reference_bags: list[dict[Hashable, int]],
    candidate_bags: list[dict[Hashable, int]],
) -> list[Match]:
    """Match bags in which only equal n-grams match, without a linear program.

    The shared weight is the sum over n-grams g of min(X(g), Y(g)).
    """
    matches = []
    for x, y, x_bag, y_bag in zip(
        reference.weights, candidate.weights, reference_bags, candidate_bags, strict=True
    ):
        shared = sum(min(x_bag[gram], y_bag[gram]) for gram in x_bag.keys() & y_bag.keys())
        matches.append(_make_match(shared, 1, x, y, None))
    return matches


def _make_match(
    value: int, n_levels: int, x: GramWeights, y: GramWeights, flows: list[Flow] | None
) -> Match:
    """Return the match with a shared weight of `value`, in units of 1 / (levels * x.unit)."""
    # A quotient of integers is rounded only once. So the three weights of equal bags are equal.
    similarity = value / (n_levels * x.unit)
    return Match(similarity, x.total / x.unit, y.total / y.unit, x.unit, flows)


def f_measures(matches: list[Match], alpha: float) -> list[float]:
    """Return F = P R / (alpha P + (1 - alpha) R) for each match.

    Parameters
    ----------
    matches : list of Match
        Result of `match_ms`, `match_tags` or `match_lemmas`.
    alpha : float
        Weight of recall.

    Returns
    -------
    list of float
        If both bags are empty, F is the previous value, or 1 for the first match.
    """
    values: list[float] = []
    f_value = 1.0
    for match in matches:
        if match.reference_weight or match.candidate_weight:
            # With P = S / Y and R = S / X, F is S / (Y + a (X - Y)), or 0 if S = 0. If X = Y, this
            # mean of X and Y is exactly X.
            mean_weight = match.candidate_weight + alpha * (
                match.reference_weight - match.candidate_weight
            )
            # Rounding must not make F greater than 1.
            f_value = min(match.shared_weight / mean_weight, 1.0) if match.shared_weight else 0.0
        values.append(f_value)
    return values


class CharacterBag(NamedTuple):
    """The character n-grams of one length, with their counts and their total weight."""

    counts: Counter[str]
    total: float


def make_character_bags(text: str, order: int, weigh: Callable[[str], float]) -> list[CharacterBag]:
    """Return the bags of character n-grams of a padded text, n = 1 .. order.

    `weigh` returns the weight of an n-gram.
    """
    bags = []
    for n in range(1, order + 1):
        ngram_counts = Counter(text[start : start + n] for start in range(len(text) - n + 1))
        total = sum(count * weigh(gram) for gram, count in ngram_counts.items())
        bags.append(CharacterBag(ngram_counts, total))
    return bags


def match_characters(
    reference: list[CharacterBag], candidate: list[CharacterBag], weigh: Callable[[str], float]
) -> tuple[float, float]:
    """Return precision and recall of character n-grams, averaged over their lengths.

    Lengths for which one of the texts has no n-grams are left out. `weigh` returns the weight of
    an n-gram.
    """
    precisions, recalls = [], []
    for x, y in zip(reference, candidate, strict=True):
        if not x.counts or not y.counts:
            continue
        shared = sum(
            min(count, y.counts[gram]) * weigh(gram)
            for gram, count in x.counts.items()
            if gram in y.counts
        )
        precisions.append(shared / y.total if y.total else 0.0)
        recalls.append(shared / x.total if x.total else 0.0)
    if not precisions:
        return 0.0, 0.0
    return sum(precisions) / len(precisions), sum(recalls) / len(recalls)
