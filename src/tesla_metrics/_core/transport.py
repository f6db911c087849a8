"""The transport problem, exactly, in integers: maximise sum k(x,y) w(x,y).

w >= 0, sum over y of w(x,y) <= supply(x), sum over x of w(x,y) <= demand(y).

The graph comes as bit masks: `rows[c][x]` has bit y set where k(x,y) = profits[c], `columns[c][y]`
has bit x set; no pair stands in two levels. Masks keep thousands of edges in one integer, so that
dense problems (all words of one part of speech) cost little more than sparse ones.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from .presolve import Presolve
from .primal_dual import primal_dual

Masks: TypeAlias = Sequence[Sequence[int]]
# (x, y, amount): plain, since thousands are made a second.
Flow: TypeAlias = tuple[int, int, int]


class Transport(NamedTuple):
    """An optimal solution: its value and the flows that reach it."""

    value: int
    flows: list[Flow]


def solve(
    rows: Masks,
    columns: Masks,
    profits: Sequence[int],
    supply: Sequence[int],
    demand: Sequence[int],
) -> Transport:
    """`profits` ascend and are positive; supplies and demands are not negative."""
    left_x, left_y = list(supply), list(demand)
    presolve = Presolve(rows, columns, profits, left_x, left_y)
    solved = presolve.run()
    value, flows = presolve.value, presolve.flows
    if not solved:
        for profit, x, y, amount in primal_dual(rows, profits, left_x, left_y):
            value += profit * amount
            flows.append((x, y, amount))
    return Transport(value, flows)
