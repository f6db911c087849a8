"""Attribute a score to features, n-grams and words."""

from collections.abc import Callable, Sequence
from itertools import product
from math import factorial
from typing import NamedTuple

import numpy as np

from ..arrays import Floats
from .explanation import Feature, NgramLoss, NgramMatch, Side
from .sides import TextSides


class ExplainedColumn(NamedTuple):
    """A feature of one pair of texts, with its loss attributed to n-grams and words.

    max_value, min_value            upper and lower bound of the value
    reference, hypothesis           n-grams of either side; their `price` and `lost` refer to this
                                    column, not yet to the score
    reference_losses, hypothesis_losses  for each word of a side, its share of best - value; the
                                    shares of both sides add up to best - value
    """

    name: str
    kind: str
    n: int
    value: float
    max_value: float
    matched: tuple[NgramMatch, ...]
    reference: tuple[NgramLoss, ...]
    hypothesis: tuple[NgramLoss, ...]
    reference_losses: Floats
    hypothesis_losses: Floats
    min_value: float = 0.0


class AttributedLosses(NamedTuple):
    """Features of a score, and the loss of each word of both sides."""

    features: tuple[Feature, ...]
    reference_losses: Floats
    hypothesis_losses: Floats


class ColumnGain(NamedTuple):
    """Derivatives of the score with respect to a column.

    column  derivative by the column's value
    grams   derivative by what the column's n-grams add; larger if other columns repeat its value
    """

    column: float
    grams: float


def attribute_losses(
    columns: Sequence[ExplainedColumn],
    slopes: Sequence[float],
    sides: TextSides,
    gains: Sequence[ColumnGain] | None = None,
) -> AttributedLosses:
    """Attribute the loss of a linear score (the sum of slope * column) to features and words.

    A column with a positive slope has lost slope * (best - value), and its n-grams and words have
    lost their shares of that. A column with a negative slope has lost -slope * (value - least):
    each word gets its part of -slope * (best - least) by weight, minus its share of best - value.

    Pass `gains` only if they do not follow from the slopes, because the sum is not yet the score.
    """
    gains = gains or _default_gains(columns, slopes)
    of_reference, of_hypothesis = np.zeros(len(sides[0].words)), np.zeros(len(sides[1].words))
    features = []
    for column, slope, gain in zip(columns, slopes, gains, strict=True):
        of_reference += slope * column.reference_losses
        of_hypothesis += slope * column.hypothesis_losses
        lost = slope * (column.max_value - column.value)
        if slope < 0:
            max_loss = -slope * (column.max_value - column.min_value)
            lost += max_loss
            for word_losses, added_losses in zip(
                (of_reference, of_hypothesis), distribute_by_weight(max_loss, sides), strict=True
            ):
                word_losses += added_losses
        features.append(_feature(column, slope, gain, lost))
    return AttributedLosses(tuple(features), of_reference, of_hypothesis)


def _default_gains(columns: Sequence[ExplainedColumn], slopes: Sequence[float]) -> list[ColumnGain]:
    """Return the gains of a linear score.

    A column of longer n-grams that the texts do not have repeats the value of the shorter ones, so
    its slope is added to theirs.
    """
    grams = [0.0] * len(columns)
    target = 0
    for index, (column, slope) in enumerate(zip(columns, slopes, strict=True)):
        if column.n < 2 or column.reference or column.hypothesis:
            target = index
        grams[target] += slope
    return [ColumnGain(slope, gram_gain) for slope, gram_gain in zip(slopes, grams, strict=True)]


def distribute_by_weight(amount: float, sides: TextSides) -> tuple[Floats, Floats]:
    """Distribute a loss that belongs to no particular word over all words, by weight."""
    weights = [np.array([word.weight for word in side.words], dtype=float) for side in sides]
    if not sum(side_weights.sum() for side_weights in weights):
        weights = [np.ones(len(side_weights)) for side_weights in weights]
    total = sum(side_weights.sum() for side_weights in weights)
    reference_losses, hypothesis_losses = (
        amount * side_weights / total if total else side_weights for side_weights in weights
    )
    return reference_losses, hypothesis_losses


def with_losses(side: Side, losses: Floats) -> Side:
    """Return the side with the given losses of its words."""
    words = zip(side.words, losses.tolist(), strict=True)
    return side._replace(words=tuple(word._replace(lost=word_loss) for word, word_loss in words))


def _feature(column: ExplainedColumn, slope: float, gain: ColumnGain, lost: float) -> Feature:
    return Feature(
        column.name,
        column.kind,
        column.n,
        column.value,
        gain.column,
        lost,
        tuple(sorted(column.matched, key=_sort_key)),
        *(tuple(_scale_gram(gram, slope, gain.grams) for gram in grams) for grams in column[6:8]),
    )


def _sort_key(flow: NgramMatch) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
    # Rounded, so that equal weights keep the order of the texts in both the native and the Python
    # core.
    return -round(flow.weight, 9), flow.reference_words, flow.hypothesis_words


def _scale_gram(gram: NgramLoss, slope: float, gain: float) -> NgramLoss:
    # A column without influence costs nothing, even if its price is not finite.
    price = gain * gram.price if gain else 0.0
    return gram._replace(price=price, lost=slope * gram.lost)


def shapley_values(
    value: Callable[[Floats], Floats], best: Sequence[float], actual: Sequence[float]
) -> list[float]:
    """Return the Shapley value of each part, for a change of all parts from `best` to `actual`.

    `value` takes rows of parts. The results add up to value(best) - value(own) (Shapley 1953).
    """
    count = len(actual)
    chosen = list(product((False, True), repeat=count))  # which parts have been lowered
    rows = np.where(np.array(chosen), actual, best)
    values = dict(zip(chosen, value(rows).tolist(), strict=True))
    lost = [0.0] * count
    for lowered, value_before in values.items():
        if all(lowered):
            continue
        share = factorial(sum(lowered)) * factorial(count - sum(lowered) - 1) / factorial(count)
        for part in range(count):
            if not lowered[part]:
                value_after = values[*lowered[:part], True, *lowered[part + 1 :]]
                lost[part] += share * (value_before - value_after)
    return lost
