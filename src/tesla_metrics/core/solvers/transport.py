"""The transport problem in integers, solved exactly: maximise sum k(x,y) w(x,y), subject to

w >= 0, sum over y of w(x,y) <= supply(x), sum over x of w(x,y) <= demand(y).

k is the profit of an edge (x,y), and w is the flow along it. The graph is passed as bit masks:
`rows[c][x]` has bit y set if k(x,y) = profits[c], and `columns[c][y]` has bit x set in the same
case; c is called the level of the edge. A mask has thousands of edges in one integer, so that dense
problems (all words have the same part of speech) take little more time than sparse ones.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

# Dominance presolve
#
# An edge is saturated if as much as possible flows along it. The presolve saturates edges that are
# saturated in some optimum. An edge (x,y) with profit k can be saturated if k is at least the
# profit of every other edge at x and at y, and k + k(x',y') >= k(x,y') + k(x',y) for all neighbours
# x' of y and y' of x (the profit of a missing edge is 0): any optimum can then be rerouted through
# (x,y) without loss. This holds for each edge separately. So the presolve can stop at any time and
# leaves an equivalent, smaller problem.

# Maximum number of checks of the presolve: enough for nearly every pair of sentences. In texts of
# thousands of words with many similar ones, more checks would take more time than they save.
_CHECKS_PER_NODE = 40
_MAX_CHECKS = 50_000


class Presolve:
    """Dominance presolve; it reduces the remaining supplies and demands in place.

    left_x, left_y      remaining supplies and demands
    alive_x, alive_y    masks of the x and y with remaining supply or demand
    flows, value        flows (x, y, amount) along saturated edges, and their total profit
    """

    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        columns: Sequence[Sequence[int]],
        profits: Sequence[int],
        left_x: list[int],
        left_y: list[int],
    ) -> None:
        self.rows, self.columns, self.profits = rows, columns, profits
        self.left_x, self.left_y = left_x, left_y
        self.alive_x = (1 << len(left_x)) - 1
        self.alive_y = (1 << len(left_y)) - 1
        self.remaining_checks = min(_CHECKS_PER_NODE * (len(left_x) + len(left_y)), _MAX_CHECKS)
        self.flows: list[tuple[int, int, int]] = []
        self.value = 0

    def run(self) -> bool:
        """Run the presolve; return whether the problem is solved."""
        if not all(self.left_x) or not all(self.left_y):
            self.alive_x &= _make_positive_mask(self.left_x)
            self.alive_y &= _make_positive_mask(self.left_y)
        while True:
            old_count, has_undecided = len(self.flows), False
            for level in range(len(self.profits) - 1, -1, -1):
                has_undecided |= self._saturate_level(level)
            if not has_undecided:
                return True
            if len(self.flows) == old_count or self.remaining_checks <= 0:
                return False

    def _saturate_level(self, level: int) -> bool:
        """Saturate edges of one level, if there is no edge of a higher level at either end.

        Return whether it remains undecided whether an edge can be saturated.
        """
        left_x, left_y, alive_y = self.left_x, self.left_y, self.alive_y
        better_rows, better_columns = self.rows[level + 1 :], self.columns[level + 1 :]
        has_undecided = False
        for x, row in enumerate(self.rows[level]):
            candidates = row & alive_y
            if not candidates or not left_x[x]:
                continue
            if _has_edge(better_rows, x, alive_y):
                has_undecided = True
                continue
            while candidates and left_x[x] and self.remaining_checks > 0:
                bit = candidates & -candidates
                candidates ^= bit
                y = bit.bit_length() - 1
                if _has_edge(better_columns, y, self.alive_x) or not self._dominates(
                    level, x, y, bit
                ):
                    has_undecided = True
                    continue
                amount = min(left_x[x], left_y[y])
                self.flows.append((x, y, amount))
                self.value += self.profits[level] * amount
                left_x[x] -= amount
                left_y[y] -= amount
                if not left_x[x]:
                    self.alive_x ^= 1 << x
                if not left_y[y]:
                    self.alive_y = alive_y = alive_y ^ bit
            has_undecided |= bool(candidates and left_x[x])  # the number of checks is used up
        return has_undecided

    def _dominates(self, level: int, x: int, y: int, bit: int) -> bool:
        """Return whether the edge (x,y) of this level can be saturated; `bit` is 1 << y."""
        profits, rows, edge_profit = self.profits, self.rows, self.profits[level]
        other_x, other_y = self.alive_x & ~(1 << x), self.alive_y ^ bit
        self.remaining_checks -= 1
        for column_level in range(level, -1, -1):
            neighbours = self.columns[column_level][y] & other_x  # x' in the proof
            if not neighbours:
                continue
            # Pairs (mask of y', profit that k(x',y') must have). If k(x,y') + k(x',y) <= k, there
            # is no condition.
            conditions = []
            for row_level in range(level, -1, -1):
                min_profit = profits[row_level] + profits[column_level] - edge_profit
                if min_profit <= 0:
                    break
                if mask := rows[row_level][x] & other_y:
                    conditions.append((mask, min_profit))
            if not conditions:
                return True  # there are no conditions for lower levels either
            while neighbours:
                lowest_bit = neighbours & -neighbours
                neighbours ^= lowest_bit
                neighbour = lowest_bit.bit_length() - 1
                self.remaining_checks -= 1
                for mask, min_profit in conditions:
                    satisfied = 0
                    for other_level, profit in enumerate(profits):
                        if profit >= min_profit:
                            satisfied |= rows[other_level][neighbour]
                    if mask & ~satisfied:
                        return False
                if self.remaining_checks < 0:
                    return False
        return True


def _has_edge(levels: Sequence[Sequence[int]], node: int, alive_mask: int) -> bool:
    """Return whether the node has an edge of one of these levels to a node of the mask."""
    for level in levels:  # noqa: SIM110 (any() with a generator takes three times as long)
        if level[node] & alive_mask:
            return True
    return False


def _make_positive_mask(amounts: Sequence[int]) -> int:
    """Return the mask of the indices of positive amounts."""
    return sum(1 << index for index, amount in enumerate(amounts) if amount)


# Primal-dual method, for the problem that the presolve leaves
#
# Prices satisfy u(x) + v(y) >= k(x,y). All u start at the greatest profit and all v at 0. Weight
# flows only along tight edges, for which equality holds. When no more flow is possible, the prices
# of all nodes that can be reached from an unsaturated x change by 1: u decreases and v increases.
# All unsaturated x have the same u, which is the lowest. The method ends when this u is 0, after at
# most `max(profits)` phases: all complementary slackness conditions then hold.


def solve_primal_dual(
    rows: Sequence[Sequence[int]],
    profits: Sequence[int],
    left_x: Sequence[int],
    left_y: Sequence[int],
) -> list[tuple[int, int, int, int]]:
    """Return optimal flows (profit, x, y, amount) for the remaining supplies and demands."""
    open_y = sum(1 << y for y, amount in enumerate(left_y) if amount)
    edges = {}
    for x, amount in enumerate(left_x):
        if amount:
            masks = {profit: level[x] & open_y for profit, level in zip(profits, rows, strict=True)}
            masks = {profit: mask for profit, mask in masks.items() if mask}
            if masks:
                edges[x] = masks
    if not edges:
        return []
    network = _Network(edges, {x: left_x[x] for x in edges}, list(left_y), open_y)
    return network.solve(max(max(masks) for masks in edges.values()))


class _Network:
    """The state of the primal-dual method: prices, tight edges and the flow along them.

    edges           by x and profit, the mask of y
    supply, demand  remaining supply by x, and remaining demand by y
    unsaturated_y   mask of the y with remaining demand
    inflow          amounts by y and x
    """

    def __init__(
        self,
        edges: dict[int, dict[int, int]],
        supply: dict[int, int],
        demand: list[int],
        open_y: int,
    ) -> None:
        self.edges, self.supply, self.demand = edges, supply, demand
        self.unsaturated_y = open_y
        self.inflow: dict[int, dict[int, int]] = {}
        self.u: dict[int, int] = {}
        self.y_by_price = {0: open_y}  # by price, the mask of the y with this price
        self.tight: dict[int, int] = {}  # by x, the mask of the y with a tight edge

    def solve(self, max_profit: int) -> list[tuple[int, int, int, int]]:
        """Return optimal flows (profit, x, y, amount); `max_profit` is the greatest profit."""
        self.u = dict.fromkeys(self.edges, max_profit)
        for _ in range(max_profit):
            self._find_tight_edges()
            reached_x, reached_y = self._saturate()
            if not reached_x:
                break
            self._move_prices(reached_x, reached_y)
        profit_of_edge = {(x, y): profit for x, y, profit in self._iter_profits()}
        return [
            (profit_of_edge[x, y], x, y, amount)
            for y, sources in self.inflow.items()
            for x, amount in sources.items()
        ]

    def _iter_profits(self) -> Iterator[tuple[int, int, int]]:
        """Yield (x, y, profit) of the edges with a flow."""
        for y, sources in self.inflow.items():
            for x in sources:
                for profit, mask in self.edges[x].items():
                    if mask >> y & 1:
                        yield x, y, profit

    def _find_tight_edges(self) -> None:
        for x, masks in self.edges.items():
            tight_mask, u = 0, self.u[x]
            for v, y_mask in self.y_by_price.items():
                tight_mask |= masks.get(u + v, 0) & y_mask
            self.tight[x] = tight_mask

    def _move_prices(self, reached_x: list[int], reached_y: int) -> None:
        for x in reached_x:
            self.u[x] -= 1
        new_y_by_price: dict[int, int] = {}
        for v, y_mask in self.y_by_price.items():
            if unchanged := y_mask & ~reached_y:
                new_y_by_price[v] = new_y_by_price.get(v, 0) | unchanged
            if raised := y_mask & reached_y:
                new_y_by_price[v + 1] = new_y_by_price.get(v + 1, 0) | raised
        self.y_by_price = new_y_by_price

    def _saturate(self) -> tuple[list[int], int]:
        """Find a maximum flow along tight edges by Dinic's algorithm.

        Return all x, and the mask of all y, that can then be reached from unsaturated x.
        """
        while True:
            layer_of, layers, reached_y, reachable = self._build_layers()
            if not reachable:
                return list(layer_of), reached_y
            layers[-1] &= self.unsaturated_y
            for root in [x for x in layer_of if layer_of[x] == 0]:
                while self.supply[root] and self._augment(root, layer_of, layers):
                    pass

    def _build_layers(self) -> tuple[dict[int, int], list[int], int, bool]:
        """Search breadth first from the unsaturated x to the nearest unsaturated y.

        Return the layer of each x, the mask of y of each layer, the mask of all y that were
        reached, and whether an unsaturated y was reached.
        """
        frontier = [x for x, amount in self.supply.items() if amount]
        layer_of = dict.fromkeys(frontier, 0)
        layers: list[int] = []
        unvisited = -1
        while frontier:
            layer = 0
            for x in frontier:
                layer |= self.tight[x]
            layer &= unvisited
            layers.append(layer)
            unvisited &= ~layer
            if layer & self.unsaturated_y:
                return layer_of, layers, ~unvisited, True
            frontier = []
            for y in _iter_bits(layer):
                for x in self.inflow.get(y, ()):
                    if x not in layer_of:
                        layer_of[x] = len(layers)
                        frontier.append(x)
        return layer_of, layers, ~unvisited, False

    def _augment(self, root: int, layer_of: dict[int, int], layers: list[int]) -> bool:
        """Move flow along one path through the layers; return whether there is one.

        The path is found by iterative depth-first search; dead ends are removed from the layers.
        """
        path_x, path_y = [root], list[int]()
        while path_x:
            x, depth = path_x[-1], len(path_y)
            candidates = self.tight[x] & layers[depth]
            if not candidates:
                layer_of[x] = -1
                path_x.pop()
                if path_y:
                    path_y.pop()
                continue
            bit = candidates & -candidates
            y = bit.bit_length() - 1
            if depth == len(layers) - 1:
                path_y.append(y)
                self._push_flow(path_x, path_y)
                if not self.demand[y]:
                    layers[depth] &= ~bit
                return True
            next_x = next((x for x in self.inflow[y] if layer_of.get(x) == depth + 1), None)
            if next_x is None:
                layers[depth] &= ~bit
            else:
                path_y.append(y)
                path_x.append(next_x)
        return False

    def _push_flow(self, path_x: list[int], path_y: list[int]) -> None:
        """Move as much as possible along a path, which alternates between x and y."""
        reduced = list(zip(path_y, path_x[1:], strict=False))  # edges (y, x) with less flow
        amount = min(
            self.supply[path_x[0]],
            self.demand[path_y[-1]],
            *(self.inflow[y][x] for y, x in reduced),
        )
        self.supply[path_x[0]] -= amount
        self.demand[path_y[-1]] -= amount
        if not self.demand[path_y[-1]]:
            self.unsaturated_y &= ~(1 << path_y[-1])
        for y, x in reduced:
            self.inflow[y][x] -= amount
            if not self.inflow[y][x]:
                del self.inflow[y][x]
        for x, y in zip(path_x, path_y, strict=True):
            sources = self.inflow.setdefault(y, {})
            sources[x] = sources.get(x, 0) + amount


def _iter_bits(mask: int) -> Iterator[int]:
    """Yield the indices of the bits that are set, in ascending order."""
    while mask:
        lowest_bit = mask & -mask
        yield lowest_bit.bit_length() - 1
        mask ^= lowest_bit


Masks: TypeAlias = Sequence[Sequence[int]]  # by level and node
# (x, y, amount). It is a plain tuple because thousands are made per second.
Flow: TypeAlias = tuple[int, int, int]


class TransportSolution(NamedTuple):
    """An optimal solution: its value and its flows."""

    value: int
    flows: list[Flow]


def solve_transport(
    rows: Masks,
    columns: Masks,
    profits: Sequence[int],
    supply: Sequence[int],
    demand: Sequence[int],
) -> TransportSolution:
    """Solve the transport problem.

    rows, columns       edges as bit masks, by level; an edge is in at most one level
    profits             profit of each level, positive and ascending
    supply, demand      supplies of x and demands of y, not negative
    """
    left_x, left_y = list(supply), list(demand)
    presolve = Presolve(rows, columns, profits, left_x, left_y)
    is_solved = presolve.run()
    value, flows = presolve.value, presolve.flows
    if not is_solved:
        for profit, x, y, amount in solve_primal_dual(rows, profits, left_x, left_y):
            value += profit * amount
            flows.append((x, y, amount))
    return TransportSolution(value, flows)
