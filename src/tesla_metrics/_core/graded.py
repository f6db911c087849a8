"""The transport problem for any similarity in [0,1] and any positive weights.

Similarities and weights are quantised finely (2^-40 of 1, 2^-50 of the total weight) and the
problem is then solved exactly in integers: the dominance presolve (its argument is in presolve.py),
then the Hungarian method with capacities for what is left.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

PROFIT_UNITS = 1 << 40
WEIGHT_UNITS = 1 << 50
# What all weights together count for at least: with less, units would be infinite.
LEAST = 1e-290


class GradedFlow(NamedTuple):
    """An amount of weight that x and y share."""

    x: int
    y: int
    amount: float


class GradedTransport(NamedTuple):
    """An optimal solution: its value and the flows that reach it.

    supplied, demanded  all weights of either side as they were quantised: flows at similarity 1
                        that leave nothing over have exactly this value
    """

    value: float
    flows: list[GradedFlow]
    supplied: float
    demanded: float


def solve_graded(
    similarity: Sequence[Sequence[float]], supply: Sequence[float], demand: Sequence[float]
) -> GradedTransport:
    """Maximise the sum of similarity * flow; a row of `similarity` for each supply."""
    if not all(0 <= s <= 1 for row in similarity for s in row):
        raise ValueError("a similarity outside [0,1]")
    if not all(0 <= weight < inf for weight in (*supply, *demand)):
        raise ValueError("a weight that is negative or no number")
    scale = WEIGHT_UNITS / max(sum(supply), sum(demand), LEAST)
    # Only what resembles each other is there at all.
    profits = [
        {y: p for y, s in enumerate(row) if (p := round(s * PROFIT_UNITS))} for row in similarity
    ]
    left_x = [round(weight * scale) for weight in supply]
    left_y = [round(weight * scale) for weight in demand]
    totals = sum(left_x) / scale, sum(left_y) / scale
    settled = _presolve(profits, left_x, left_y)
    rest = _Hungarian(profits, left_x, left_y)
    rest.solve()
    moved = [*settled, *rest.flows()]
    # What is 1 to the solver is 1 in the value.
    value = sum(
        amount if profits[x][y] == PROFIT_UNITS else similarity[x][y] * amount
        for x, y, amount in moved
    )
    flows = [GradedFlow(x, y, amount / scale) for x, y, amount in moved]
    return GradedTransport(value / scale, flows, *totals)


def _presolve(
    profits: list[dict[int, int]], left_x: list[int], left_y: list[int]
) -> list[tuple[int, int, int]]:
    settled: list[tuple[int, int, int]] = []
    before = -1
    while len(settled) > before:
        before = len(settled)
        for x, row in enumerate(profits):
            while left_x[x]:
                near = {y: k for y, k in row.items() if left_y[y]}
                if not near:
                    left_x[x] = 0  # nothing left that it resembles
                    break
                y = max(near, key=near.__getitem__)
                if not _dominates(profits, left_x, near, x, y):
                    break
                amount = min(left_x[x], left_y[y])
                left_x[x] -= amount
                left_y[y] -= amount
                settled.append((x, y, amount))
    return settled


def _dominates(
    profits: list[dict[int, int]], left_x: list[int], near: dict[int, int], x: int, y: int
) -> bool:
    k = near[y]
    for other, theirs in enumerate(profits):
        if other != x and left_x[other] and y in theirs:
            spare = k - theirs[y]
            if spare < 0 or any(
                mine > spare + theirs.get(z, 0) for z, mine in near.items() if z != y
            ):
                return False
    return True


class _Hungarian:
    """Prices u(x) + v(y) >= profit; flow on tight edges only, where the prices meet the profit.

    One x after another sends what it has along the cheapest path by reduced costs. A y beyond the
    last takes what is better left unmatched, at profit 0.
    """

    def __init__(self, profits: list[dict[int, int]], supply: list[int], demand: list[int]) -> None:
        self.supply = {x: amount for x, amount in enumerate(supply) if amount}
        self.demand = {y: amount for y, amount in enumerate(demand) if amount}
        self.nowhere = len(demand)
        self.profits = {
            x: {y: k for y, k in profits[x].items() if y in self.demand} for x in self.supply
        }
        self.u: dict[int, int] = {}
        self.v = dict.fromkeys((*self.demand, self.nowhere), 0)
        self.inflow: dict[int, dict[int, int]] = {y: {} for y in self.v}

    def solve(self) -> None:
        """All of the supply, one x after another."""
        for x, row in self.profits.items():
            self.u[x] = max([0, *(k - self.v[y] for y, k in row.items())])
            while self.supply[x]:
                self._send(x)

    def flows(self) -> list[tuple[int, int, int]]:
        """(x, y, amount), what stays unmatched left out."""
        return [
            (x, y, amount)
            for y, sources in self.inflow.items()
            if y != self.nowhere
            for x, amount in sources.items()
        ]

    def _send(self, start: int) -> None:
        """Dijkstra over the y, by reduced costs, to the nearest one that has room."""
        u, v = self.u, self.v
        to_x = {start: 0}
        to_y: dict[int, int] = {}
        done: dict[int, int] = {}
        before_y: dict[int, int] = {}
        before_x: dict[int, int] = {}
        fresh = [start]
        while True:
            for x in fresh:
                base = to_x[x] + u[x]
                for y, k in (*self.profits[x].items(), (self.nowhere, 0)):
                    far = base + v[y] - k
                    if y not in done and far < to_y.get(y, far + 1):
                        to_y[y], before_y[y] = far, x
            end = min(to_y, key=to_y.__getitem__)
            done[end] = to_y.pop(end)
            if end == self.nowhere or self.demand[end]:
                break
            fresh = [x for x in self.inflow[end] if x not in to_x]
            for x in fresh:
                to_x[x], before_x[x] = done[end], end
        far = done[end]
        for x, near in to_x.items():
            u[x] -= far - near
        for y, near in done.items():
            if y != self.nowhere:
                v[y] += far - near
        self._push(start, end, before_x, before_y)

    def _push(
        self, start: int, end: int, before_x: dict[int, int], before_y: dict[int, int]
    ) -> None:
        path = [(before_y[end], end)]
        taken = []  # flows that give way
        while path[-1][0] != start:
            x = path[-1][0]
            y = before_x[x]
            taken.append((x, y))
            path.append((before_y[y], y))
        room = (
            self.supply[start] if end == self.nowhere else min(self.supply[start], self.demand[end])
        )
        amount = min([room, *(self.inflow[y][x] for x, y in taken)])
        self.supply[start] -= amount
        if end != self.nowhere:
            self.demand[end] -= amount
        for x, y in path:
            self.inflow[y][x] = self.inflow[y].get(x, 0) + amount
        for x, y in taken:
            self.inflow[y][x] -= amount
            if not self.inflow[y][x]:
                del self.inflow[y][x]
