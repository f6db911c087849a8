"""The transport problem for any similarities in [0, 1] and any weights that are not negative.

Similarities are rounded to multiples of 2^-40, and weights to multiples of 2^-50 of the total
weight. The problem is then solved exactly in integers: first by the dominance presolve (its proof
is in transport.py), then by the Hungarian method with capacities.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

# Integer units per similarity of 1, and per total weight.
PROFIT_UNITS = 1 << 40
WEIGHT_UNITS = 1 << 50
# Smaller total weights count as this one: otherwise the units per weight would be infinite.
MIN_TOTAL_WEIGHT = 1e-290


class GradedFlow(NamedTuple):
    """An amount of weight that flows from supply x to demand y."""

    x: int
    y: int
    amount: float


class GradedSolution(NamedTuple):
    """An optimal solution: its value and its flows.

    The total supply and the total demand are sums of rounded weights. If everything flows with
    similarity 1, the value is exactly the same number.
    """

    value: float
    flows: list[GradedFlow]
    total_supply: float  # total supply
    total_demand: float  # total demand


def solve_graded(
    similarities: Sequence[Sequence[float]], supply: Sequence[float], demand: Sequence[float]
) -> GradedSolution:
    """Maximise the sum of similarity * flow.

    `similarities` has one row per supply and one column per demand.
    """
    if not all(0 <= value <= 1 for row in similarities for value in row):
        raise ValueError("a similarity outside [0,1]")
    if not all(0 <= weight < inf for weight in (*supply, *demand)):
        raise ValueError("a weight that is negative or no number")
    units_per_weight = WEIGHT_UNITS / max(sum(supply), sum(demand), MIN_TOTAL_WEIGHT)
    # Only pairs with a positive similarity are edges.
    profits = [
        {y: profit for y, value in enumerate(row) if (profit := round(value * PROFIT_UNITS))}
        for row in similarities
    ]
    remaining_supply = [round(weight * units_per_weight) for weight in supply]
    remaining_demand = [round(weight * units_per_weight) for weight in demand]
    totals = sum(remaining_supply) / units_per_weight, sum(remaining_demand) / units_per_weight
    presolved = _presolve(profits, remaining_supply, remaining_demand)
    hungarian = _Hungarian(profits, remaining_supply, remaining_demand)
    hungarian.solve()
    integer_flows = [*presolved, *hungarian.get_flows()]
    # A similarity that is rounded to 1 counts as 1 in the value.
    value = sum(
        amount if profits[x][y] == PROFIT_UNITS else similarities[x][y] * amount
        for x, y, amount in integer_flows
    )
    flows = [GradedFlow(x, y, amount / units_per_weight) for x, y, amount in integer_flows]
    return GradedSolution(value / units_per_weight, flows, *totals)


def _presolve(
    profits: list[dict[int, int]], remaining_supply: list[int], remaining_demand: list[int]
) -> list[tuple[int, int, int]]:
    """Return flows (x, y, amount) that are part of an optimum, and reduce supplies and demands.

    `profits` has, for each x, the profit of each edge by y. The other arguments are changed in
    place.
    """
    flows: list[tuple[int, int, int]] = []
    old_count = -1
    while len(flows) > old_count:
        old_count = len(flows)
        for x, row in enumerate(profits):
            while remaining_supply[x]:
                open_edges = {y: profit for y, profit in row.items() if remaining_demand[y]}
                if not open_edges:
                    remaining_supply[x] = 0  # the remaining supply cannot flow
                    break
                y = max(open_edges, key=open_edges.__getitem__)
                if not _dominates(profits, remaining_supply, open_edges, x, y):
                    break
                amount = min(remaining_supply[x], remaining_demand[y])
                remaining_supply[x] -= amount
                remaining_demand[y] -= amount
                flows.append((x, y, amount))
    return flows


def _dominates(
    profits: list[dict[int, int]],
    remaining_supply: list[int],
    profits_of_x: dict[int, int],
    x: int,
    y: int,
) -> bool:
    """Return whether the edge (x, y) can be saturated without loss (see transport.py).

    `profits_of_x` has the profits of the edges of x by y, for the y with remaining demand.
    """
    for other_x, other_profits in enumerate(profits):
        if other_x != x and remaining_supply[other_x] and y in other_profits:
            advantage = profits_of_x[y] - other_profits[y]
            if advantage < 0 or any(
                profit > advantage + other_profits.get(other_y, 0)
                for other_y, profit in profits_of_x.items()
                if other_y != y
            ):
                return False
    return True


class _Hungarian:
    """Hungarian method with capacities.

    Prices satisfy u(x) + v(y) >= profit(x, y), and weight flows only along tight edges, for which
    equality holds. Each x in turn sends its supply along shortest paths, where the length of an
    edge is its reduced cost u(x) + v(y) - profit(x, y). An additional demand, `unmatched_y`,
    receives the supply that stays unmatched, at profit 0.
    """

    def __init__(self, profits: list[dict[int, int]], supply: list[int], demand: list[int]) -> None:
        self.supply = {x: amount for x, amount in enumerate(supply) if amount}
        self.demand = {y: amount for y, amount in enumerate(demand) if amount}
        self.unmatched_y = len(demand)
        self.profits = {
            x: {y: profit for y, profit in profits[x].items() if y in self.demand}
            for x in self.supply
        }
        self.u: dict[int, int] = {}
        self.v = dict.fromkeys((*self.demand, self.unmatched_y), 0)
        self.inflow: dict[int, dict[int, int]] = {y: {} for y in self.v}  # amounts by y and x

    def solve(self) -> None:
        """Send the supply of each x in turn."""
        for x, row in self.profits.items():
            self.u[x] = max([0, *(profit - self.v[y] for y, profit in row.items())])
            while self.supply[x]:
                self._send(x)

    def get_flows(self) -> list[tuple[int, int, int]]:
        """Return the flows (x, y, amount), without the supply that stays unmatched."""
        return [
            (x, y, amount)
            for y, sources in self.inflow.items()
            if y != self.unmatched_y
            for x, amount in sources.items()
        ]

    def _send(self, start: int) -> None:
        """Send supply of x = `start` to the nearest y with remaining demand.

        The nearest y is found by Dijkstra's algorithm with reduced costs.
        """
        u, v = self.u, self.v
        distance_of_x = {start: 0}  # distances of x
        tentative_distance: dict[int, int] = {}  # tentative distances of y
        distance_of_y: dict[int, int] = {}  # final distances of y
        parent_of_y: dict[int, int] = {}
        parent_of_x: dict[int, int] = {}
        frontier = [start]
        while True:
            for x in frontier:
                base = distance_of_x[x] + u[x]
                for y, profit in (*self.profits[x].items(), (self.unmatched_y, 0)):
                    distance = base + v[y] - profit
                    if y not in distance_of_y and distance < tentative_distance.get(
                        y, distance + 1
                    ):
                        tentative_distance[y], parent_of_y[y] = distance, x
            end = min(tentative_distance, key=tentative_distance.__getitem__)
            distance_of_y[end] = tentative_distance.pop(end)
            if end == self.unmatched_y or self.demand[end]:
                break
            frontier = [x for x in self.inflow[end] if x not in distance_of_x]
            for x in frontier:
                distance_of_x[x], parent_of_x[x] = distance_of_y[end], end
        distance = distance_of_y[end]
        for x, node_distance in distance_of_x.items():
            u[x] -= distance - node_distance
        for y, node_distance in distance_of_y.items():
            if y != self.unmatched_y:
                v[y] += distance - node_distance
        self._push_flow(start, end, parent_of_x, parent_of_y)

    def _push_flow(
        self, start: int, end: int, parent_of_x: dict[int, int], parent_of_y: dict[int, int]
    ) -> None:
        """Move as much as possible along the path from `start` to `end`."""
        increased = [(parent_of_y[end], end)]  # edges (x, y) with more flow
        reduced = []  # edges (x, y) with less flow
        while increased[-1][0] != start:
            x = increased[-1][0]
            y = parent_of_x[x]
            reduced.append((x, y))
            increased.append((parent_of_y[y], y))
        limit = self.supply[start]
        if end != self.unmatched_y:
            limit = min(limit, self.demand[end])
        amount = min([limit, *(self.inflow[y][x] for x, y in reduced)])
        self.supply[start] -= amount
        if end != self.unmatched_y:
            self.demand[end] -= amount
        for x, y in increased:
            self.inflow[y][x] = self.inflow[y].get(x, 0) + amount
        for x, y in reduced:
            self.inflow[y][x] -= amount
            if not self.inflow[y][x]:
                del self.inflow[y][x]
