"""Bags of unigrams and skip bigrams of texts of several sentences, and their matching."""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple

from .graded_matching import WeightedWords
from .ngram_bags import Match
from .word_similarity import GradedWord, Levels, compute_similarity

Bag = dict[Hashable, int]


class PlainSentence(NamedTuple):
    """The forms of the words of a sentence, and which of them are function words."""

    forms: Sequence[str]
    function_flags: Sequence[bool]


class SkipBags:
    """Bags of unigrams and skip bigrams of a text; each pair of values is for these two bags.

    A skip bigram is two words of a sentence, in their order, with at most `max_gap` words in
    between. The weight of a gram is discount ^ (number of its function words). Weights are
    integers: with discount = p/q, in units of 1/q for unigrams and of 1/q^2 for skip bigrams.
    """

    def __init__(
        self, sentences: Sequence[PlainSentence], max_gap: int, discount: Fraction
    ) -> None:
        p, q = discount.numerator, discount.denominator
        self.units_per_weight = (q, q * q)
        unigrams: Bag = {}
        skip_bigrams: Bag = {}
        for forms, function in sentences:
            weights = [p if is_function else q for is_function in function]
            for index, (form, weight) in enumerate(zip(forms, weights, strict=True)):
                unigrams[form] = unigrams.get(form, 0) + weight
                for partner in get_skip_bigram_partners(index, max_gap, len(forms)):
                    pair = form, forms[partner]
                    skip_bigrams[pair] = skip_bigrams.get(pair, 0) + weight * weights[partner]
        self.bags = (unigrams, skip_bigrams)
        self.totals = (sum(unigrams.values()), sum(skip_bigrams.values()))


def get_skip_bigram_partners(index: int, max_gap: int, n_words: int) -> range:
    """Return the indices of the words that form a skip bigram with the earlier word at `index`.

    `n_words` is the number of words of the sentence.
    """
    return range(index + 1, min(index + max_gap + 2, n_words))


def match_skips(reference: SkipBags, candidate: SkipBags) -> list[Match]:
    """Match unigrams and skip bigrams; only equal ones match."""
    matches = []
    for index, unit in enumerate(reference.units_per_weight):
        shared = _compute_shared_weight(reference.bags[index], candidate.bags[index])
        reference_total, candidate_total = reference.totals[index], candidate.totals[index]
        matches.append(
            Match(shared / unit, reference_total / unit, candidate_total / unit, unit, None)
        )
    return matches


def _compute_shared_weight(xs: Bag, ys: Bag) -> int:
    """Return the shared weight, the sum over grams g of min(X(g), Y(g))."""
    return sum(min(xs[gram], ys[gram]) for gram in xs.keys() & ys.keys())


# Graded matching of words and skip bigrams
#
# A word of the candidate that also occurs in the reference is mapped to itself, any other word to
# the most similar word of the reference. So every gram of the candidate is mapped to one gram of
# the reference. The transport problem with only these edges is solved for each gram of the
# reference separately, in descending order of similarity. This takes linear time; the full
# transport problem would take cubic time.

# Number of integer units per weight of 1. Sums of integers do not depend on their order.
UNITS_PER_WEIGHT = 1 << 30

FormGram = tuple[str, ...]
# The word of the reference that a word of the candidate is mapped to: (form, similarity).
Image = tuple[str, float]


