"""What one text's n-grams can cover: every occurrence has a weight of its own, HiGHS."""

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from tesla_metrics.core.solvers.covering import CoverProblem


def most_covered(problem: CoverProblem) -> float:
    """Variables are occurrences that are linked, links of kinds, and covers."""
    nodes = [
        (start, start + problem.lengths[kind], kind)
        for kind, starts in enumerate(problem.starts)
        for start in starts
        if problem.partners[kind]
    ]
    links = [(kind, partner) for kind, own in enumerate(problem.partners) for partner in own]
    spans = [
        (start, start + n)
        for n in range(1, len(problem.weights) + 1)
        for start in range(problem.size - n + 1)
    ]
    entries: list[tuple[int, int, float]] = []  # row, variable, factor
    kinds, partners = len(problem.starts), len(problem.capacity)
    for variable, (_, _, kind) in enumerate(nodes):
        entries.append((kind, variable, 1.0))
    for variable, (kind, partner) in enumerate(links, len(nodes)):
        entries += [(kind, variable, -1.0), (kinds + partner, variable, 1.0)]
    for number, (start, stop) in enumerate(spans):
        row = kinds + partners + number
        entries.append((row, len(nodes) + len(links) + number, 1.0))
        for variable, (a, b, _) in enumerate(nodes):
            if a <= start and stop <= b:
                entries.append((row, variable, -1.0))
    worth = [0.0] * (len(nodes) + len(links))
    worth += (problem.weights[stop - start - 1] for start, stop in spans)
    rows, variables, factors = zip(*entries, strict=True)
    solution = linprog(
        -np.array(worth),
        A_ub=coo_array((factors, (rows, variables))).tocsr(),
        b_ub=[0.0] * kinds + [float(units) for units in problem.capacity] + [0.0] * len(spans),
        bounds=[(0, 1)] * len(nodes) + [(0, None)] * len(links) + [(0, 1)] * len(spans),
        method="highs-ds",
        options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
    )
    return float(-solution.fun)
