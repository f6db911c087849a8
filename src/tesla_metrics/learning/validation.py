"""Cross-validation: folds that share no segment, and the strength that does best on them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..arrays import Indices
from ..errors import InputError
from .problem import Problem

FOLDS, SEED = 5, 12345
AS_GOOD = 0.0002


@dataclass(frozen=True)
class Validated:
    """The strength that was chosen, and the agreement on held-out folds with each."""

    strength: float
    agreement: float
    curve: tuple[tuple[float, float], ...]


def make_folds(groups: Indices, number: int = FOLDS, seed: int = SEED) -> list[Indices]:
    """Rows in folds of about equally many groups; the same seed gives the same folds."""
    present = np.unique(groups)
    number = min(number, len(present))
    if number < 2:
        raise InputError(
            f"there are judgments of {len(present)} segment: two are the least that can be trained "
            "on and checked, and hundreds are wanted"
        )
    order = np.random.default_rng(seed).permutation(len(present))
    fold = np.empty(len(present), dtype=np.intp)
    fold[order] = np.arange(len(present)) % number
    of_rows = fold[np.searchsorted(present, groups)]
    return [np.flatnonzero(of_rows == n) for n in range(number)]


def choose_strength(problem: Problem) -> Validated:
    """The weakest fit that does as well as the best on held-out folds.

    Where features resemble each other, stronger fits do as well with weights that are far larger
    and cancel out.
    """
    columns = np.arange(problem.columns)
    curve = tuple((c, cross_validate(problem, columns, c)) for c in problem.strengths)
    best = max(value for _, value in curve)
    return Validated(*next(point for point in curve if point[1] >= best - AS_GOOD), curve)


def cross_validate(problem: Problem, columns: Sequence[int] | Indices, strength: float) -> float:
    """Mean agreement on folds that were not trained on, with these columns alone."""
    chosen, everything = np.asarray(columns, dtype=np.intp), np.arange(len(problem.groups))
    values = [
        problem.agreement(held, problem.fit(np.setdiff1d(everything, held), chosen, strength))
        for held in make_folds(problem.groups)
    ]
    return float(np.mean(values))
