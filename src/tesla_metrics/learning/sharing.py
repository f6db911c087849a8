"""Problems that are alike but not the same, learnt together (Daumé 2007)."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..optional import needs
from .learners import Learner
from .named_rows import NamedRows
from .real_weights import RealWeights

Problem = tuple[NamedRows, Sequence[str]]


def fit_together(
    problems: Mapping[str, Problem], learner: Learner, shares: Callable[[str], bool]
) -> dict[str, RealWeights]:
    """Weights for each problem, over the features and labels of all.

    Every feature is there once for its own problem and, if it `shares`, once for all of them: the
    penalty puts into the second what they have in common. What comes back is the sum of both.
    """
    names = sorted({name for rows, _ in problems.values() for name in rows.names})
    shared = [name for name in names if shares(name)]
    blocks: list[list[Any]] = []
    for at, (rows, _) in enumerate(problems.values()):
        own: list[Any] = [None] * len(problems)
        own[at] = rows.matrix
        blocks.append([*own, _columns(rows, shared)])
    with needs("SciPy, which learns from examples,", "train"):
        from scipy.sparse import block_array
    columns = [
        f"{kind} {name}" for kind, (rows, _) in problems.items() for name in rows.names
    ] + shared
    together = NamedRows(tuple(columns), block_array(blocks, format="csr"))
    weights = learner.fit(together, [one for _, labels in problems.values() for one in labels])
    return _parted(weights, problems, names, shared)


def _columns(rows: NamedRows, names: Sequence[str]) -> Any:
    """Rows in other columns, of which they may lack some."""
    from scipy.sparse import csr_array

    places = {name: place for place, name in enumerate(names)}
    own = [(place, places[name]) for place, name in enumerate(rows.names) if name in places]
    old, new = np.array(own, dtype=np.int64).reshape(-1, 2).T
    moving = csr_array((np.ones(len(own)), (old, new)), shape=(len(rows.names), len(names)))
    return rows.matrix @ moving


def _parted(
    weights: RealWeights,
    problems: Mapping[str, Problem],
    names: Sequence[str],
    shared: Sequence[str],
) -> dict[str, RealWeights]:
    places = {name: place for place, name in enumerate(names)}
    common = np.zeros((len(names), weights.values.shape[1]))
    common[[places[name] for name in shared]] = weights.values[len(weights.names) - len(shared) :]
    found, start = {}, 0
    for kind, (rows, _) in problems.items():
        values, end = common.copy(), start + len(rows.names)
        values[[places[name] for name in rows.names]] += weights.values[start:end]
        found[kind] = RealWeights(weights.labels, tuple(names), values)
        start = end
    return found
