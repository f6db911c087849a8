"""Unigrams and skip bigrams of a text of several sentences, and what two texts share of them."""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple

from .match import Match

Bag = dict[Hashable, int]


class PlainSentence(NamedTuple):
    """What is compared of the words of a sentence."""

    forms: Sequence[str]
    function: Sequence[bool]


class SkipBags:
    """Bags of a text, weighted by `discount` ** (number of function words).

    A skip bigram is two words of a sentence, in their order, with at most `gap` words between.
    Weights are whole numbers: with discount = p/q, in units of 1/q and of 1/q^2.
    """

    def __init__(self, text: Sequence[PlainSentence], gap: int, discount: Fraction) -> None:
        p, q = discount.numerator, discount.denominator
        self.units = (q, q * q)
        unigrams: Bag = {}
        skips: Bag = {}
        for forms, function in text:
            weights = [p if short else q for short in function]
            for place, (form, weight) in enumerate(zip(forms, weights, strict=True)):
                unigrams[form] = unigrams.get(form, 0) + weight
                for other in skipped_to(place, gap, len(forms)):
                    pair = form, forms[other]
                    skips[pair] = skips.get(pair, 0) + weight * weights[other]
        self.bags = (unigrams, skips)
        self.totals = (sum(unigrams.values()), sum(skips.values()))


def skipped_to(place: int, gap: int, words: int) -> range:
    """The places of a sentence's words that make a skip bigram with the one at this place."""
    return range(place + 1, min(place + gap + 2, words))


def match_skips(reference: SkipBags, candidate: SkipBags) -> list[Match]:
    """Of unigrams and of skip bigrams, equal ones alone being alike."""
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
    """S = sum over g of min(X(g), Y(g)): the similarity is binary and transitive."""
    return sum(min(xs[gram], ys[gram]) for gram in xs.keys() & ys.keys())
