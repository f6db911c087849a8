"""Dominance presolve: saturate the edges that some optimum saturates anyway.

(x,y) with profit k can be saturated where k is at least the profit of every other edge at x and at
y, and k + k(x',y') >= k(x,y') + k(x',y) for all neighbours x' of y and y' of x (a missing edge
counts 0): any optimum can be rerouted through (x,y) without loss. Each step is safe by itself, so
stopping anywhere leaves an equivalent smaller problem.
"""

from collections.abc import Sequence

# Checks allowed: enough for nearly every pair of sentences. In texts of thousands of words with
# many alike they cost more than they save, and the primal-dual method does the rest.
_CHECKS_PER_NODE = 40
_MOST_CHECKS = 50_000


class Presolve:
    """Lowers `left_x` and `left_y` in place; `flows` holds (x, y, amount), worth `value`."""

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
        self.checks = min(_CHECKS_PER_NODE * (len(left_x) + len(left_y)), _MOST_CHECKS)
        self.flows: list[tuple[int, int, int]] = []
        self.value = 0

    def run(self) -> bool:
        """Whether nothing is left to do."""
        if not all(self.left_x) or not all(self.left_y):
            self.alive_x &= _positive(self.left_x)
            self.alive_y &= _positive(self.left_y)
        while True:
            before, undecided = len(self.flows), False
            for level in range(len(self.profits) - 1, -1, -1):
                undecided |= self._sweep(level)
            if not undecided:
                return True
            if len(self.flows) == before or self.checks <= 0:
                return False

    def _sweep(self, level: int) -> bool:
        """Try every edge of one level whose two ends have none better; whether one is undecided."""
        left_x, left_y, alive_y = self.left_x, self.left_y, self.alive_y
        better_rows, better_columns = self.rows[level + 1 :], self.columns[level + 1 :]
        undecided = False
        for x, row in enumerate(self.rows[level]):
            candidates = row & alive_y
            if not candidates or not left_x[x]:
                continue
            if _meets(better_rows, x, alive_y):
                undecided = True
                continue
            while candidates and left_x[x] and self.checks > 0:
                bit = candidates & -candidates
                candidates ^= bit
                y = bit.bit_length() - 1
                if _meets(better_columns, y, self.alive_x) or not self._dominates(level, x, y, bit):
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
            undecided |= bool(candidates and left_x[x])  # checks ran out
        return undecided

    def _dominates(self, level: int, x: int, y: int, bit: int) -> bool:
        profits, rows, top = self.profits, self.rows, self.profits[level]
        other_x, other_y = self.alive_x & ~(1 << x), self.alive_y ^ bit
        self.checks -= 1
        for b in range(level, -1, -1):
            neighbours = self.columns[b][y] & other_x
            if not neighbours:
                continue
            # Only pairs with k(x,y') + k(x',y) > k bind.
            wanted = []
            for a in range(level, -1, -1):
                least = profits[a] + profits[b] - top
                if least <= 0:
                    break
                if mask := rows[a][x] & other_y:
                    wanted.append((mask, least))
            if not wanted:
                return True  # lower b binds even less
            while neighbours:
                low = neighbours & -neighbours
                neighbours ^= low
                neighbour = low.bit_length() - 1
                self.checks -= 1
                for mask, least in wanted:
                    reach = 0
                    for c, profit in enumerate(profits):
                        if profit >= least:
                            reach |= rows[c][neighbour]
                    if mask & ~reach:
                        return False
                if self.checks < 0:
                    return False
        return True


def _meets(levels: Sequence[Sequence[int]], node: int, alive: int) -> bool:
    for level in levels:  # noqa: SIM110 (any() with a generator takes three times as long)
        if level[node] & alive:
            return True
    return False


def _positive(amounts: Sequence[int]) -> int:
    return sum(1 << position for position, amount in enumerate(amounts) if amount)
