"""N-grams of words that were matched by linear programs: flows, and what more weight is worth."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..._core.graded import PROFIT_UNITS
from ...arrays import Array, Flags, Floats, Indices
from ...matching.alike import Levels, gram_weights, similarity
from ...matching.long import similarities_at
from ...matching.matching import GramMatch, WeighedWords
from ...matching.prices import prices_highest_x, prices_highest_y, worth_more

# Of all weight: what rounding leaves is less, what a word weighs is more.
DUST = 2.0**-40


class SideGrams(NamedTuple):
    """The n-grams of one side, of one way of matching after another.

    way     that each is of
    first   place of its first word among the words of all ways, of which there are `words`
    gains   what the optimum gains by each unit of weight that the other side would have more of it
    """

    way: Indices
    first: Indices
    weights: Floats
    gains: Floats
    words: int


class Solved(NamedTuple):
    """N-grams of one length.

    value           what all flows are worth, of each way
    flow_x, flow_y  n-grams that weight flows between
    alike           of each flow the similarities of its n pairs of words
    """

    n: int
    value: Floats
    x: SideGrams
    y: SideGrams
    flow_x: Indices
    flow_y: Indices
    amounts: Floats
    alike: Floats


class FlowsAndGains(NamedTuple):
    """Of one way of matching, by places."""

    x: Indices
    y: Indices
    amounts: Floats
    alike: Floats
    gains_x: Floats
    gains_y: Floats


_NOWHERE, _NOTHING = np.zeros(0, np.intp), np.zeros(0)
NO_FLOWS = FlowsAndGains(_NOWHERE, _NOWHERE, *[_NOTHING] * 4)


def solve_again(
    x: WeighedWords, y: WeighedWords, levels: Levels, n: int, found: GramMatch
) -> FlowsAndGains:
    """What a matching left out: similarities of words, and prices."""
    supply, demand = (np.array(gram_weights(own.weights, n), dtype=float) for own in (x, y))
    flows = found.flows
    of_x, of_y = (np.array([flow[side] for flow in flows], dtype=np.intp) for side in (0, 1))
    amounts = np.array([flow.amount for flow in flows], dtype=float)
    alike = [
        similarity(x.words[i + k], y.words[j + k], levels) for i, j, _ in flows for k in range(n)
    ]
    gains_x, gains_y = np.zeros(len(supply)), np.zeros(len(demand))
    for places in found.programs:
        rows, columns = (np.array(own, dtype=np.intp) for own in places)
        here = np.isin(of_x, rows) & np.isin(of_y, columns)
        moved = np.zeros((len(rows), len(columns)))
        at = np.searchsorted(rows, of_x[here]), np.searchsorted(columns, of_y[here])
        np.add.at(moved, at, amounts[here])
        gains_x[rows], gains_y[columns] = marginal_gains(
            _profits(x, y, levels, n, *places),
            _profits(x, x, levels, n, places[0], places[0]),
            _profits(y, y, levels, n, places[1], places[1]),
            moved,
            (supply[rows], demand[columns]),
        )
    return FlowsAndGains(of_x, of_y, amounts, np.array(alike, dtype=float), gains_x, gains_y)


def _profits(
    x: WeighedWords,
    y: WeighedWords,
    levels: Levels,
    n: int,
    of_x: Sequence[int],
    of_y: Sequence[int],
) -> Array:
    """Similarities in the units of the program, so that they are equal where it says so."""
    alike = np.array(similarities_at(x, y, levels, n, of_x, of_y)).reshape(len(of_x), len(of_y))
    profits: Array = np.rint(alike * PROFIT_UNITS).astype(np.int64)
    return profits


def marginal_gains(
    across: Array, among_x: Array, among_y: Array, moved: Floats, weights: tuple[Floats, Floats]
) -> tuple[Floats, Floats]:
    """What the optimum gains by a little more of each x on the other side, and of each y.

    across, among_x, among_y    profits of x with y, and of each side with itself
    moved                       what flows
    """
    dust = DUST * max(*(own.sum() for own in weights), 1e-300)
    flowing: Flags = moved > dust
    left_x, left_y = (own - moved.sum(axis=1 - side) > dust for side, own in enumerate(weights))
    x, y = prices_highest_x(across, flowing, left_x).x, prices_highest_y(across, flowing, left_y).y
    return worth_more(among_x, x) / PROFIT_UNITS, worth_more(among_y, y) / PROFIT_UNITS
