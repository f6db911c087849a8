"""From columns to a score: what each feature, n-gram and word has lost of it."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from .column import Column
from .explanation import Feature, Gram, Matched, Side
from .sides import Sides


class Weighed(NamedTuple):
    """Features, and what the words of either side have lost."""

    features: tuple[Feature, ...]
    of_reference: Floats
    of_hypothesis: Floats


class Gain(NamedTuple):
    """What the score gains by each unit of a column.

    grams   by each unit that its n-grams add to it: more where other columns repeat it
    """

    column: float
    grams: float


def weigh(
    columns: Sequence[Column],
    slopes: Sequence[float],
    sides: Sides,
    gains: Sequence[Gain] | None = None,
) -> Weighed:
    """Of a score that is a sum of columns, each times its slope.

    A column with a positive slope has lost slope * (best - value), and its n-grams and words their
    shares of that. Where the slope is negative -slope * (value - least) is lost: each word bears
    its part of -slope * (best - least) by weight, and is given back its share of best - value.

    `gains` are said where they do not follow from the slopes: where the sum is not yet the score.
    """
    gains = gains or _gains(columns, slopes)
    of_reference, of_hypothesis = np.zeros(len(sides[0].words)), np.zeros(len(sides[1].words))
    features = []
    for column, slope, gain in zip(columns, slopes, gains, strict=True):
        of_reference += slope * column.of_reference
        of_hypothesis += slope * column.of_hypothesis
        lost = slope * (column.best - column.value)
        if slope < 0:
            most = -slope * (column.best - column.least)
            lost += most
            for own, more in zip(
                (of_reference, of_hypothesis), by_weight(most, sides), strict=True
            ):
                own += more
        features.append(_feature(column, slope, gain, lost))
    return Weighed(tuple(features), of_reference, of_hypothesis)


def _gains(columns: Sequence[Column], slopes: Sequence[float]) -> list[Gain]:
    """A column of longer n-grams, of which there are none, repeats that of shorter ones."""
    grams = [0.0] * len(columns)
    at = 0
    for place, (column, slope) in enumerate(zip(columns, slopes, strict=True)):
        if column.n < 2 or column.reference or column.hypothesis:
            at = place
        grams[at] += slope
    return [Gain(slope, own) for slope, own in zip(slopes, grams, strict=True)]


def by_weight(amount: float, sides: Sides) -> tuple[Floats, Floats]:
    """An amount that nobody in particular has lost, shared among all words by their weight."""
    weights = [np.array([word.weight for word in side.words], dtype=float) for side in sides]
    if not sum(own.sum() for own in weights):
        weights = [np.ones(len(own)) for own in weights]
    total = sum(own.sum() for own in weights)
    x, y = (amount * own / total if total else own for own in weights)
    return x, y


def with_losses(side: Side, lost: Floats) -> Side:
    """The side, its words with what they lost."""
    words = zip(side.words, lost.tolist(), strict=True)
    return side._replace(words=tuple(word._replace(lost=own) for word, own in words))


def _feature(column: Column, slope: float, gain: Gain, lost: float) -> Feature:
    return Feature(
        column.name,
        column.kind,
        column.n,
        column.value,
        gain.column,
        lost,
        tuple(sorted(column.matched, key=_heaviest)),
        *(tuple(_scaled(gram, slope, gain.grams) for gram in own) for own in column[6:8]),
    )


def _heaviest(flow: Matched) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
    # Rounded: what weighs the same is in the order of the texts, whichever core has added it up.
    return -round(flow.weight, 9), flow.reference_words, flow.hypothesis_words


def _scaled(gram: Gram, slope: float, gain: float) -> Gram:
    # What does not count costs nothing, even where its price is not finite.
    price = gain * gram.price if gain else 0.0
    return gram._replace(price=price, lost=slope * gram.lost)
