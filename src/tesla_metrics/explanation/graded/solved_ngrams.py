"""Flows and losses of n-grams that were matched by linear programs."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Array, Flags, Floats, Indices
from ...core.matching.graded_matching import GramMatch, WeightedWords, compute_gram_similarities_at
from ...core.matching.word_similarity import Levels, compute_gram_weights, compute_similarity
from ...core.solvers.graded_transport import PROFIT_UNITS
from ...core.solvers.transport_prices import (
    compute_marginal_values,
    find_highest_x_prices,
    find_highest_y_prices,
)
from ..f_measures import GramWords, compute_f_prices

# Share of the total weight: rounding errors are smaller, and weights of words are larger.
ROUNDING_SHARE = 2.0**-40


class SideGrams(NamedTuple):
    """The n-grams of one side of all matchings, concatenated.

    matching    for each n-gram, the index of its matching
    first_word  for each n-gram, the index of its first word among the words of all matchings
    weights     weight of each n-gram
    gains       for each n-gram, the increase of the optimal value per unit of its weight that is
                added on the other side
    word_count  total number of words of all matchings
    """

    matching: Indices
    first_word: Indices
    weights: Floats
    gains: Floats
    word_count: int


class SolvedNgrams(NamedTuple):
    """The n-grams of length n and the flows between them, for all matchings.

    value           for each matching, the sum of flow * similarity
    flow_x, flow_y  for each flow, the indices of its two n-grams
    amounts         weight of each flow
    similarities    array of shape (n_flows, n): similarities of the n pairs of words
    """

    n: int
    value: Floats
    x: SideGrams
    y: SideGrams
    flow_x: Indices
    flow_y: Indices
    amounts: Floats
    similarities: Floats


class FlowsAndGains(NamedTuple):
    """Flows between the n-grams of one matching, and the gains of all its n-grams.

    x, y                for each flow, the indices of its two n-grams
    amounts             weight of each flow
    similarities        n values per flow: the similarities of its pairs of words
    gains_x, gains_y    as in `SideGrams`, for all n-grams of the matching
    """

    x: Indices
    y: Indices
    amounts: Floats
    similarities: Floats
    gains_x: Floats
    gains_y: Floats


_NO_INDICES, _NO_VALUES = np.zeros(0, np.intp), np.zeros(0)
NO_FLOWS = FlowsAndGains(_NO_INDICES, _NO_INDICES, *[_NO_VALUES] * 4)


def complete_solution(
    x: WeightedWords, y: WeightedWords, levels: Levels, n: int, match: GramMatch
) -> FlowsAndGains:
    """Add the similarities of words and the gains of n-grams to the flows of a matching."""
    supply, demand = (
        np.array(compute_gram_weights(text.weights, n), dtype=float) for text in (x, y)
    )
    flows = match.flows
    flow_x, flow_y = (np.array([flow[side] for flow in flows], dtype=np.intp) for side in (0, 1))
    amounts = np.array([flow.amount for flow in flows], dtype=float)
    similarities = [
        compute_similarity(x.words[i + k], y.words[j + k], levels)
        for i, j, _ in flows
        for k in range(n)
    ]
    gains_x, gains_y = np.zeros(len(supply)), np.zeros(len(demand))
    # Each linear program matches some n-grams of x (its rows) with some n-grams of y (its columns).
    for program_x, program_y in match.program_indices:
        rows, columns = np.array(program_x, dtype=np.intp), np.array(program_y, dtype=np.intp)
        is_in_program = np.isin(flow_x, rows) & np.isin(flow_y, columns)
        flow_amounts = np.zeros((len(rows), len(columns)))
        cells = (
            np.searchsorted(rows, flow_x[is_in_program]),
            np.searchsorted(columns, flow_y[is_in_program]),
        )
        np.add.at(flow_amounts, cells, amounts[is_in_program])
        gains_x[rows], gains_y[columns] = compute_marginal_gains(
            _compute_profits(x, y, levels, n, program_x, program_y),
            _compute_profits(x, x, levels, n, program_x, program_x),
            _compute_profits(y, y, levels, n, program_y, program_y),
            flow_amounts,
            (supply[rows], demand[columns]),
        )
    return FlowsAndGains(
        flow_x, flow_y, amounts, np.array(similarities, dtype=float), gains_x, gains_y
    )


def _compute_profits(
    x: WeightedWords,
    y: WeightedWords,
    levels: Levels,
    n: int,
    x_indices: Sequence[int],
    y_indices: Sequence[int],
) -> Array:
    """Return similarities in the integer units of the program, so that equal ones stay equal."""
    similarities = np.array(
        compute_gram_similarities_at(x, y, levels, n, x_indices, y_indices)
    ).reshape(len(x_indices), len(y_indices))
    profits: Array = np.rint(similarities * PROFIT_UNITS).astype(np.int64)
    return profits


def compute_marginal_gains(
    xy_profits: Array,
    xx_profits: Array,
    yy_profits: Array,
    flows: Floats,
    weights: tuple[Floats, Floats],
) -> tuple[Floats, Floats]:
    """Return for each n-gram the gain of the optimal value per unit added on the other side.

    xy_profits, xx_profits, yy_profits  profits of x with y, and of each side with itself
    flows                               array of shape (n_x, n_y)
    weights                             weights of x and of y
    """
    tolerance = ROUNDING_SHARE * max(*(side_weights.sum() for side_weights in weights), 1e-300)
    has_flow: Flags = flows > tolerance
    has_unmatched_x = weights[0] - flows.sum(axis=1) > tolerance
    has_unmatched_y = weights[1] - flows.sum(axis=0) > tolerance
    x_prices = find_highest_x_prices(xy_profits, has_flow, has_unmatched_x).x
    y_prices = find_highest_y_prices(xy_profits, has_flow, has_unmatched_y).y
    return (
        compute_marginal_values(xx_profits, x_prices) / PROFIT_UNITS,
        compute_marginal_values(yy_profits, y_prices) / PROFIT_UNITS,
    )


# Losses of F-measures of word n-grams, for many pairs at once. explanation/f_measures.py has the
# formulas, and computes the same for one pair at a time.


class SideLosses(NamedTuple):
    """The losses of the n-grams and words of one side.

    matched, lost, prices   matched weight, loss and price of each n-gram
    words                   loss of each word
    """

    matched: Floats
    lost: Floats
    prices: Floats
    words: Floats


class BothSideLosses(NamedTuple):
    """The losses of the reference and of the hypothesis."""

    reference: SideLosses
    hypothesis: SideLosses


def attribute_f_loss(
    solved: SolvedNgrams, alpha: float, unigram_losses: BothSideLosses | None
) -> BothSideLosses:
    """Attribute 1 - F of all matchings to n-grams and words.

    The loss of unmatched n-grams is distributed over their words in proportion to
    `unigram_losses`, or equally if these are 0. None means that the n-grams are unigrams.
    """
    matching_count = len(solved.value)
    x_total, y_total = (
        np.bincount(grams.matching, grams.weights, matching_count).astype(float)
        for grams in (solved.x, solved.y)
    )
    divisors = alpha * x_total + (1 - alpha) * y_total  # of the F-measure of each matching
    both_losses = []
    for side, (grams, flow_grams) in enumerate(
        ((solved.x, solved.flow_x), (solved.y, solved.flow_y))
    ):
        side_factor, other_factor = (1 - alpha, alpha) if side else (alpha, 1 - alpha)
        # If only the side with factor 0 has n-grams, all its weight is lost, and any weight on the
        # other side makes the value jump.
        loss_per_weight = np.where(
            divisors > 0,
            side_factor / _replace_zeros(divisors),
            1 / _replace_zeros(x_total + y_total),
        )
        prices = compute_f_prices(
            grams.gains, solved.value[grams.matching], divisors[grams.matching], other_factor
        )
        word_losses = unigram_losses[side].words if unigram_losses else np.zeros(grams.word_count)
        both_losses.append(
            _compute_side_losses(
                solved, grams, flow_grams, loss_per_weight[grams.matching], prices, word_losses
            )
        )
    return BothSideLosses(*both_losses)


def _compute_side_losses(
    solved: SolvedNgrams,
    grams: SideGrams,
    flow_grams: Indices,
    loss_per_weight: Floats,
    prices: Floats,
    unigram_losses: Floats,
) -> SideLosses:
    """Return the losses of one side.

    flow_grams          for each flow, the index of its n-gram on this side
    loss_per_weight     one value per n-gram
    unigram_losses      loss of each word as a unigram
    """
    n, count = solved.n, len(grams.weights)
    matched: Floats = np.bincount(flow_grams, solved.amounts, count).astype(float)
    unmatched_losses = loss_per_weight * np.maximum(grams.weights - matched, 0.0)
    # Shape (n_flows, n): a word of a flow loses the difference of its similarity to 1.
    max_flow_losses = (loss_per_weight[flow_grams] * solved.amounts)[:, None]
    flow_losses = max_flow_losses * (1 - solved.similarities) / n
    lost = unmatched_losses + np.bincount(flow_grams, flow_losses.sum(axis=1), count)
    word_indices = grams.first_word[:, None] + np.arange(n)
    gram_words = GramWords(np.arange(count).repeat(n), word_indices.ravel(), grams.word_count)
    word_losses = gram_words.spread(unmatched_losses, unigram_losses)
    word_losses += np.bincount(
        word_indices[flow_grams].ravel(), flow_losses.ravel(), grams.word_count
    )
    return SideLosses(matched, lost, prices, word_losses)


def _replace_zeros(values: Floats) -> Floats:
    """Replace 0 by 1 in divisors, to avoid warnings; the quotients are not used."""
    return np.where(values > 0, values, 1.0)
