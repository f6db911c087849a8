"""The transport problem in integers: dominance presolve and primal-dual method."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

# Dominance presolve: saturate edges that are saturated in some optimum.
#
# An edge (x,y) with profit k can be saturated if k is at least the profit of every other edge at x
# and at y, and k + k(x',y') >= k(x,y') + k(x',y) for all neighbours x' of y and y' of x (a missing
# edge counts 0): any optimum can then be rerouted through (x,y) without loss. Each step is safe by
# itself, so stopping anywhere leaves an equivalent smaller problem.

# Maximum number of checks: enough for nearly every pair of sentences. In texts of thousands of
# words with many similar ones, more checks would cost more than they save; the primal-dual method
# does the rest.
_CHECKS_PER_NODE = 40
_MAX_CHECKS = 50_000


class Presolve:
    """Reduces `left_x` and `left_y` in place; `flows` has (x, y, amount) and `value` its profit."""

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
        self.checks = min(_CHECKS_PER_NODE * (len(left_x) + len(left_y)), _MAX_CHECKS)
        self.flows: list[tuple[int, int, int]] = []
        self.value = 0

    def run(self) -> bool:
        """Run the presolve; return whether the problem is solved."""
        if not all(self.left_x) or not all(self.left_y):
            self.alive_x &= _positive_mask(self.left_x)
            self.alive_y &= _positive_mask(self.left_y)
        while True:
            old_count, undecided = len(self.flows), False
            for level in range(len(self.profits) - 1, -1, -1):
                undecided |= self._sweep(level)
            if not undecided:
                return True
            if len(self.flows) == old_count or self.checks <= 0:
                return False

    def _sweep(self, level: int) -> bool:
        """Try the edges of one level that have no better edge at either end.

        Return whether an edge remains undecided.
        """
        left_x, left_y, alive_y = self.left_x, self.left_y, self.alive_y
        better_rows, better_columns = self.rows[level + 1 :], self.columns[level + 1 :]
        undecided = False
        for x, row in enumerate(self.rows[level]):
            candidates = row & alive_y
            if not candidates or not left_x[x]:
                continue
            if _has_edge(better_rows, x, alive_y):
                undecided = True
                continue
            while candidates and left_x[x] and self.checks > 0:
                bit = candidates & -candidates
                candidates ^= bit
                y = bit.bit_length() - 1
                if _has_edge(better_columns, y, self.alive_x) or not self._dominates(
                    level, x, y, bit
                ):
                    undecided = True
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
            undecided |= bool(candidates and left_x[x])  # no checks are left
        return undecided

    def _dominates(self, level: int, x: int, y: int, bit: int) -> bool:
        profits, rows, top = self.profits, self.rows, self.profits[level]
        other_x, other_y = self.alive_x & ~(1 << x), self.alive_y ^ bit
        self.checks -= 1
        for b in range(level, -1, -1):
            neighbours = self.columns[b][y] & other_x
            if not neighbours:
                continue
            # Only pairs with k(x,y') + k(x',y) > k are constraints.
            binding = []
            for a in range(level, -1, -1):
                min_profit = profits[a] + profits[b] - top
                if min_profit <= 0:
                    break
                if mask := rows[a][x] & other_y:
                    binding.append((mask, min_profit))
            if not binding:
                return True  # for lower b there are no constraints either
            while neighbours:
                lowest_bit = neighbours & -neighbours
                neighbours ^= lowest_bit
                neighbour = lowest_bit.bit_length() - 1
                self.checks -= 1
                for mask, min_profit in binding:
                    covered = 0
                    for c, profit in enumerate(profits):
                        if profit >= min_profit:
                            covered |= rows[c][neighbour]
                    if mask & ~covered:
                        return False
                if self.checks < 0:
                    return False
        return True


def _has_edge(levels: Sequence[Sequence[int]], node: int, alive: int) -> bool:
    for level in levels:  # noqa: SIM110 (any() with a generator takes three times as long)
        if level[node] & alive:
            return True
    return False


def _positive_mask(amounts: Sequence[int]) -> int:
    return sum(1 << position for position, amount in enumerate(amounts) if amount)


# The primal-dual method for what the presolve leaves.
#
# Prices satisfy u(x) + v(y) >= k(x,y). All u start at the greatest profit and all v at 0; flow uses
# only tight edges, where equality holds. When no more flow is possible, the prices of all nodes
# that can be reached from an unsaturated x change by one (u down, v up). Unsaturated x always have
# the same u, which is the lowest, so the method ends after at most `max(profits)` phases, when that
# u is 0: all complementary slackness conditions then hold.


def primal_dual(
    rows: Sequence[Sequence[int]],
    profits: Sequence[int],
    left_x: Sequence[int],
    left_y: Sequence[int],
) -> list[tuple[int, int, int, int]]:
    """Return (profit, x, y, amount) of an optimal flow for the remaining supplies and demands."""
    open_y = sum(1 << y for y, amount in enumerate(left_y) if amount)
    edges = {}
    for x, amount in enumerate(left_x):
        if amount:
            levels = {k: level[x] & open_y for k, level in zip(profits, rows, strict=True)}
            levels = {k: mask for k, mask in levels.items() if mask}
            if levels:
                edges[x] = levels
    if not edges:
        return []
    network = _Network(edges, {x: left_x[x] for x in edges}, list(left_y), open_y)
    return network.solve(max(max(levels) for levels in edges.values()))


class _Network:
    """The edges that are currently tight and the flow on them."""

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
        self.with_v = {0: open_y}  # price -> mask of the y with this price
        self.tight: dict[int, int] = {}

    def solve(self, highest: int) -> list[tuple[int, int, int, int]]:
        self.u = dict.fromkeys(self.edges, highest)
        for _ in range(highest):
            self._find_tight()
            reached_x, reached_y = self._saturate()
            if not reached_x:
                break
            self._move_prices(reached_x, reached_y)
        profit = {(x, y): k for x, y, k in self._profits()}
        return [
            (profit[x, y], x, y, amount)
            for y, sources in self.inflow.items()
            for x, amount in sources.items()
        ]

    def _profits(self) -> Iterator[tuple[int, int, int]]:
        for y, sources in self.inflow.items():
            for x in sources:
                for k, mask in self.edges[x].items():
                    if mask >> y & 1:
                        yield x, y, k

    def _find_tight(self) -> None:
        for x, levels in self.edges.items():
            mask, u = 0, self.u[x]
            for v, ys in self.with_v.items():
                mask |= levels.get(u + v, 0) & ys
            self.tight[x] = mask

    def _move_prices(self, reached_x: list[int], reached_y: int) -> None:
        for x in reached_x:
            self.u[x] -= 1
        moved: dict[int, int] = {}
        for v, ys in self.with_v.items():
            if stay := ys & ~reached_y:
                moved[v] = moved.get(v, 0) | stay
            if rise := ys & reached_y:
                moved[v + 1] = moved.get(v + 1, 0) | rise
        self.with_v = moved

    def _saturate(self) -> tuple[list[int], int]:
        """Find a maximum flow by Dinic's algorithm; return what the unsaturated x finally reach."""
        while True:
            layer_of, layers, reached_y, reachable = self._layer()
            if not reachable:
                return list(layer_of), reached_y
            layers[-1] &= self.unsaturated_y
            for root in [x for x in layer_of if layer_of[x] == 0]:
                while self.supply[root] and self._augment(root, layer_of, layers):
                    pass

    def _layer(self) -> tuple[dict[int, int], list[int], int, bool]:
        """Search breadth first from the unsaturated x to the nearest unsaturated y."""
        frontier = [x for x, amount in self.supply.items() if amount]
        layer_of = dict.fromkeys(frontier, 0)
        layers: list[int] = []
        unvisited = -1
        while frontier:
            fresh = 0
            for x in frontier:
                fresh |= self.tight[x]
            fresh &= unvisited
            layers.append(fresh)
            unvisited &= ~fresh
            if fresh & self.unsaturated_y:
                return layer_of, layers, ~unvisited, True
            frontier = []
            for y in _bits(fresh):
                for x in self.inflow.get(y, ()):
                    if x not in layer_of:
                        layer_of[x] = len(layers)
                        frontier.append(x)
        return layer_of, layers, ~unvisited, False

    def _augment(self, root: int, layer_of: dict[int, int], layers: list[int]) -> bool:
        """Find one path through the layers by iterative depth-first search; remove dead ends."""
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
                self._push(path_x, path_y)
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

    def _push(self, path_x: list[int], path_y: list[int]) -> None:
        reduced = list(zip(path_y, path_x[1:], strict=False))  # flows (y, x) that are reduced
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


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest_bit = mask & -mask
        yield lowest_bit.bit_length() - 1
        mask ^= lowest_bit


