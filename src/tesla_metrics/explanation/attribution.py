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
    """A feature column of one pair of texts, with its loss attributed to n-grams and words.

    max_value, min_value    upper and lower bound of the value
    reference, hypothesis   n-grams of either side; their `price` and `lost` refer to the value of
                            this column, not to the score
    reference_losses, hypothesis_losses  loss of each word of a side; the losses of both sides add
                            up to max_value - value
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
    """Features of a score, and the loss of each word of either side."""

    features: tuple[Feature, ...]
    reference_losses: Floats
    hypothesis_losses: Floats


class ColumnGain(NamedTuple):
    """Derivatives of the score with respect to a column.

    column_gain     derivative with respect to the value of the column
    gram_gain       derivative with respect to its n-grams; larger than column_gain if other columns
                    repeat the value of this column
    """

    column_gain: float
    gram_gain: float


def attribute_losses(
    columns: Sequence[ExplainedColumn],
    slopes: Sequence[float],
    sides: TextSides,
    gains: Sequence[ColumnGain] | None = None,
) -> AttributedLosses:
    """Attribute the loss of a linear score (the sum of slope * column) to features and words.

    A column with a positive slope loses slope * (max_value - value), which is the sum of the losses
    of its words. A column with a negative slope loses -slope * (value - min_value):
    -slope * (max_value - min_value) is distributed over all words by weight, and slope times the
    losses of its words (a negative amount) is added.

    `gains` are by default the slopes. Pass them if the score is another function of this sum.
    """
    gains = gains or _default_gains(columns, slopes)
    reference_losses = np.zeros(len(sides.reference.words))
    hypothesis_losses = np.zeros(len(sides.hypothesis.words))
    features = []
    for column, slope, gain in zip(columns, slopes, gains, strict=True):
        reference_losses += slope * column.reference_losses
        hypothesis_losses += slope * column.hypothesis_losses
        lost = slope * (column.max_value - column.value)
        if slope < 0:
            max_loss = -slope * (column.max_value - column.min_value)
            lost += max_loss
            added_losses = distribute_by_weight(max_loss, sides)
            reference_losses += added_losses[0]
            hypothesis_losses += added_losses[1]
        features.append(_build_feature(column, slope, gain, lost))
    return AttributedLosses(tuple(features), reference_losses, hypothesis_losses)


def _default_gains(columns: Sequence[ExplainedColumn], slopes: Sequence[float]) -> list[ColumnGain]:
    """Return the gains of a linear score.

    If both texts are too short to have n-grams of length n, the column of n repeats the value of
    the column of n - 1. The slopes of such columns are added to the gain of the repeated column.
    """
    gram_gains = [0.0] * len(columns)
    repeated_index = 0
    for index, (column, slope) in enumerate(zip(columns, slopes, strict=True)):
        if column.n < 2 or column.reference or column.hypothesis:
            repeated_index = index
        gram_gains[repeated_index] += slope
    return [
        ColumnGain(slope, gram_gain) for slope, gram_gain in zip(slopes, gram_gains, strict=True)
    ]


def distribute_by_weight(amount: float, sides: TextSides) -> tuple[Floats, Floats]:
    """Distribute a loss over the words of both sides by weight, or equally if no word has weight.

    Return one array of losses per side.
    """
    weights = [np.array([word.weight for word in side.words], dtype=float) for side in sides]
    if not sum(side_weights.sum() for side_weights in weights):
        weights = [np.ones(len(side_weights)) for side_weights in weights]
    total = sum(side_weights.sum() for side_weights in weights)
    reference_losses, hypothesis_losses = (
        amount * side_weights / total if total else side_weights for side_weights in weights
    )
    return reference_losses, hypothesis_losses


def replace_losses(side: Side, losses: Floats) -> Side:
    """Return a copy of the side where the words have these losses."""
    words = zip(side.words, losses.tolist(), strict=True)
    return side._replace(words=tuple(word._replace(lost=loss) for word, loss in words))


def _build_feature(column: ExplainedColumn, slope: float, gain: ColumnGain, lost: float) -> Feature:
    return Feature(
        column.name,
        column.kind,
        column.n,
        column.value,
        gain.column_gain,
        lost,
        tuple(sorted(column.matched, key=_get_sort_key)),
        tuple(_scale_gram(gram, slope, gain.gram_gain) for gram in column.reference),
        tuple(_scale_gram(gram, slope, gain.gram_gain) for gram in column.hypothesis),
    )


def _get_sort_key(match: NgramMatch) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
    """Return a key that sorts matches by falling weight, and then by the order of the texts."""
    # Weights are rounded because those of the native core and of plain Python differ slightly.
    return -round(match.weight, 9), match.reference_words, match.hypothesis_words


def _scale_gram(gram: NgramLoss, slope: float, gain: float) -> NgramLoss:
    # 0 * inf would be NaN: an n-gram of a column without influence has price 0.
    price = gain * gram.price if gain else 0.0
    return gram._replace(price=price, lost=slope * gram.lost)


def compute_shapley_values(
    evaluate: Callable[[Floats], Floats], best: Sequence[float], actual: Sequence[float]
) -> list[float]:
    """Return the Shapley value of each part, for a change of all parts from `best` to `actual`.

    `evaluate` maps an array of shape (n_rows, n_parts) to one value per row. The results add up to
    value(best) - value(actual) (Shapley 1953).
    """
    n_parts = len(actual)
    # One flag per part: whether it has changed to its actual value.
    subsets = list(product((False, True), repeat=n_parts))
    rows = np.where(np.array(subsets), actual, best)
    value_by_subset = dict(zip(subsets, evaluate(rows).tolist(), strict=True))
    losses = [0.0] * n_parts
    for subset, value_before in value_by_subset.items():
        n_changed = sum(subset)
        if n_changed == n_parts:
            continue
        # Share of the orders of parts in which exactly this subset changes before the next part.
        share = factorial(n_changed) * factorial(n_parts - n_changed - 1) / factorial(n_parts)
        for part in range(n_parts):
            if not subset[part]:
                value_after = value_by_subset[*subset[:part], True, *subset[part + 1 :]]
                losses[part] += share * (value_before - value_after)
    return losses
