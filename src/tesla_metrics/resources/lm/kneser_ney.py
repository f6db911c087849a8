"""Estimate language models by interpolated modified Kneser-Ney, as lmplz of KenLM does."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from ...arrays import Flags, Floats
from ...errors import InputError, UsageError
from .backoff import BackoffLevel, BackoffModel
from .counts import Integers, NgramCounts, WordIds, check_order, find_value_starts
from .text import END_ID, START_ID

# The discounts of modified Kneser-Ney (Chen & Goodman 1998, equation 26).


class Discounts(NamedTuple):
    """Discounts of n-grams with a count of 1, of 2, and of 3 or more."""

    one: float
    two: float
    three_or_more: float


# Default values of lmplz --discount_fallback.
FALLBACK = Discounts(0.5, 1.0, 1.5)


def estimate_discounts(counts: Integers, order: int, fallback: Discounts | None) -> Discounts:
    """Estimate the discounts of n-grams of an order from their counts.

    Return `fallback` if they cannot be estimated; raise an InputError if it is None.
    """
    # n[i] is the number of n-grams with a count of i.
    n = np.bincount(counts[(counts > 0) & (counts < 5)], minlength=5).tolist()
    discounts = _apply_formula(n)
    if discounts is not None:
        return discounts
    if fallback is not None:
        return fallback
    raise InputError(
        f"the text is too small or too regular to estimate the discounts of {order}-grams "
        f"({n[1]} occur once, {n[2]} twice, {n[3]} three times): give more text, a lower order "
        "or --discount-fallback"
    )


def _apply_formula(n: list[int]) -> Discounts | None:
    """Return D_j = j - (j + 1) Y n_(j+1) / n_j with Y = n_1 / (n_1 + 2 n_2), or None if invalid."""
    if not (n[1] and n[2] and n[3]):
        return None
    y = n[1] / (n[1] + 2 * n[2])
    discounts = Discounts(*(j - (j + 1) * y * n[j + 1] / n[j] for j in (1, 2, 3)))
    is_valid = all(0 <= discount <= j for j, discount in enumerate(discounts, 1))
    return discounts if is_valid else None


@dataclass(frozen=True)
class CountLevel:
    """N-grams of one order, sorted by suffix; arrays have one entry per n-gram.

    first         id of the first word
    suffix        index, in the next lower order, of the n-gram without its first word
    context       index, in the next lower order, of the n-gram without its last word
    adjusted      adjusted count, from which probabilities are estimated
    occurrences   number of occurrences, by which n-grams are pruned
    """

    first_word: WordIds
    suffix: Integers
    context: Integers
    adjusted: Integers
    occurrences: Integers


def build_count_levels(counts: NgramCounts) -> list[CountLevel]:
    """Build the levels of orders 1 to N from n-grams of order N.

    The adjusted count of an n-gram of a lower order is the number of different words before it. If
    the n-gram begins with <s>, nothing can precede it and the adjusted count is the number of
    occurrences. <unk> and <s> are unigrams with a count of 0.
    """
    reversed_columns = counts.columns[::-1]
    n_words = len(counts.words)
    # For each length k, whether the suffix of length k differs from the previous row's suffix. Rows
    # with the same suffix form a group.
    suffix_changes = list(accumulate(map(find_value_starts, reversed_columns), np.logical_or))
    levels: list[CountLevel] = []
    index_by_group = np.zeros(0, dtype=np.int64)
    for order, is_new_suffix in enumerate(suffix_changes, 1):
        starts = np.flatnonzero(is_new_suffix)
        first_words = reversed_columns[order - 1][starts]
        occurrences = np.add.reduceat(counts.counts, starts)
        if order < counts.order:
            adjusted = np.add.reduceat(suffix_changes[order], starts, dtype=np.int64)
            adjusted = np.where(first_words == START_ID, occurrences, adjusted)
        else:
            adjusted = occurrences
        if order == 1:
            levels.append(_build_unigrams(n_words, adjusted, occurrences))
            index_by_group = np.arange(END_ID, n_words)
            continue
        # If the second word is <s>, the first is padding, and the n-gram belongs to a lower order.
        is_complete = reversed_columns[order - 2][starts] != START_ID
        lower_groups = np.cumsum(suffix_changes[order - 2])[starts[is_complete]] - 1
        suffix = index_by_group[lower_groups]
        index_by_group = np.cumsum(is_complete) - 1
        levels.append(
            CountLevel(
                first_words[is_complete],
                suffix,
                _find_contexts(levels[-1], first_words[is_complete], suffix, n_words, order),
                adjusted[is_complete],
                occurrences[is_complete],
            )
        )
    return levels


def _build_unigrams(n_words: int, adjusted: Integers, occurrences: Integers) -> CountLevel:
    no_links = np.zeros(n_words, dtype=np.int64)
    zeros = np.zeros(END_ID, dtype=np.int64)
    return CountLevel(
        np.arange(n_words, dtype=np.int32),
        no_links,
        no_links,
        np.concatenate([zeros, adjusted]),
        np.concatenate([zeros, occurrences]),
    )


def _find_contexts(
    lower_level: CountLevel, first_words: WordIds, suffix: Integers, n_words: int, order: int
) -> Integers:
    """Return the index in the lower level of the context of each n-gram.

    The context (the n-gram without its last word) has the same first word, and its suffix is the
    context of the n-gram's suffix. The lower level is sorted by suffix and then by first word.
    """
    if order == 2:
        return first_words.astype(np.int64)
    keys = lower_level.suffix * n_words + lower_level.first_word
    return np.searchsorted(keys, lower_level.context[suffix] * n_words + first_words)


# Interpolated modified Kneser-Ney, as in lmplz of KenLM.
#
# For an n-gram `h w` with history h, word w, adjusted count c and discount D(c), where h' is h
# without its first word:
#
#     p(w | h) = (c - D(c)) / sum_x c(h x)  +  b(h) p(w | h')
#     b(h)     = sum_x D(c(h x)) / sum_x c(h x)
#
# The unigrams are interpolated with the uniform distribution over all words, </s> and <unk> (not
# <s>). A pruned n-gram adds its complete count instead of its discount to the sum in b(h).


def estimate_model(
    counts: NgramCounts,
    *,
    prune: Sequence[int] = (),
    fallback: Discounts | None = None,
    settings: Mapping[str, Any] | None = None,
) -> BackoffModel:
    """Estimate a back-off model from counts of n-grams.

    `prune` has one threshold per order: n-grams that occur at most this often are left out. The
    last threshold applies to all higher orders. `fallback` has the discounts of orders for which
    they cannot be estimated. `settings` are recorded in the model.
    """
    thresholds = expand_thresholds(prune, counts.order)
    levels = build_count_levels(counts)
    discounts, kept_masks = [], []
    for order, (level, threshold) in enumerate(zip(levels, thresholds, strict=True), 1):
        discounts.append(estimate_discounts(level.adjusted, order, fallback))
        kept_masks.append(level.occurrences > threshold)
    kept_masks[0][:] = True
    n_words = len(counts.words)
    lower_probabilities: Floats = np.full(1, 1 / (n_words - 1))
    probabilities, backoffs = [], []
    for level, order_discounts, is_kept in zip(levels, discounts, kept_masks, strict=True):
        level_probabilities, lower_backoffs = _interpolate_level(
            level, order_discounts, is_kept, lower_probabilities
        )
        probabilities.append(level_probabilities)
        backoffs.append(lower_backoffs)
        lower_probabilities = level_probabilities
    probabilities[0][START_ID] = 1.0  # never used; lmplz writes the same value
    backoffs = [*backoffs[1:], np.ones(len(lower_probabilities))]
    all_ngrams = _build_ngrams(levels)
    backoff_levels = [
        BackoffLevel(ngrams[is_kept], np.minimum(np.log10(p[is_kept]), 0.0), _log10(b[is_kept]))
        for ngrams, p, b, is_kept in zip(
            all_ngrams, probabilities, backoffs, kept_masks, strict=True
        )
    ]
    model_settings = {
        **(settings or {}),
        "order": counts.order,
        "prune": thresholds,
        "discounts": [[round(value, 6) for value in discount] for discount in discounts],
    }
    return BackoffModel(counts.words, backoff_levels, model_settings)


def expand_thresholds(prune: Sequence[int], order: int) -> list[int]:
    """Return one pruning threshold per order; the last of `prune` applies to all higher orders."""
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


def _interpolate_level(
    level: CountLevel, discounts: Discounts, is_kept: Flags, lower_probabilities: Floats
) -> tuple[Floats, Floats]:
    """Return the probabilities of the n-grams of a level, and the back-off weights of contexts.

    Contexts are the n-grams of the next lower order, which have `lower` probabilities.
    """
    ngram_discounts = np.array([0.0, *discounts])[np.minimum(level.adjusted, 3)]
    context_totals = np.bincount(level.context, level.adjusted, len(lower_probabilities))
    freed_counts = np.bincount(
        level.context, np.where(is_kept, ngram_discounts, level.adjusted), len(lower_probabilities)
    )
    backoff = np.ones(len(lower_probabilities))
    # N-grams that are never a context, such as </s>, have a back-off weight of 1.
    np.divide(freed_counts, context_totals, out=backoff, where=context_totals > 0)
    probabilities = (level.adjusted - ngram_discounts) / context_totals[level.context]
    probabilities += backoff[level.context] * lower_probabilities[level.suffix]
    return probabilities, backoff


def _log10(backoff: Floats) -> Floats:
    """Return the log10 of weights; a weight of 0 becomes -99, as usual in ARPA files."""
    return np.log10(np.maximum(backoff, 1e-99))


def _build_ngrams(levels: list[CountLevel]) -> list[WordIds]:
    """Return the word ids of the n-grams of each level, of shape (n_ngrams, order)."""
    ngrams = [levels[0].first_word[:, np.newaxis]]
    for level in levels[1:]:
        ngrams.append(np.column_stack([level.first_word, ngrams[-1][level.suffix]]))
    return ngrams
