"""Dual prices of a solved transport problem.

An optimal solution of the dual problem consists of prices u(x), v(y) >= 0, such that u(x) + v(y) >=
profit(x, y) for all pairs. Equality holds if weight flows from x to y, and the price of a node with
unused weight is 0. These solutions form a lattice: one of them has the highest u and the lowest v
of all solutions, another one the lowest u and the highest v.
"""

from typing import NamedTuple

import numpy as np

from ...arrays import Array, Flags


class Prices(NamedTuple):
    """Prices of x and of y, in units of the profits."""

    x: Array
    y: Array


def find_highest_x_prices(profits: Array, has_flow: Flags, has_unused_x: Flags) -> Prices:
    """Return the solution with the highest prices of x, and so the lowest of y.

    `profits` has one row per x and one column per y, and `has_flow` says for each pair whether
    weight flows. Leave out flows that are rounding errors, because they would constrain prices.
    `has_unused_x` says for each x whether it has unused weight.
    """
    max_profit = profits.max(initial=0)
    rows, columns = np.nonzero(has_flow)
    flow_profits = profits[rows, columns]
    y_prices = np.zeros(profits.shape[1], profits.dtype)
    x_prices = np.where(has_unused_x, 0, max_profit).astype(profits.dtype)
    lowered_x = np.arange(len(x_prices))
    # Prices of y rise from 0 until no pair has a profit greater than the sum of its prices. Each
    # flow from x limits the price of x; an x without any weight can have any price.
    for _ in range(sum(profits.shape) + 2):
        y_prices = np.maximum(
            y_prices, (profits[lowered_x] - x_prices[lowered_x, None]).max(axis=0, initial=0)
        )
        new_x_prices = x_prices.copy()
        np.minimum.at(new_x_prices, rows, flow_profits - y_prices[columns])
        new_x_prices[has_unused_x] = 0
        lowered_x = np.flatnonzero(new_x_prices < x_prices)
        if not len(lowered_x):
            return Prices(x_prices, y_prices)
        x_prices = new_x_prices
    raise ValueError("these flows are not an optimum")


def find_highest_y_prices(profits: Array, has_flow: Flags, has_unused_y: Flags) -> Prices:
    """Return the solution with the highest prices of y, and so the lowest of x.

    `has_unused_y` says for each y whether it has unused weight; see `find_highest_x_prices`.
    """
    y, x = find_highest_x_prices(profits.T, has_flow.T, has_unused_y)
    return Prices(x, y)


def compute_marginal_values(profits: Array, x_prices: Array) -> Array:
    """Return, for each new y, the value per unit of a small weight of it.

    `profits` has one row per x and one column per new y, and `x_prices` the prices of x. With the
    highest prices of x, the value is the right-hand derivative of the optimum.
    """
    values: Array = (profits - x_prices[:, None]).max(axis=0, initial=0)
    return values
