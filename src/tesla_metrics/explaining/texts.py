"""Columns that look at texts as they are, explained: fluency, characters, lengths."""

from math import log
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from ..comparing.comparer import Comparer
from ..comparing.texts import Characters, Fluency, Lengths
from ..encoding.pairs import Pairs
from ..matching.characters import character_bags
from ..tasks import Segment, text_of
from .column import Column
from .explanation import Gram, Side
from .graded.characters import Counting, Letters, letters_column
from .sides import Sides, make_side, owners, spans
from .weighing import by_weight

# Of chrF, as sacreBLEU has it: recall counts for beta^2 = 4 times as much as precision.
_CHRF_ORDER = 6
_CHRF_ALPHA = 0.8


def text_sides(comparer: Comparer, reference: Segment, hypothesis: Segment) -> Sides:
    """What stands between white space."""
    x, y = (
        make_side(text, text.split(), [1.0] * len(text.split()))
        for text in map(text_of, (reference, hypothesis))
    )
    return Sides(x, y)


def fluency_columns(
    comparer: Fluency, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """-ln P of each word of the hypothesis, over their number; that of </s> is the last word's.

    A column that ends at its least has lost no more than that, and words in proportion.
    """
    value = max(_value(comparer, reference, hypothesis), comparer.low)
    lost = _Unlikely(comparer, hypothesis, sides.hypothesis).lost(comparer.high - value)
    of_words = (np.zeros(len(sides.reference.words)), lost.words)
    if not lost.grams:
        of_words = by_weight(comparer.high - value, sides)
    return [
        Column(
            comparer.columns[0], "fluency", 0, value, comparer.high, (), (), lost.grams,
            *of_words, least=comparer.low,
        )
    ]  # fmt: skip


class _Lost(NamedTuple):
    grams: tuple[Gram, ...]
    words: Floats


class _Unlikely(NamedTuple):
    """The words of a text that a language model knows."""

    comparer: Fluency
    hypothesis: Segment
    side: Side

    def lost(self, amount: float) -> _Lost:
        """So much in all, by how unlikely each is."""
        model, side = self.comparer.model, self.side
        forms, words = model.text.words(text_of(self.hypothesis)), np.zeros(len(side.words))
        if not forms:
            return _Lost((), words)
        *own, end = (-log(10) * value for value in model.log10_words(forms))
        own[-1] += end
        total = sum(own)
        shares = [amount * one / total if total else 0.0 for one in own]
        owner, grams = owners(side), []
        for form, (start, stop), share in zip(forms, spans(side.text, forms), shares, strict=True):
            places = sorted(set(owner[start:stop] or owner[start - 1 : start] or owner[-1:]))
            words[places] += share / len(places)
            # Nothing of it is there to be matched.
            grams.append(Gram(form, tuple(places), 0.0, 0.0, 0.0, share))
        return _Lost(tuple(grams), words)


def character_columns(
    comparer: Characters, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """chrF: the same F of characters as tesla-x has, all n-grams weighing 1."""
    x, y = (
        _letters(text_of(one), side)
        for one, side in zip((reference, hypothesis), sides, strict=True)
    )
    sizes = len(sides.reference.words), len(sides.hypothesis.words)
    value = _value(comparer, reference, hypothesis)
    counting = Counting(_one, _CHRF_ALPHA)
    return [letters_column(comparer.columns[0], counting, x, [(1.0, y)], sizes, value)]


def _letters(text: str, side: Side) -> Letters:
    owner = owners(side)
    kept = [place for place, letter in enumerate(text) if not letter.isspace()]
    letters = "".join(text[place] for place in kept)
    # In another script there may be a few more or fewer.
    own = [owner[min(place, len(owner) - 1)] for place in kept]
    return Letters(letters, character_bags(letters, _CHRF_ORDER, _one), own)


def _one(gram: str) -> float:
    return 1.0


def length_columns(
    comparer: Lengths, reference: Segment, hypothesis: Segment, sides: Sides
) -> list[Column]:
    """What the shorter side lacks all words of the longer one bear equally."""
    value = _value(comparer, reference, hypothesis)
    x, y = comparer.count(reference), comparer.count(hypothesis)
    of_words = np.zeros(len(sides.reference.words)), np.zeros(len(sides.hypothesis.words))
    longer = of_words[0] if x > y else of_words[1]
    if len(longer):
        longer += (1 - value) / len(longer)
    return [Column(comparer.columns[0], "length", 0, value, 1.0, (), (), (), *of_words)]


def _value(comparer: Comparer, reference: Segment, hypothesis: Segment) -> float:
    (row,) = comparer.compare(Pairs.of_lines([hypothesis], [reference])).tolist()
    return float(row[0])
