"""Flows and losses of n-grams that were matched by linear programs."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ...arrays import Array, Flags, Floats, Indices
from ...core.matching.graded_matching import GramMatch, WeightedWords, gram_similarities_at
from ...core.matching.word_similarity import Levels, gram_weights, similarity
from ...core.solvers.graded_transport import PROFIT_UNITS
from ...core.solvers.transport_prices import marginal_values, prices_highest_x, prices_highest_y
from ..f_measures import GramWords, compute_f_prices

# Relative to the total weight: rounding errors are smaller, weights of words are larger.
ROUNDING_SHARE = 2.0**-40


class SideGrams(NamedTuple):
    """The n-grams of one side, over all matchings.

    matching     index of the matching of each n-gram
    first_word  index of its first word among the words of all matchings
    word_count  number of words of all matchings
    gains   gain of the optimum per unit of weight that is added on the other side
    """

    matching: Indices
    first_word: Indices
    weights: Floats
    gains: Floats
    word_count: int


class SolvedNgrams(NamedTuple):
    """N-grams of one length and their flows.

    value           sum of flow * similarity of each matching
    flow_x, flow_y  n-grams that weight flows between
    similarities    for each flow, the similarities of its n pairs of words
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
    """Flows and gains of one matching; x and y are indices of n-grams."""

    x: Indices
    y: Indices
    amounts: Floats
    alike: Floats
    gains_x: Floats
    gains_y: Floats


_NO_INDICES, _NO_VALUES = np.zeros(0, np.intp), np.zeros(0)
NO_FLOWS = FlowsAndGains(_NO_INDICES, _NO_INDICES, *[_NO_VALUES] * 4)


def complete_solution(
    x: WeightedWords, y: WeightedWords, levels: Levels, n: int, match: GramMatch
) -> FlowsAndGains:
    """Compute what a matching omits: similarities of words, and marginal gains."""
    supply, demand = (np.array(gram_weights(item.weights, n), dtype=float) for item in (x, y))
    flows = match.flows
    flow_x, flow_y = (np.array([flow[side] for flow in flows], dtype=np.intp) for side in (0, 1))
    amounts = np.array([flow.amount for flow in flows], dtype=float)
    similarities = [
        similarity(x.words[i + k], y.words[j + k], levels) for i, j, _ in flows for k in range(n)
    ]
    gains_x, gains_y = np.zeros(len(supply)), np.zeros(len(demand))
    for indices in match.programs:
        rows, columns = (np.array(item, dtype=np.intp) for item in indices)
        is_in_program = np.isin(flow_x, rows) & np.isin(flow_y, columns)
        flow_amounts = np.zeros((len(rows), len(columns)))
        cells = (
            np.searchsorted(rows, flow_x[is_in_program]),
            np.searchsorted(columns, flow_y[is_in_program]),
        )
        np.add.at(flow_amounts, cells, amounts[is_in_program])
        gains_x[rows], gains_y[columns] = compute_marginal_gains(
            _profits(x, y, levels, n, *indices),
            _profits(x, x, levels, n, indices[0], indices[0]),
            _profits(y, y, levels, n, indices[1], indices[1]),
            flow_amounts,
            (supply[rows], demand[columns]),
        )
    return FlowsAndGains(
        flow_x, flow_y, amounts, np.array(similarities, dtype=float), gains_x, gains_y
    )


def _profits(
    x: WeightedWords,
    y: WeightedWords,
    levels: Levels,
    n: int,
    x_indices: Sequence[int],
    y_indices: Sequence[int],
) -> Array:
    """Return similarities in the integer units of the program, so that ties stay ties."""
    similarities = np.array(gram_similarities_at(x, y, levels, n, x_indices, y_indices)).reshape(
        len(x_indices), len(y_indices)
    )
    profits: Array = np.rint(similarities * PROFIT_UNITS).astype(np.int64)
    return profits


