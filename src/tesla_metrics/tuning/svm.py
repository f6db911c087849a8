"""Weights by a ranking SVM: which of two candidates of a list does the metric prefer?

Pairs are drawn as PRO does (Hopkins and May 2011): of many random ones of each list those that the
metric tells apart most.
"""

from itertools import pairwise

import numpy as np

from ..arrays import Floats, Indices
from ..errors import InputError
from ..learning.ranking import Ranking
from ..learning.validation import choose_strength

TRIES, KEPT = 1000, 50
# Where there is one list only, and nothing can be held out.
_STRENGTH = 1e-3
# Pairs that the strength is chosen on; more of them choose the same.
_JUDGED = 20_000


def fit_ranking(
    starts: Indices,
    features: Floats,
    values: Floats,
    *,
    strength: float | None = None,
    tries: int = TRIES,
    kept: int = KEPT,
    seed: int = 0,
) -> Floats:
    """Weights whose absolute values have the sum 1.

    `starts` has where lists begin, and the end; `features` a row a candidate, `values` what the
    metric gives each, higher for better. Of `tries` pairs of each list `kept` are learnt from.
    `strength` is C of the SVM, by default the one that does best on lists that are held out.
    """
    better, worse = sample_pairs(starts, values, tries, kept, seed)
    differences = features[better] - features[worse]
    told = differences.any(axis=1)
    if not told.any():
        raise InputError(
            "no two candidates of a list differ in both the metric's score and features: give "
            "longer lists"
        )
    groups = np.searchsorted(starts, better, side="right")[told]
    problem = Ranking(differences[told], groups)
    if strength is None:
        strength = _strength(problem, seed)
    weights = problem.fit(np.arange(len(groups)), np.arange(problem.columns), strength)
    return weights / (np.abs(weights).sum() or 1.0)


def sample_pairs(
    starts: Indices, values: Floats, tries: int, kept: int, seed: int
) -> tuple[Indices, Indices]:
    """Candidates by place, the better and the worse of each pair, list by list."""
    generator = np.random.default_rng(seed)
    found = [np.empty((2, 0), dtype=np.intp)]
    for start, end in pairwise(starts.tolist()):
        pairs = start + _pairs(end - start, tries, generator)
        gaps = values[pairs[0]] - values[pairs[1]]
        pairs = np.where(gaps < 0, pairs[::-1], pairs)
        order = np.argsort(-np.abs(gaps), kind="stable")[:kept]
        found.append(pairs[:, order[gaps[order] != 0]])
    better, worse = np.concatenate(found, axis=1)
    return better, worse


def _pairs(size: int, tries: int, generator: np.random.Generator) -> Indices:
    """All pairs of a short list, else random ones, each of two candidates."""
    if size * (size - 1) // 2 <= tries:
        return np.stack(np.triu_indices(size, 1))
    first = generator.integers(size, size=tries)
    second = generator.integers(size - 1, size=tries)
    return np.stack([first, second + (second >= first)])


def _strength(problem: Ranking, seed: int) -> float:
    groups = np.unique(problem.groups)
    if len(groups) < 2:
        return _STRENGTH
    most = max(2, _JUDGED * len(groups) // len(problem.groups))
    some = np.random.default_rng(seed).permutation(groups)[:most]
    rows = np.isin(problem.groups, some)
    return choose_strength(Ranking(problem.differences[rows], problem.groups[rows])).strength
