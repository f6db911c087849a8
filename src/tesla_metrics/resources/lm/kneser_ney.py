"""Interpolated modified Kneser-Ney estimation, equal to KenLM's lmplz."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Flags, Floats
from ...errors import InputError, UsageError
from .backoff import BackoffLevel, BackoffModel
from .counts import Integers, NgramCounts, WordIds, check_order, starts_new_value
from .text import END_ID, START_ID

# The discounts of modified Kneser-Ney (Chen & Goodman 1998, equation 26).


class Discounts(NamedTuple):
    """The discounts of counts of one, of two, and of three or more."""

    one: float
    two: float
    three_or_more: float


# The values of lmplz --discount_fallback.
FALLBACK = Discounts(0.5, 1.0, 1.5)


def estimate_discounts(counts: Integers, order: int, fallback: Discounts | None) -> Discounts:
    """Estimate discounts from the number of n-grams with counts 1 to 4.

    Returns `fallback` if they cannot be estimated; without a fallback, raises `InputError`.
    """
    n = np.bincount(counts[(counts > 0) & (counts < 5)], minlength=5).tolist()
    discounts = _estimate(n)
    if discounts is not None:
        return discounts
    if fallback is not None:
        return fallback
    raise InputError(
        f"the text is too small or too regular to estimate the discounts of {order}-grams "
        f"({n[1]} occur once, {n[2]} twice, {n[3]} three times): give more text, a lower order "
        "or --discount-fallback"
    )


def _estimate(n: list[int]) -> Discounts | None:
    if not (n[1] and n[2] and n[3]):
        return None
    y = n[1] / (n[1] + 2 * n[2])
    discounts = Discounts(*(j - (j + 1) * y * n[j + 1] / n[j] for j in (1, 2, 3)))
    return discounts if all(0 <= amount <= j for j, amount in enumerate(discounts, 1)) else None


@dataclass(frozen=True)
class CountLevel:
    """N-grams of one order, sorted by suffix.

    first         the first word
    suffix        row of the n-gram without its first word in the level below
    context       row of the n-gram without its last word in the level below
    adjusted      counts that Kneser-Ney uses
    occurrences   counts that pruning uses
    """

    first: WordIds
    suffix: Integers
    context: Integers
    adjusted: Integers
    occurrences: Integers


def count_levels(counts: NgramCounts) -> list[CountLevel]:
    """Return the levels of orders 1 to N.

    The adjusted count of an n-gram of a lower order is the number of different words before it. If
    the n-gram begins with <s>, nothing can precede it and the adjusted count is the number of
    occurrences. <unk> and <s> are unigrams with a count of 0.
    """
    columns = counts.columns[::-1]
    size = len(counts.words)
    # For each k, whether the suffix of length k differs from that of the previous row.
    suffix_changes = list(accumulate(map(starts_new_value, columns), np.logical_or))
    levels: list[CountLevel] = []
    row_of_group = np.zeros(0, dtype=np.int64)
    for k, changes in enumerate(suffix_changes, 1):
        starts = np.flatnonzero(changes)
        first = columns[k - 1][starts]
        occurrences = np.add.reduceat(counts.counts, starts)
        if k < counts.order:
            adjusted = np.add.reduceat(suffix_changes[k], starts, dtype=np.int64)
            adjusted = np.where(first == START_ID, occurrences, adjusted)
        else:
            adjusted = occurrences
        if k == 1:
            levels.append(_unigrams(size, adjusted, occurrences))
            row_of_group = np.arange(END_ID, size)
            continue
        # <s> after the first word is padding: the n-gram is of a lower order.
        is_complete = columns[k - 2][starts] != START_ID
        group_below = np.cumsum(suffix_changes[k - 2])[starts[is_complete]] - 1
        suffix = row_of_group[group_below]
        row_of_group = np.cumsum(is_complete) - 1
        levels.append(
            CountLevel(
                first[is_complete],
                suffix,
                _contexts(levels[-1], first[is_complete], suffix, size, k),
                adjusted[is_complete],
                occurrences[is_complete],
            )
        )
    return levels


def _unigrams(size: int, adjusted: Integers, occurrences: Integers) -> CountLevel:
    no_links = np.zeros(size, dtype=np.int64)
    zeros = np.zeros(END_ID, dtype=np.int64)
    return CountLevel(
        np.arange(size, dtype=np.int32),
        no_links,
        no_links,
        np.concatenate([zeros, adjusted]),
        np.concatenate([zeros, occurrences]),
    )


def _contexts(below: CountLevel, first: WordIds, suffix: Integers, size: int, k: int) -> Integers:
    """Return the row in the level below of each n-gram without its last word.

    That n-gram has the same first word, and its suffix is the context of the suffix. The rows below
    are sorted by suffix and then by first word.
    """
    if k == 2:
        return first.astype(np.int64)
    keys = below.suffix * size + below.first
    return np.searchsorted(keys, below.context[suffix] * size + first)


# Interpolated modified Kneser-Ney, as estimated by KenLM's lmplz.
#
# For an n-gram `h w` with adjusted count c, discount D(c) and the shorter history h':
#
#     p(w | h) = (c - D(c)) / sum_x c(h x)  +  b(h) p(w | h')
#     b(h)     = sum_x D(c(h x)) / sum_x c(h x)
#
# The unigrams are interpolated with the uniform distribution over all words, </s> and <unk> (not
# <s>). A pruned n-gram adds its whole count, not only its discount, to b(h).


def estimate_model(
    counts: NgramCounts,
    *,
    prune: Sequence[int] = (),
    fallback: Discounts | None = None,
    settings: Mapping[str, Any] | None = None,
) -> BackoffModel:
    """Estimate a model from counts.

    `prune` has one threshold per order: n-grams that occur at most this often are left out. The
    last threshold applies to all higher orders. `fallback` is used for orders whose discounts
    cannot be estimated.
    """
    thresholds = pruning_thresholds(prune, counts.order)
    levels = count_levels(counts)
    discounts = [estimate_discounts(x.adjusted, k, fallback) for k, x in enumerate(levels, 1)]
    keep_flags = [x.occurrences > t for x, t in zip(levels, thresholds, strict=True)]
    keep_flags[0][:] = True
    size = len(counts.words)
    lower: Floats = np.full(1, 1 / (size - 1))
    probabilities, backoffs = [], []
    for level, discount, keep in zip(levels, discounts, keep_flags, strict=True):
        probability, backoff = _interpolate(level, discount, keep, lower)
        probabilities.append(probability)
        backoffs.append(backoff)
        lower = probability
    probabilities[0][START_ID] = 1.0  # never used; lmplz writes the same value
    backoffs = [*backoffs[1:], np.ones(len(lower))]
    grams = _grams(levels)
    return BackoffModel(
        counts.words,
        [
            BackoffLevel(g[keep], np.minimum(np.log10(p[keep]), 0.0), _log10(b[keep]))
            for g, p, b, keep in zip(grams, probabilities, backoffs, keep_flags, strict=True)
        ],
        {
            **(settings or {}),
            "order": counts.order,
            "prune": thresholds,
            "discounts": [[round(amount, 6) for amount in discount] for discount in discounts],
        },
    )


def pruning_thresholds(prune: Sequence[int], order: int) -> list[int]:
    """Return one threshold per order; the last given one applies to all longer n-grams."""
    check_order(order)
    if len(prune) > order:
        raise UsageError(f"{len(prune)} pruning thresholds for order {order}: give one per order")
    thresholds = [*prune, *[prune[-1] if prune else 0] * (order - len(prune))]
    if thresholds[0] != 0:
        raise UsageError(
            f"pruning thresholds start with {thresholds[0]}, but unigrams are never pruned: "
            "the first number must be 0"
        )
    if thresholds != sorted(thresholds):
        # Otherwise an n-gram could remain after its suffix was pruned.
        raise UsageError(
            f"pruning thresholds {' '.join(map(str, prune))} decrease: sort them in ascending order"
        )
    return thresholds


def _interpolate(
    level: CountLevel, discounts: Discounts, keep: Flags, lower: Floats
) -> tuple[Floats, Floats]:
    """Return probabilities of a level's n-grams and back-off weights of the level below."""
    discount = np.array([0.0, *discounts])[np.minimum(level.adjusted, 3)]
    total = np.bincount(level.context, level.adjusted, len(lower))
    freed = np.bincount(level.context, np.where(keep, discount, level.adjusted), len(lower))
    backoff = np.ones(len(lower))
    # N-grams that are never a context (</s>, <unk>) have a back-off weight of 1.
    np.divide(freed, total, out=backoff, where=total > 0)
    probability = (level.adjusted - discount) / total[level.context]
    probability += backoff[level.context] * lower[level.suffix]
    return probability, backoff


def _log10(backoff: Floats) -> Floats:
    """Return log10; a weight of 0, from discounts of 0, becomes -99 as usual in ARPA files."""
    return np.log10(np.maximum(backoff, 1e-99))


def _grams(levels: list[CountLevel]) -> list[WordIds]:
    grams = [levels[0].first[:, np.newaxis]]
    for level in levels[1:]:
        grams.append(np.column_stack([level.first, grams[-1][level.suffix]]))
    return grams
