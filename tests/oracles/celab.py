"""TESLA-CELAB straight from the spec: every occurrence a node, all cuts tried, one LP, HiGHS."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import block_diag

Span = tuple[int, int]
Gram = tuple[str, ...]
Same = Callable[[Gram, Gram], bool]  # equal or synonyms, as wholes


def spans(size: int, order: int) -> list[Span]:
    return [(i, i + n) for n in range(1, order + 1) for i in range(size - n + 1)]


def cuts(gram: Gram, pieces: int) -> Iterator[list[Gram]]:
    for inner in combinations(range(1, len(gram)), pieces - 1):
        ends = [0, *inner, len(gram)]
        yield [gram[a:b] for a, b in pairwise(ends)]


def linked(x: Gram, y: Gram, same: Same) -> bool:
    return any(
        all(map(same, xs, ys))
        for pieces in range(1, min(len(x), len(y)) + 1)
        for xs in cuts(x, pieces)
        for ys in cuts(y, pieces)
    )


class Program:
    """Maximise sum m(X) c(X) + f sum m(Y) c(Y); variables are links, then covers."""

    def __init__(
        self,
        reference: Gram,
        candidate: Gram,
        links: Sequence[tuple[Span, Span]],
        *,
        f: float,
        weights: Sequence[float],
    ) -> None:
        order = len(weights)
        nodes = [(0, s) for s in spans(len(reference), order)]
        nodes += [(1, s) for s in spans(len(candidate), order)]
        worth = [(f if side else 1.0) * weights[b - a - 1] for side, (a, b) in nodes]
        self.normal = sum(worth)
        self.profit = np.array([0.0] * len(links) + worth)
        # A link has a weight on both its nodes, and so covers what is within either.
        at = np.array([[node[side] for node in pair] for pair in links for side in (0, 1)])
        at = at.reshape(len(links), 2, 2)  # link, begin or end, side
        sides = np.array([side for side, _ in nodes])
        begins, ends = np.array([span for _, span in nodes]).T
        starts, stops = at[:, 0, :].T[sides], at[:, 1, :].T[sides]  # by node, link
        weighs = (starts == begins[:, None]) & (stops == ends[:, None])
        around = (starts <= begins[:, None]) & (ends[:, None] <= stops)
        none = np.zeros((len(nodes), len(nodes)))
        self.matrix = np.block([[weighs * 1.0, none], [around * -1.0, np.eye(len(nodes))]])
        self.bounds = [1.0] * len(nodes) + [0.0] * len(nodes)


def scores(programs: Sequence[Program]) -> list[float]:
    """Many at once: blocks are apart."""
    profit = np.concatenate([program.profit for program in programs])
    solution = linprog(
        -profit,
        A_ub=block_diag([program.matrix for program in programs], format="csr"),
        b_ub=np.concatenate([program.bounds for program in programs]),
        bounds=(0, 1),
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    gains = np.split(solution.x * profit, np.cumsum([len(p.profit) for p in programs])[:-1])
    return [float(g.sum() / p.normal) for g, p in zip(gains, programs, strict=True)]


def all_links(
    reference: Gram, candidate: Gram, linked: Same, order: int
) -> list[tuple[Span, Span]]:
    return [
        (x, y)
        for x in spans(len(reference), order)
        for y in spans(len(candidate), order)
        if linked(reference[slice(*x)], candidate[slice(*y)])
    ]


class Little(NamedTuple):
    """So much of an n-gram beside the text of one side (0 or 1)."""

    side: int
    gram: Gram
    amount: float


def covered(
    texts: tuple[Gram, Gram],
    linked: Same,
    *,
    f: float,
    weights: Sequence[float],
    little: Little | None = None,
) -> tuple[float, float]:
    """What is covered at most, and what prices make of all limits: by duality the same."""
    order = len(weights)
    nodes = [(side, span) for side in (0, 1) for span in spans(len(texts[side]), order)]
    grams = [texts[side][slice(*span)] for side, span in nodes]
    amounts = [1.0] * len(nodes)
    if little is not None:
        # Its place is in nobody's text.
        nodes.append((little.side, (-1, -1)))
        grams.append(little.gram)
        amounts.append(little.amount)
    number = range(len(nodes))
    links = [
        (i, j)
        for i in number
        for j in number
        if nodes[i][0] < nodes[j][0] and linked(grams[i], grams[j])
    ]
    worth = [(f if side else 1.0) * weights[len(grams[i]) - 1] for i, (side, _) in enumerate(nodes)]
    at = np.zeros((len(nodes), len(links)))
    for k, link in enumerate(links):
        at[list(link), k] = 1.0
    around = np.array(
        [
            [one[0] == b[0] and b[1][0] <= one[1][0] and one[1][1] <= b[1][1] for b in nodes]
            for one in nodes
        ],
        dtype=float,
    )
    around[[one[1][0] < 0 for one in nodes], :] = 0
    around[:, [one[1][0] < 0 for one in nodes]] = 0
    np.fill_diagonal(around, 1.0)
    matrix = np.block([[at, np.zeros_like(around)], [-around @ at, np.eye(len(nodes))]])
    limits = np.array(amounts + [0.0] * len(nodes))
    most = np.array([max(amounts)] * len(links) + amounts)
    solution = linprog(
        -np.array([0.0] * len(links) + worth),
        A_ub=matrix,
        b_ub=limits,
        bounds=[(0, own) for own in most],
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    priced = solution.ineqlin.marginals @ limits + solution.upper.marginals @ most
    return float(-solution.fun), float(-priced)
