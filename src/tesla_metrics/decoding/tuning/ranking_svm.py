"""Tuning of weights by a ranking SVM.

Pairs are sampled as in PRO (Hopkins and May 2011): of many random pairs of each list, those with
the largest difference in the metric.
"""

from itertools import pairwise

import numpy as np

from ...arrays import Floats, Indices
from ...errors import InputError
from ...resources.learning.ranking import Ranking
from ...resources.learning.regression import choose_c

TRIES, PAIRS_PER_LIST = 1000, 50
# Used if there is only one list, so that nothing can be held out.
_STRENGTH = 1e-3
# Pairs on which the strength is chosen; more pairs give the same choice.
_MAX_PAIRS = 20_000


def fit_ranking(
    starts: Indices,
    features: Floats,
    values: Floats,
    *,
    strength: float | None = None,
    tries: int = TRIES,
    max_pairs: int = PAIRS_PER_LIST,
    seed: int = 0,
) -> Floats:
    """Return weights whose absolute values add up to 1.

    `starts` has the start of each list and the end, `features` one row per candidate, and `values`
    the metric's value of each candidate, higher for better. `max_pairs` of `tries` pairs of each
    list are used. `strength` is C of the SVM, by default the one that is best on held-out lists.
    """
    better, worse = sample_pairs(starts, values, tries, max_pairs, seed)
    differences = features[better] - features[worse]
    informative = differences.any(axis=1)
    if not informative.any():
        raise InputError(
            "no two candidates of a list differ in both the metric's score and features: give "
            "longer lists"
        )
    groups = np.searchsorted(starts, better, side="right")[informative]
    problem = Ranking(differences[informative], groups)
    if strength is None:
        strength = _strength(problem, seed)
    weights = problem.fit(np.arange(len(groups)), np.arange(problem.n_features), strength)
    return weights / (np.abs(weights).sum() or 1.0)


def sample_pairs(
    starts: Indices, values: Floats, tries: int, max_pairs: int, seed: int
) -> tuple[Indices, Indices]:
    """Return the indices of the better and the worse candidate of each pair, list by list."""
    generator = np.random.default_rng(seed)
    sampled = [np.empty((2, 0), dtype=np.intp)]
    for start, end in pairwise(starts.tolist()):
        pairs = start + _pairs(end - start, tries, generator)
        gaps = values[pairs[0]] - values[pairs[1]]
        pairs = np.where(gaps < 0, pairs[::-1], pairs)
        order = np.argsort(-np.abs(gaps), kind="stable")[:max_pairs]
        sampled.append(pairs[:, order[gaps[order] != 0]])
    better, worse = np.concatenate(sampled, axis=1)
    return better, worse


def _pairs(size: int, tries: int, generator: np.random.Generator) -> Indices:
    """Return all pairs of a short list, else random pairs of distinct candidates."""
    if size * (size - 1) // 2 <= tries:
        return np.stack(np.triu_indices(size, 1))
    first = generator.integers(size, size=tries)
    second = generator.integers(size - 1, size=tries)
    return np.stack([first, second + (second >= first)])


def _strength(problem: Ranking, seed: int) -> float:
    groups = np.unique(problem.groups)
    if len(groups) < 2:
        return _STRENGTH
    max_groups = max(2, _MAX_PAIRS * len(groups) // len(problem.groups))
    sampled = np.random.default_rng(seed).permutation(groups)[:max_groups]
    rows = np.isin(problem.groups, sampled)
    return choose_c(Ranking(problem.differences[rows], problem.groups[rows])).c
