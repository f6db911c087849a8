"""The transport problem for any similarity in [0,1] and any positive weights.

Similarities and weights are quantised finely (2^-40 of 1, 2^-50 of the total weight) and the
problem is then solved exactly in integers: the dominance presolve, then successive shortest paths
from the supplies to the demands, which is the Hungarian method with capacities.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import inf
from typing import NamedTuple

PROFIT_UNITS = 1 << 40
WEIGHT_UNITS = 1 << 50
# Each sweep of the presolve looks at all pairs for each x; more than two settle little more.
_SWEEPS = 2


class GradedFlow(NamedTuple):
    """An amount of weight that x and y share."""

    x: int
    y: int
    amount: float


class GradedTransport(NamedTuple):
    """An optimal solution: its value and the flows that reach it."""

    value: float
    flows: list[GradedFlow]


def solve_graded(
    similarity: Sequence[Sequence[float]], supply: Sequence[float], demand: Sequence[float]
) -> GradedTransport:
    """Maximise the sum of similarity * flow; a row of `similarity` for each supply."""
    if not all(0 <= s <= 1 for row in similarity for s in row):
        raise ValueError("a similarity outside [0,1]")
    if not all(0 <= weight < inf for weight in (*supply, *demand)):
        raise ValueError("a weight that is negative or no number")
    scale = WEIGHT_UNITS / max(sum(supply), sum(demand), 1e-300)
    profits = [[round(s * PROFIT_UNITS) for s in row] for row in similarity]
    left_x = [round(weight * scale) for weight in supply]
    left_y = [round(weight * scale) for weight in demand]
    amounts = [[0] * len(demand) for _ in supply]
    _presolve(profits, left_x, left_y, amounts)
    while _augment(profits, left_x, left_y, amounts):
        pass
    flows = [
        GradedFlow(x, y, amount / scale)
        for x, row in enumerate(amounts)
        for y, amount in enumerate(row)
        if amount
    ]
    return GradedTransport(sum(similarity[x][y] * a for x, y, a in flows), flows)


def _presolve(
    profits: list[list[int]], left_x: list[int], left_y: list[int], amounts: list[list[int]]
) -> None:
    for _ in range(_SWEEPS):
        for x, row in enumerate(profits):
            if not left_x[x]:
                continue
            ys = [y for y, k in enumerate(row) if k and left_y[y]]
            if not ys:
                continue
            y = max(ys, key=row.__getitem__)
            if _dominates(profits, left_x, ys, x, y):
                amount = min(left_x[x], left_y[y])
                left_x[x] -= amount
                left_y[y] -= amount
                amounts[x][y] += amount


def _dominates(profits: list[list[int]], left_x: list[int], ys: list[int], x: int, y: int) -> bool:
    row, k = profits[x], profits[x][y]
    for other, theirs in enumerate(profits):
        if other != x and left_x[other] and theirs[y]:
            spare = k - theirs[y]
            if spare < 0 or any(spare + theirs[z] < row[z] for z in ys if z != y):
                return False
    return True


def _augment(
    profits: list[list[int]], left_x: list[int], left_y: list[int], amounts: list[list[int]]
) -> bool:
    """Push flow along the best path; costs are what a step loses, flows can be taken back."""
    # Bellman-Ford by waves: plain, and sure with the negative costs of taking flow back.
    best_y: dict[int, int] = {}
    before_y: dict[int, int] = {}
    best_x = {x: 0 for x, left in enumerate(left_x) if left}
    before_x: dict[int, int] = {}
    wave = set(best_x)
    while wave:
        touched = set()
        for x in wave:
            for y, k in enumerate(profits[x]):
                gain = best_x[x] + k
                if k and gain > best_y.get(y, -1):
                    best_y[y], before_y[y] = gain, x
                    touched.add(y)
        wave = set()
        for y in touched:
            for x, row in enumerate(amounts):
                gain = best_y[y] - profits[x][y]
                if row[y] and x != before_y[y] and gain > best_x.get(x, -PROFIT_UNITS * 2):
                    best_x[x], before_x[x] = gain, y
                    wave.add(x)
    ends = [y for y in best_y if left_y[y] and best_y[y] > 0]
    if not ends:
        return False
    end = max(ends, key=best_y.__getitem__)
    path = [(before_y[end], end)]
    while path[-1][0] in before_x:
        back = before_x[path[-1][0]]
        path.append((before_y[back], back))
    start = path[-1][0]
    taken = [(x, back) for (x, _), (_, back) in pairwise(path)]
    amount = min(left_x[start], left_y[end], *(amounts[x][y] for x, y in taken))
    left_x[start] -= amount
    left_y[end] -= amount
    for x, y in path:
        amounts[x][y] += amount
    for x, y in taken:
        amounts[x][y] -= amount
    return True