# The transport problem, exactly, in integers: maximise sum k(x,y) w(x,y), subject to
#
# w >= 0, sum over y of w(x,y) <= supply(x), sum over x of w(x,y) <= demand(y).
#
# The graph is given as bit masks: `rows[c][x]` has bit y set where k(x,y) = profits[c], and
# `columns[c][y]` has bit x set; no pair is in two levels. Masks have thousands of edges in one
# integer, so that dense problems (all words of one part of speech) cost little more than sparse
# ones.

Masks: TypeAlias = Sequence[Sequence[int]]
# (x, y, amount): a plain tuple, since thousands are made per second.
Flow: TypeAlias = tuple[int, int, int]


class Transport(NamedTuple):
    """An optimal solution: its value and its flows."""

    value: int
    flows: list[Flow]


def solve(
    rows: Masks,
    columns: Masks,
    profits: Sequence[int],
    supply: Sequence[int],
    demand: Sequence[int],
) -> Transport:
    """Solve the transport problem; `profits` are positive and ascending.

    Supplies and demands are not negative.
    """
    left_x, left_y = list(supply), list(demand)
    presolve = Presolve(rows, columns, profits, left_x, left_y)
    solved = presolve.run()
    value, flows = presolve.value, presolve.flows
    if not solved:
        for profit, x, y, amount in primal_dual(rows, profits, left_x, left_y):
            value += profit * amount
            flows.append((x, y, amount))
    return Transport(value, flows)
