"""The transport problem for any similarities in [0, 1] and any positive weights.

Similarities and weights are quantised (to 2^-40, and to 2^-50 of the total weight) and the problem
is then solved exactly in integers: first the dominance presolve (its proof is in transport.py),
then the Hungarian method with capacities for the rest.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

PROFIT_UNITS = 1 << 40
WEIGHT_UNITS = 1 << 50
# Lower bound of the total weight in the scale: with less, the scale would be infinite.
MIN_TOTAL_WEIGHT = 1e-290


class GradedFlow(NamedTuple):
    """An amount of weight that flows from x to y."""

    x: int
    y: int
    amount: float


class GradedTransport(NamedTuple):
    """An optimal solution: its value and its flows.

    supplied, demanded  total weight of either side after quantisation: flows at similarity 1 that
                        leave nothing over have exactly this value
    """

    value: float
    flows: list[GradedFlow]
    supplied: float
    demanded: float


def solve_graded(
    similarity: Sequence[Sequence[float]], supply: Sequence[float], demand: Sequence[float]
) -> GradedTransport:
    """Maximise the sum of similarity * flow; `similarity` has one row per supply."""
    if not all(0 <= s <= 1 for row in similarity for s in row):
        raise ValueError("a similarity outside [0,1]")
    if not all(0 <= weight < inf for weight in (*supply, *demand)):
        raise ValueError("a weight that is negative or no number")
    scale = WEIGHT_UNITS / max(sum(supply), sum(demand), MIN_TOTAL_WEIGHT)
    # Only pairs with a positive similarity are edges.
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
    # A similarity that is quantised to 1 counts as 1 in the value.
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
    old_count = -1
    while len(settled) > old_count:
        old_count = len(settled)
        for x, row in enumerate(profits):
            while left_x[x]:
                neighbours = {y: k for y, k in row.items() if left_y[y]}
                if not neighbours:
                    left_x[x] = 0  # no neighbour is left
                    break
                y = max(neighbours, key=neighbours.__getitem__)
                if not _dominates(profits, left_x, neighbours, x, y):
                    break
                amount = min(left_x[x], left_y[y])
                left_x[x] -= amount
                left_y[y] -= amount
                settled.append((x, y, amount))
    return settled


def _dominates(
    profits: list[dict[int, int]], left_x: list[int], neighbours: dict[int, int], x: int, y: int
) -> bool:
    k = neighbours[y]
    for other, other_profits in enumerate(profits):
        if other != x and left_x[other] and y in other_profits:
            spare = k - other_profits[y]
            if spare < 0 or any(
                profit > spare + other_profits.get(z, 0)
                for z, profit in neighbours.items()
                if z != y
            ):
                return False
    return True


class _Hungarian:
    """Hungarian method with capacities.

    Prices satisfy u(x) + v(y) >= profit, and flow uses only tight edges, where equality holds. Each
    x in turn sends its supply along shortest paths by reduced costs. An additional y, `nowhere`,
    takes what is better left unmatched, at profit 0.
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
        """Send the supply of each x in turn."""
        for x, row in self.profits.items():
            self.u[x] = max([0, *(k - self.v[y] for y, k in row.items())])
            while self.supply[x]:
                self._send(x)

    def flows(self) -> list[tuple[int, int, int]]:
        """Return (x, y, amount) of all flows, without what stays unmatched."""
        return [
            (x, y, amount)
            for y, sources in self.inflow.items()
            if y != self.nowhere
            for x, amount in sources.items()
        ]

    def _send(self, start: int) -> None:
        """Find the nearest y with remaining demand by Dijkstra's algorithm, with reduced costs."""
        u, v = self.u, self.v
        to_x = {start: 0}
        to_y: dict[int, int] = {}
        final: dict[int, int] = {}
        parent_of_y: dict[int, int] = {}
        parent_of_x: dict[int, int] = {}
        frontier = [start]
        while True:
            for x in frontier:
                base = to_x[x] + u[x]
                for y, k in (*self.profits[x].items(), (self.nowhere, 0)):
                    distance = base + v[y] - k
                    if y not in final and distance < to_y.get(y, distance + 1):
                        to_y[y], parent_of_y[y] = distance, x
            end = min(to_y, key=to_y.__getitem__)
            final[end] = to_y.pop(end)
            if end == self.nowhere or self.demand[end]:
                break
            frontier = [x for x in self.inflow[end] if x not in to_x]
            for x in frontier:
                to_x[x], parent_of_x[x] = final[end], end
        distance = final[end]
        for x, node_distance in to_x.items():
            u[x] -= distance - node_distance
        for y, node_distance in final.items():
            if y != self.nowhere:
                v[y] += distance - node_distance
        self._push(start, end, parent_of_x, parent_of_y)

    def _push(
        self, start: int, end: int, parent_of_x: dict[int, int], parent_of_y: dict[int, int]
    ) -> None:
        path = [(parent_of_y[end], end)]
        reduced = []  # flows that are reduced
        while path[-1][0] != start:
            x = path[-1][0]
            y = parent_of_x[x]
            reduced.append((x, y))
            path.append((parent_of_y[y], y))
        limit = (
            self.supply[start] if end == self.nowhere else min(self.supply[start], self.demand[end])
        )
        amount = min([limit, *(self.inflow[y][x] for x, y in reduced)])
        self.supply[start] -= amount
        if end != self.nowhere:
            self.demand[end] -= amount
        for x, y in path:
            self.inflow[y][x] = self.inflow[y].get(x, 0) + amount
        for x, y in reduced:
            self.inflow[y][x] -= amount
            if not self.inflow[y][x]:
                del self.inflow[y][x]
