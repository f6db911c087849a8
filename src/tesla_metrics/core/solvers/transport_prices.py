"""Dual prices of a solved transport problem.

An optimal solution of the dual problem consists of prices u(x), v(y) >= 0 with u(x) + v(y) >=
profit(x, y) for all pairs, with equality where weight flows, and with price 0 where weight is left
over. These solutions form a lattice: one of them has the highest u and the lowest v of all, another
one the lowest u and the highest v.
"""

from typing import NamedTuple

import numpy as np

from ...arrays import Array, Flags


class Prices(NamedTuple):
    """Prices of both sides, in units of the profits."""

    x: Array
    y: Array


def prices_highest_x(profits: Array, flowing: Flags, left_x: Flags) -> Prices:
    """Return the solution with the highest prices of x, and so the lowest of y.

    profits     one row per x
    flowing     where weight flows; leave out flows that are rounding errors, because they would
                constrain prices, too
    left_x      which x have weight that does not flow
    """
    top = profits.max(initial=0)
    rows, columns = np.nonzero(flowing)
    flows = profits[rows, columns]
    y = np.zeros(profits.shape[1], profits.dtype)
    x = np.where(left_x, 0, top).astype(profits.dtype)
    lowered = np.arange(len(x))
    # Prices of y rise from 0 until no pair has a profit greater than the sum of its prices. Flows
    # from x limit its price; an x without any weight can have any price.
    for _ in range(sum(profits.shape) + 2):
        y = np.maximum(y, (profits[lowered] - x[lowered, None]).max(axis=0, initial=0))
        bounded = x.copy()
        np.minimum.at(bounded, rows, flows - y[columns])
        bounded[left_x] = 0
        lowered = np.flatnonzero(bounded < x)
        if not len(lowered):
            return Prices(x, y)
        x = bounded
    raise ValueError("these flows are not an optimum")


def prices_highest_y(profits: Array, flowing: Flags, left_y: Flags) -> Prices:
    """Return the solution with the highest prices of y, and so the lowest of x."""
    y, x = prices_highest_x(profits.T, flowing.T, left_y)
    return Prices(x, y)


def marginal_values(profits: Array, x: Array) -> Array:
    """Return the value per unit of a little weight of new y; `profits` has one column for each.

    With the highest prices of x it is the right-hand derivative of the optimum.
    """
    values: Array = (profits - x[:, None]).max(axis=0, initial=0)
    return values
