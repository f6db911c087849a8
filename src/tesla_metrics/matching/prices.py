"""Prices of a transport problem that is solved: what a little more weight would be worth.

Prices u(x), v(y) >= 0 with u(x) + v(y) >= profit(x, y) for all pairs, equal where weight flows, and
0 where weight is left over, are an optimal solution of the dual problem. They are a lattice: one of
them has the highest u and the lowest v of all, one the other way round.
"""

from typing import NamedTuple

import numpy as np

from ..arrays import Array, Flags


class Prices(NamedTuple):
    """Of both sides, in units of the profits."""

    x: Array
    y: Array


def prices_highest_x(profits: Array, flowing: Flags, left_x: Flags) -> Prices:
    """The solution with the highest prices of x, and so the lowest of y.

    profits     a row an x
    flowing     where weight flows, and more of it than rounding leaves: dust binds prices, too
    left_x      which x have weight that does not flow
    """
    top = profits.max(initial=0)
    rows, columns = np.nonzero(flowing)
    flows = profits[rows, columns]
    y = np.zeros(profits.shape[1], profits.dtype)
    x = np.where(left_x, 0, top).astype(profits.dtype)
    fallen = np.arange(len(x))
    # Prices of y rise from nothing until no pair is worth more than its two prices. What flows from
    # x keeps its price down; x without any weight has any price.
    for _ in range(sum(profits.shape) + 2):
        y = np.maximum(y, (profits[fallen] - x[fallen, None]).max(axis=0, initial=0))
        within = x.copy()
        np.minimum.at(within, rows, flows - y[columns])
        within[left_x] = 0
        fallen = np.flatnonzero(within < x)
        if not len(fallen):
            return Prices(x, y)
        x = within
    raise ValueError("these flows are not an optimum")


def prices_highest_y(profits: Array, flowing: Flags, left_y: Flags) -> Prices:
    """The solution with the highest prices of y, and so the lowest of x."""
    y, x = prices_highest_x(profits.T, flowing.T, left_y)
    return Prices(x, y)


def worth_more(profits: Array, x: Array) -> Array:
    """What a little more weight of new y would be worth; `profits` has a column for each of them.

    With the highest prices of x it is the right-hand derivative of the optimum.
    """
    found: Array = (profits - x[:, None]).max(axis=0, initial=0)
    return found
