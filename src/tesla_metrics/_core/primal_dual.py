"""The primal-dual method for what the presolve leaves.

Prices u(x) + v(y) >= k(x,y). All u start at the largest profit and all v at 0; flow runs on tight
edges only, where the prices meet the profit. When no more fits, the prices of all that can be
reached from an unsaturated x move by one (u down, v up). Unsaturated x always share the lowest u,
so the method ends after at most `max(profits)` phases, when that u is 0: every constraint of
complementary slackness then holds.
"""

from collections.abc import Iterator, Sequence


def primal_dual(
    rows: Sequence[Sequence[int]],
    profits: Sequence[int],
    left_x: Sequence[int],
    left_y: Sequence[int],
) -> list[tuple[int, int, int, int]]:
    """(profit, x, y, amount) of an optimal flow for the supplies and demands that are left."""
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
    """The tight edges of the moment and the flow on them."""

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
        self.with_v = {0: open_y}  # price -> the y that have it
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
        """Dinic's maximal flow; returns what the unsaturated x reach in the end."""
        while True:
            layer_of, layers, reached_y, found = self._layer()
            if not found:
                return list(layer_of), reached_y
            layers[-1] &= self.unsaturated_y
            for root in [x for x in layer_of if layer_of[x] == 0]:
                while self.supply[root] and self._augment(root, layer_of, layers):
                    pass

    def _layer(self) -> tuple[dict[int, int], list[int], int, bool]:
        """Breadth first from the unsaturated x to the nearest unsaturated y."""
        frontier = [x for x, amount in self.supply.items() if amount]
        layer_of = dict.fromkeys(frontier, 0)
        layers: list[int] = []
        unseen = -1
        while frontier:
            fresh = 0
            for x in frontier:
                fresh |= self.tight[x]
            fresh &= unseen
            layers.append(fresh)
            unseen &= ~fresh
            if fresh & self.unsaturated_y:
                return layer_of, layers, ~unseen, True
            frontier = []
            for y in _bits(fresh):
                for x in self.inflow.get(y, ()):
                    if x not in layer_of:
                        layer_of[x] = len(layers)
                        frontier.append(x)
        return layer_of, layers, ~unseen, False

    def _augment(self, root: int, layer_of: dict[int, int], layers: list[int]) -> bool:
        """One path through the layers, by depth-first search without recursion; dead ends leave."""
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
            onward = next((x for x in self.inflow[y] if layer_of.get(x) == depth + 1), None)
            if onward is None:
                layers[depth] &= ~bit
            else:
                path_y.append(y)
                path_x.append(onward)
        return False

    def _push(self, path_x: list[int], path_y: list[int]) -> None:
        back = list(zip(path_y, path_x[1:], strict=False))  # flows (y, x) that give way
        amount = min(
            self.supply[path_x[0]],
            self.demand[path_y[-1]],
            *(self.inflow[y][x] for y, x in back),
        )
        self.supply[path_x[0]] -= amount
        self.demand[path_y[-1]] -= amount
        if not self.demand[path_y[-1]]:
            self.unsaturated_y &= ~(1 << path_y[-1])
        for y, x in back:
            self.inflow[y][x] -= amount
            if not self.inflow[y][x]:
                del self.inflow[y][x]
        for x, y in zip(path_x, path_y, strict=True):
            sources = self.inflow.setdefault(y, {})
            sources[x] = sources.get(x, 0) + amount


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