def compute_marginal_gains(
    across: Array, among_x: Array, among_y: Array, flows: Floats, weights: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """Return the gain of the optimum per unit added on the other side, for each x and each y.

    across, among_x, among_y    profits of x with y, and of each side with itself
    flows                       flows
    """
    tolerance = ROUNDING_SHARE * max(*(side_weights.sum() for side_weights in weights), 1e-300)
    flowing: Flags = flows > tolerance
    has_left_x, has_left_y = (
        side_weights - flows.sum(axis=1 - side) > tolerance
        for side, side_weights in enumerate(weights)
    )
    x, y = (
        prices_highest_x(across, flowing, has_left_x).x,
        prices_highest_y(across, flowing, has_left_y).y,
    )
    return marginal_values(among_x, x) / PROFIT_UNITS, marginal_values(among_y, y) / PROFIT_UNITS


# F-measures of word n-grams, for many pairs at once. explanation/f_measures.py has the rules, and
# the same for n-grams of any words, one pair at a time.


class SideLosses(NamedTuple):
    """The losses of one side of F-measures.

    matched, lost, prices   one value per n-gram
    words                   `lost`, distributed over words
    """

    matched: Floats
    lost: Floats
    prices: Floats
    words: Floats


class BothSideLosses(NamedTuple):
    """The losses of both sides of F-measures."""

    reference: SideLosses
    hypothesis: SideLosses


def attribute_f_loss(
    solved: SolvedNgrams, alpha: float, unigram_losses: BothSideLosses | None
) -> BothSideLosses:
    """Attribute 1 - F of all matchings to n-grams and words.

    Unmatched weight of an n-gram falls on its words in proportion to their losses as
    `unigram_losses`, or equally if none has lost anything.
    """
    matching_count = len(solved.value)
    x, y = (
        np.bincount(side.matching, side.weights, matching_count).astype(float)
        for side in (solved.x, solved.y)
    )
    means = alpha * x + (1 - alpha) * y
    parts = []
    for side, (grams, flow_grams) in enumerate(
        ((solved.x, solved.flow_x), (solved.y, solved.flow_y))
    ):
        side_factor, other_factor = (1 - alpha, alpha) if side else (alpha, 1 - alpha)
        # If only the side with factor 0 has n-grams, all its weight is lost, and any weight on the
        # other side makes the value jump.
        scale = np.where(means > 0, side_factor / _replace_zeros(means), 1 / _replace_zeros(x + y))
        gram_prices = compute_f_prices(
            grams.gains, solved.value[grams.matching], means[grams.matching], other_factor
        )
        word_losses = unigram_losses[side].words if unigram_losses else np.zeros(grams.word_count)
        parts.append(
            _side_losses(solved, grams, flow_grams, scale[grams.matching], gram_prices, word_losses)
        )
    return BothSideLosses(*parts)


def _side_losses(
    solved: SolvedNgrams,
    grams: SideGrams,
    flow_grams: Indices,
    scale: Floats,
    prices: Floats,
    unigrams: Floats,
) -> SideLosses:
    n, count = solved.n, len(grams.weights)
    matched: Floats = np.bincount(flow_grams, solved.amounts, count).astype(float)
    unmatched = scale * np.maximum(grams.weights - matched, 0.0)
    flow_losses = (scale[flow_grams] * solved.amounts)[:, None] * (1 - solved.similarities) / n
    lost = unmatched + np.bincount(flow_grams, flow_losses.sum(axis=1), count)
    words = grams.first_word[:, None] + np.arange(n)
    gram_words = GramWords(np.arange(count).repeat(n), words.ravel(), grams.word_count)
    word_losses = gram_words.spread(unmatched, unigrams)
    word_losses += np.bincount(words[flow_grams].ravel(), flow_losses.ravel(), grams.word_count)
    return SideLosses(matched, lost, prices, word_losses)


def _replace_zeros(values: Floats) -> Floats:
    """Replace 0 by 1 in divisors whose quotients are not used."""
    return np.where(values > 0, values, 1.0)
