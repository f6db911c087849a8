"""The bags of n-grams of one sentence, and the indexes that matching looks things up in."""

from collections.abc import Hashable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from fractions import Fraction


class Words(NamedTuple):
    """What a bag knows of the words of a sentence; a tag of None equals no other.

    `upos` is what words are called in any language, `forms` how they are written; bags do not look
    at either.
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
    """Bags of n-grams, n = 1 .. order, weighted by `discount` ** (number of function words)."""

    def __init__(self, words: Words, order: int, discount: "Fraction") -> None:
        self.words = words
        self.order = order
        self.weights = [_weights(words.function, n, discount) for n in range(1, order + 1)]

    def __len__(self) -> int:
        return len(self.words.lemmas)

    @cached_property
    def lemma_masks(self) -> dict[Hashable, int]:
        """Lemma -> positions that have it, as bits."""
        return _positions(self.words.lemmas)

    @cached_property
    def tag_masks(self) -> dict[Hashable, int]:
        """Tag -> positions that have it; None is left out, since it equals nothing."""
        masks = _positions(self.words.tags)
        masks.pop(None, None)
        return masks

    @cached_property
    def synset_masks(self) -> dict[int, int]:
        """Synset -> positions whose lemma is in it."""
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