class GradedBags:
    """Bags of unigrams and skip bigrams of a text, for graded similarities.

    Words with the same form, lemma and tag are of one kind. A skip bigram has at most `max_gap`
    words in between.

    kinds       one word per kind, in the order of the text
    counts      counts of unigrams and of skip bigrams, by the kinds of their words
    bags        weights of unigrams and of skip bigrams, by the forms of their words, as integers
    """

    def __init__(self, sentences: Sequence[WeightedWords], max_gap: int) -> None:
        kind_ids: dict[Hashable, int] = {}
        self.kinds: list[GradedWord] = []
        self._kind_weights: list[int] = []
        unigram_counts: dict[tuple[int, ...], int] = {}
        skip_bigram_counts: dict[tuple[int, ...], int] = {}
        for sentence in sentences:
            sentence_kinds = []
            for word, weight in zip(sentence.words, sentence.weights, strict=True):
                kind = kind_ids.setdefault((word.form, word.lemma, word.tag), len(self.kinds))
                if kind == len(self.kinds):
                    self.kinds.append(word)
                    self._kind_weights.append(round(weight * UNITS_PER_WEIGHT))
                sentence_kinds.append(kind)
            for index, first in enumerate(sentence_kinds):
                unigram_counts[first,] = unigram_counts.get((first,), 0) + 1
                for second in sentence_kinds[index + 1 : index + max_gap + 2]:
                    skip_bigram_counts[first, second] = (
                        skip_bigram_counts.get((first, second), 0) + 1
                    )
        self.counts = unigram_counts, skip_bigram_counts
        forms = [word.form for word in self.kinds]
        self.bags: list[dict[FormGram, int]] = [{}, {}]
        for bag, counts in zip(self.bags, self.counts, strict=True):
            for gram, count in counts.items():
                form_gram = tuple(forms[kind] for kind in gram)
                bag[form_gram] = bag.get(form_gram, 0) + self.get_weight(gram) * count

    def get_weight(self, gram: tuple[int, ...]) -> int:
        """Return the mean weight of the n words of a gram, in units of 1 / (n * UNITS)."""
        return sum(self._kind_weights[kind] for kind in gram)


def match_graded(reference: GradedBags, candidate: GradedBags, levels: Levels) -> list[Match]:
    """Match unigrams and skip bigrams with graded similarities.

    The weight and the similarity of a skip bigram are the means over its two words.
    """
    images = find_images(reference.kinds, candidate.kinds, levels)
    matches = []
    for n, (x, y) in enumerate(zip(reference.bags, candidate.bags, strict=True), 1):
        units = n * UNITS_PER_WEIGHT
        inexact_weight = 0.0
        exact_weight = 0  # matched weight with similarity 1, an integer that is not rounded
        for gram, weights_by_similarity in _map_weights(candidate, n, images).items():
            capacity = x.get(gram, 0)
            for gram_similarity in sorted(weights_by_similarity, reverse=True):
                matched_weight = min(capacity, weights_by_similarity[gram_similarity])
                capacity -= matched_weight
                if gram_similarity == 1:
                    exact_weight += matched_weight
                else:
                    inexact_weight += gram_similarity * matched_weight
        totals = sum(x.values()) / units, sum(y.values()) / units
        matches.append(Match((exact_weight + inexact_weight) / units, *totals, units, None))
    return matches


def find_images(
    xs: Sequence[GradedWord], ys: Sequence[GradedWord], levels: Levels
) -> list[Image | None]:
    """Return the word of the reference that each word of the candidate is mapped to.

    It is the most similar word, the first of several that are equally similar, or None if all words
    have similarity 0. `xs` are the words of the reference, `ys` of the candidate.
    """
    reference_forms = {word.form for word in xs}
    images: list[Image | None] = []
    for y in ys:
        best_similarity, form = 1.0, y.form
        if form not in reference_forms:
            best_similarity = 0.0
            for x in xs:
                value = compute_similarity(x, y, levels)
                if value > best_similarity:
                    best_similarity, form = value, x.form
        images.append((form, best_similarity) if best_similarity else None)
    return images


def _map_weights(
    candidate: GradedBags, n: int, images: Sequence[Image | None]
) -> dict[FormGram, dict[float, int]]:
    """Return the weight of n-grams of the candidate by image, a gram of the reference.

    For each image, weights are by similarity. N-grams with a word without an image are left out.
    """
    weights_by_image: dict[FormGram, dict[float, int]] = {}
    for gram, count in candidate.counts[n - 1].items():
        gram_images = [image for kind in gram if (image := images[kind]) is not None]
        if len(gram_images) == n:
            weights_by_similarity = weights_by_image.setdefault(
                tuple(form for form, _ in gram_images), {}
            )
            gram_similarity = sum(gram_similarity for _, gram_similarity in gram_images) / n
            weights_by_similarity[gram_similarity] = (
                weights_by_similarity.get(gram_similarity, 0) + candidate.get_weight(gram) * count
            )
    return weights_by_image
