"""Unigrams and skip bigrams of texts of several sentences, and their matching."""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple

from .graded_matching import WeightedWords
from .ngram_bags import Match
from .word_similarity import GradedWord, Levels, similarity

Bag = dict[Hashable, int]


class PlainSentence(NamedTuple):
    """Properties of the words of a sentence that are compared."""

    forms: Sequence[str]
    function: Sequence[bool]


class SkipBags:
    """Bags of a text, with weights `discount` ** (number of function words).

    A skip bigram is two words of a sentence, in their order, with at most `gap` words in between.
    Weights are integers: with discount = p/q, in units of 1/q and of 1/q^2.
    """

    def __init__(self, text: Sequence[PlainSentence], gap: int, discount: Fraction) -> None:
        p, q = discount.numerator, discount.denominator
        self.units = (q, q * q)
        unigrams: Bag = {}
        skips: Bag = {}
        for forms, function in text:
            weights = [p if is_function else q for is_function in function]
            for index, (form, weight) in enumerate(zip(forms, weights, strict=True)):
                unigrams[form] = unigrams.get(form, 0) + weight
                for other in skip_bigram_partners(index, gap, len(forms)):
                    pair = form, forms[other]
                    skips[pair] = skips.get(pair, 0) + weight * weights[other]
        self.bags = (unigrams, skips)
        self.totals = (sum(unigrams.values()), sum(skips.values()))


def skip_bigram_partners(index: int, gap: int, words: int) -> range:
    """Return the indices of the words that follow the word at `index` in a skip bigram."""
    return range(index + 1, min(index + gap + 2, words))


def match_skips(reference: SkipBags, candidate: SkipBags) -> list[Match]:
    """Match unigrams and skip bigrams; only equal ones match."""
    return [
        Match(_shared(xs, ys) / unit, x / unit, y / unit, unit, None)
        for xs, ys, x, y, unit in zip(
            reference.bags,
            candidate.bags,
            reference.totals,
            candidate.totals,
            reference.units,
            strict=True,
        )
    ]


def _shared(xs: Bag, ys: Bag) -> int:
    """Return S, the sum over g of min(X(g), Y(g)): the similarity is binary and transitive."""
    return sum(min(xs[gram], ys[gram]) for gram in xs.keys() & ys.keys())


# Graded matching of words and skip bigrams of two texts of several sentences.
#
# A word of the candidate that also occurs in the reference is mapped to itself, any other one to
# the most similar word of the reference. So every gram of the candidate is mapped to one gram of
# the reference, and the optimum of the transport problem with these edges is found for each gram
# separately, in descending order of similarity. The time grows with the length of the texts,
# that of the full problem with its cube.

# Weights are integers in these units, so that sums do not depend on the order.
UNITS = 1 << 30

FormGram = tuple[str, ...]
# A form of the reference, and its similarity to a word of the candidate.
Image = tuple[str, float]


class GradedBags:
    """Bags of a text; words with the same form, lemma and tag are of one kind.

    kinds       one word per kind, in the order of the text
    counts      counts of words, and of skip bigrams with at most `gap` words in between, by the
                kinds of their words
    bags        weights of these, by the forms of their words, in units of 1 / UNITS for each word
    """

    def __init__(self, text: Sequence[WeightedWords], gap: int) -> None:
        kind_ids: dict[Hashable, int] = {}
        self.kinds: list[GradedWord] = []
        self._units: list[int] = []
        words: dict[tuple[int, ...], int] = {}
        skips: dict[tuple[int, ...], int] = {}
        for sentence in text:
            sentence_kinds = []
            for word, weight in zip(sentence.words, sentence.weights, strict=True):
                kind = kind_ids.setdefault((word.form, word.lemma, word.tag), len(self.kinds))
                if kind == len(self.kinds):
                    self.kinds.append(word)
                    self._units.append(round(weight * UNITS))
                sentence_kinds.append(kind)
            for index, first in enumerate(sentence_kinds):
                words[first,] = words.get((first,), 0) + 1
                for second in sentence_kinds[index + 1 : index + gap + 2]:
                    skips[first, second] = skips.get((first, second), 0) + 1
        self.counts = words, skips
        forms = [word.form for word in self.kinds]
        self.bags: list[dict[FormGram, int]] = [{}, {}]
        for bag, counts in zip(self.bags, self.counts, strict=True):
            for gram, count in counts.items():
                key = tuple(forms[kind] for kind in gram)
                bag[key] = bag.get(key, 0) + self.weight(gram) * count

    def weight(self, gram: tuple[int, ...]) -> int:
        """Return the weight of one gram: the mean of its words, in units of 1 / (n * UNITS)."""
        return sum(self._units[kind] for kind in gram)


def match_graded(reference: GradedBags, candidate: GradedBags, levels: Levels) -> list[Match]:
    """Match words and skip bigrams; weight and similarity of a bigram are means over its words."""
    images = images_of(reference.kinds, candidate.kinds, levels)
    matches = []
    for n, (x, y) in enumerate(zip(reference.bags, candidate.bags, strict=True), 1):
        unit = n * UNITS
        value = 0.0
        exact = 0  # weight with similarity 1, summed without rounding
        for gram, by_grade in _incoming_weights(candidate, n, images).items():
            capacity = x.get(gram, 0)
            for grade in sorted(by_grade, reverse=True):
                taken = min(capacity, by_grade[grade])
                capacity -= taken
                if grade == 1:
                    exact += taken
                else:
                    value += grade * taken
        totals = sum(x.values()) / unit, sum(y.values()) / unit
        matches.append(Match((exact + value) / unit, *totals, unit, None))
    return matches


def images_of(
    xs: Sequence[GradedWord], ys: Sequence[GradedWord], levels: Levels
) -> list[Image | None]:
    """Return the word of the reference that each word of the candidate is mapped to.

    If several are equally similar, it is the first one of the reference.
    """
    forms = {word.form for word in xs}
    images: list[Image | None] = []
    for y in ys:
        grade, form = 1.0, y.form
        if form not in forms:
            grade = 0.0
            for x in xs:
                value = similarity(x, y, levels)
                if value > grade:
                    grade, form = value, x.form
        images.append((form, grade) if grade else None)
    return images


def _incoming_weights(
    candidate: GradedBags, n: int, images: Sequence[Image | None]
) -> dict[FormGram, dict[float, int]]:
    """Return, for each gram of the reference, the weight that is mapped to it, by similarity."""
    incoming: dict[FormGram, dict[float, int]] = {}
    for gram, count in candidate.counts[n - 1].items():
        gram_images = [image for kind in gram if (image := images[kind]) is not None]
        if len(gram_images) == n:
            by_grade = incoming.setdefault(tuple(form for form, _ in gram_images), {})
            grade = sum(grade for _, grade in gram_images) / n
            by_grade[grade] = by_grade.get(grade, 0) + candidate.weight(gram) * count
    return incoming
