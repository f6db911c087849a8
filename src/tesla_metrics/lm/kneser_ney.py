"""Interpolated modified Kneser-Ney, as KenLM's lmplz estimates it.

For an n-gram `h w` with adjusted count c, discount D(c) and the shorter history h':

    p(w | h) = (c - D(c)) / sum_x c(h x)  +  b(h) p(w | h')
    b(h)     = sum_x D(c(h x)) / sum_x c(h x)

Below the unigrams lies the uniform distribution over all words, </s> and <unk> (not <s>). A pruned
n-gram leaves all of its count, not only the discount, to b(h).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..arrays import Flags, Floats
from ..errors import UsageError
from .backoff import BackoffLevel, BackoffModel
from .counts import NgramCounts, WordIds, check_order
from .discounts import Discounts, estimate_discounts
from .levels import CountLevel, count_levels
from .symbols import START_ID


def estimate_model(
    counts: NgramCounts,
    *,
    prune: Sequence[int] = (),
    fallback: Discounts | None = None,
    settings: Mapping[str, Any] | None = None,
) -> BackoffModel:
    """The model of these counts.

    `prune` has a number an order: n-grams seen so often or less are left out (the last number
    holds for all higher orders). `fallback` is for orders whose discounts cannot be estimated.
    """
    thresholds = pruning_thresholds(prune, counts.order)
    levels = count_levels(counts)
    discounts = [estimate_discounts(x.adjusted, k, fallback) for k, x in enumerate(levels, 1)]
    kept = [x.occurrences > t for x, t in zip(levels, thresholds, strict=True)]
    kept[0][:] = True
    size = len(counts.words)
    lower: Floats = np.full(1, 1 / (size - 1))
    probabilities, backoffs = [], []
    for level, discount, keep in zip(levels, discounts, kept, strict=True):
        probability, backoff = _interpolate(level, discount, keep, lower)
        probabilities.append(probability)
        backoffs.append(backoff)
        lower = probability
    probabilities[0][START_ID] = 1.0  # never asked for, and what lmplz writes
    backoffs = [*backoffs[1:], np.ones(len(lower))]
    grams = _grams(levels)
    return BackoffModel(
        counts.words,
        [
            BackoffLevel(g[keep], np.minimum(np.log10(p[keep]), 0.0), _log10(b[keep]))
            for g, p, b, keep in zip(grams, probabilities, backoffs, kept, strict=True)
        ],
        {
            **(settings or {}),
            "order": counts.order,
            "prune": thresholds,
            "discounts": [[round(amount, 6) for amount in discount] for discount in discounts],
        },
    )


def pruning_thresholds(prune: Sequence[int], order: int) -> list[int]:
    """A threshold for each order; the last one given holds for all longer n-grams."""
    check_order(order)
    if len(prune) > order:
        raise UsageError(f"{len(prune)} pruning thresholds for order {order}: give one an order")
    thresholds = [*prune, *[prune[-1] if prune else 0] * (order - len(prune))]
    if thresholds[0] != 0:
        raise UsageError(
            f"pruning thresholds start with {thresholds[0]}, but unigrams are never pruned: "
            "let 0 be the first number"
        )
    if thresholds != sorted(thresholds):
        # Else an n-gram could stay whose suffix is gone.
        raise UsageError(
            f"pruning thresholds {' '.join(map(str, prune))} fall: give numbers that rise or stay"
        )
    return thresholds


def _interpolate(
    level: CountLevel, discounts: Discounts, keep: Flags, lower: Floats
) -> tuple[Floats, Floats]:
    """Probabilities of a level's n-grams, and back-offs of the level below, as numbers."""
    amount = np.array([0.0, *discounts])[np.minimum(level.adjusted, 3)]
    total = np.bincount(level.context, level.adjusted, len(lower))
    left = np.bincount(level.context, np.where(keep, amount, level.adjusted), len(lower))
    backoff = np.ones(len(lower))
    # What is never a context (</s>, <unk>) hands all it is asked for down.
    np.divide(left, total, out=backoff, where=total > 0)
    probability = (level.adjusted - amount) / total[level.context]
    probability += backoff[level.context] * lower[level.suffix]
    return probability, backoff


def _log10(backoff: Floats) -> Floats:
    """A discount of 0 leaves nothing to shorter histories; ARPA's word for that is -99."""
    return np.log10(np.maximum(backoff, 1e-99))


def _grams(levels: list[CountLevel]) -> list[WordIds]:
    grams = [levels[0].first[:, np.newaxis]]
    for level in levels[1:]:
        grams.append(np.column_stack([level.first, grams[-1][level.suffix]]))
    return grams
